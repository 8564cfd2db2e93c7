// Installs a small real model with llama.cpp's server into the cache, for tests and for trying
// things out, and serves it: `npx tsx scripts/llama-host.ts` prints its address until it is ended;
// `npx tsx scripts/llama-host.ts install` only installs.
import { installLlama, startLlama } from "@/tests/helpers/llama-host";

const missing = installLlama();
if (missing !== null) {
  console.error(`llama host: ${missing}`);
  process.exitCode = 1;
} else if (process.argv[2] !== "install") {
  const host = await startLlama({ context: 4096 });
  console.log(`llama host: ${host.baseUrl} serves ${host.model}; end it with Ctrl-C`);
}
