// Installs a small real model with llama.cpp's server into the cache, for tests and for trying
// things out, and serves it: `npx tsx scripts/llama-host.ts [smollm2|gemma]` prints its address until
// it is ended; with `install` behind the name it only installs.
import { startLlama } from "@/tests/helpers/llama-host";
import { installLlama } from "@/tests/helpers/llama-install";
import { LLAMA_MODELS, type LlamaModelName } from "@/tests/helpers/llama-models";

const isModel = (name: string): name is LlamaModelName => name in LLAMA_MODELS;

const [name = "smollm2", what] = process.argv.slice(2);
if (!isModel(name)) {
  console.error(`llama host: no model ${name}; there are ${Object.keys(LLAMA_MODELS).join(", ")}`);
  process.exit(2);
}
const missing = installLlama(name);
if (missing !== null) {
  console.error(`llama host: ${missing}`);
  process.exitCode = 1;
} else if (what !== "install") {
  const host = await startLlama(name, { context: 8192 });
  console.log(`llama host: ${host.baseUrl} serves ${host.model}; end it with Ctrl-C`);
}
