#!/usr/bin/env node
// The commands are TypeScript; tsx loads them without a build step.
import { register } from "tsx/esm/api";

register();
const { main } = await import("./main.ts");
await main(process.argv);
