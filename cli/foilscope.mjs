#!/usr/bin/env node
// The commands are TypeScript; tsx loads them without a build step.
import process from "node:process";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(
    `foilscope: Node 22.12 or newer is needed, this is ${process.version}: run it as npx foilscope, which has its own`,
  );
  process.exit(1);
}

// Without this, paths like @/lib are looked up from wherever the command runs.
register({ tsconfig: fileURLToPath(new URL("../tsconfig.json", import.meta.url)) });
const { main } = await import("./main.ts");
await main(process.argv);
