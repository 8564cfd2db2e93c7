import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { z } from "zod";

/**
 * The routine by which Kiwi computes its model's scores: the portable one, that gives what native
 * builds without their quantised routines give. What WebAssembly falls back to without being told
 * chooses other analyses (docs/difficulty.md has the counts).
 */
export const KIWI_ROUTINE = "balanced";

/** What is used of Emscripten's module. */
const moduleSchema = z.looseObject({
  api: z.custom<(command: string) => string>((value) => typeof value === "function"),
  FS: z.custom<{ mkdir(path: string): void; writeFile(path: string, bytes: Uint8Array): void }>(
    (value) => typeof value === "object" && value !== null,
  ),
});
const tokensSchema = z.array(z.object({ str: z.string(), tag: z.string() }));

type Imports = Record<string, (...pointers: number[]) => unknown>;

/** The two functions of WASI by which a program reads its environment, over the memory of an instance. */
function environment(variables: readonly string[], memory: () => WebAssembly.Memory): Imports {
  const texts = variables.map((variable) => new TextEncoder().encode(`${variable}\0`));
  return {
    _environ_sizes_get: (count = 0, size = 0) => {
      const view = new DataView(memory().buffer);
      view.setUint32(count, texts.length, true);
      view.setUint32(
        size,
        texts.reduce((sum, text) => sum + text.length, 0),
        true,
      );
      return 0;
    },
    _environ_get: (pointers = 0, buffer = 0) => {
      const view = new DataView(memory().buffer);
      let at = buffer;
      for (const [i, text] of texts.entries()) {
        view.setUint32(pointers + 4 * i, at, true);
        new Uint8Array(memory().buffer).set(text, at);
        at += text.length;
      }
      return 0;
    },
  };
}

/** Puts our functions for the library's of the same name, whose keys are shortened. */
function withOwn(imports: Readonly<Record<string, Imports>>, own: Imports) {
  const replaced = ([key, given]: [string, Imports[string]]) => [key, own[given.name] ?? given];
  return Object.fromEntries(
    Object.entries(imports).map(([space, functions]) => [
      space,
      Object.fromEntries(Object.entries(functions).map(replaced)) as Imports,
    ]),
  );
}

function memoryOf({ exports }: WebAssembly.Instance): WebAssembly.Memory {
  const memory = Object.values(exports).find((one) => one instanceof WebAssembly.Memory);
  if (!memory) throw new Error("kiwi-nlp: the program has no memory");
  return memory;
}

/**
 * Starts the program of kiwi-nlp as its `KiwiBuilder` does, but with an environment: Kiwi takes its
 * routine from a variable, and the library offers no way to set one.
 */
async function startModule(said: string[]) {
  const { default: start } = await import("kiwi-nlp/dist/build/kiwi-wasm.js");
  const program = createRequire(import.meta.url).resolve("kiwi-nlp/dist/kiwi-wasm.wasm");
  const bytes = await readFile(program);
  const started = await new Promise((resolve, reject) => {
    start({
      printErr: (line: string) => said.push(line),
      instantiateWasm: (
        imports: Record<string, Imports>,
        done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
      ) => {
        let memory: WebAssembly.Memory | undefined;
        const own = environment([`KIWI_ARCH_TYPE=${KIWI_ROUTINE}`], () => {
          if (!memory) throw new Error("kiwi-nlp reads its environment before it has a memory");
          return memory;
        });
        WebAssembly.instantiate(bytes, withOwn(imports, own)).then(({ instance, module }) => {
          memory = memoryOf(instance);
          done(instance, module);
        }, reject);
        return {};
      },
    }).then(resolve, reject);
  });
  return moduleSchema.parse(started);
}

/** Kiwi with a model. Options are bits, see `Match` of kiwi-nlp. */
export interface Kiwi {
  tokenize(text: string, options: number): z.output<typeof tokensSchema>;
  readonly version: string;
}

const FOLDER = "model";

/**
 * Starts Kiwi with the contextual n-gram model.
 * @param files the model's, by name
 * @throws Error where it does not compute by its routine
 */
export async function startKiwi(files: Readonly<Record<string, Uint8Array>>): Promise<Kiwi> {
  const said: string[] = [];
  const { api, FS } = await startModule(said);
  const ask = (command: object): unknown => JSON.parse(api(JSON.stringify(command)));
  FS.mkdir(FOLDER);
  for (const [name, bytes] of Object.entries(files)) FS.writeFile(`${FOLDER}/${name}`, bytes);
  const id = z
    .int()
    .parse(ask({ method: "build", args: [{ modelPath: FOLDER, modelType: "cong" }] }));
  // It says so of whichever it takes: no routine of WebAssembly is quantised.
  if (!said.some((line) => line.includes(`ArchType::${KIWI_ROUTINE}.`)))
    throw new Error(`kiwi-nlp does not compute by the routine ${KIWI_ROUTINE}: ${said.join(" ")}`);
  return {
    tokenize: (text, options) =>
      tokensSchema.parse(ask({ method: "tokenize", id, args: [text, options] })),
    version: z.string().parse(ask({ method: "version", args: [] })),
  };
}
