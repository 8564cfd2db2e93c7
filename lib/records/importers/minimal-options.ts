import { itemHash, optionsHash } from "@/lib/records/hashes";
import type { Draft } from "./draft";
import { Fault } from "./fault";

/** Options as shown, in the order of their positions. */
export interface ShownOptions {
  readonly texts: readonly string[];
  /** Null where the file does not say where options come from. */
  readonly origins: readonly ("original" | "borrowed")[] | null;
}

function parseList(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

function originOf(option: object): "original" | "borrowed" | null {
  const origin = "origin" in option ? option.origin : null;
  return origin === "original" || origin === "borrowed" ? origin : null;
}

/**
 * Reads an `options` value: a list of texts, or of {text, origin}, or either as JSON text.
 * @throws Fault when it is no such list, or not of `n` options.
 */
export function readOptions(value: unknown, n: number): ShownOptions | null {
  if (value === null || value === undefined || value === "") return null;
  const list = parseList(value);
  const reason = "options must be a list of texts";
  if (!Array.isArray(list)) throw new Fault("options", value, reason);
  const texts: string[] = [];
  const origins: ("original" | "borrowed")[] = [];
  for (const option of list as unknown[]) {
    if (typeof option === "string" || typeof option === "number") texts.push(String(option));
    else if (typeof option === "object" && option && "text" in option) {
      if (typeof option.text !== "string") throw new Fault("options", value, reason);
      texts.push(option.text);
      const origin = originOf(option);
      if (origin) origins.push(origin);
    } else throw new Fault("options", value, reason);
  }
  if (texts.length !== n)
    throw new Fault("options", value, `${texts.length} options are listed, n_options says ${n}`);
  return { texts, origins: origins.length === n ? origins : null };
}

/** Fills the hashes and the origin of the chosen option where the file left them out. */
export function completeFromOptions(
  draft: Draft,
  question: string | null,
  options: ShownOptions,
): void {
  const { texts, origins } = options;
  draft.options_hash ??= optionsHash(texts);
  const key = texts[draft.gold_pos - 1];
  if (question !== null && key !== undefined && draft.item_hash === null) {
    const originals = origins ? texts.filter((_, i) => origins[i] === "original") : texts;
    draft.item_hash = itemHash(question, originals, key);
  }
  if (origins && draft.resp_pos !== null)
    draft.selected_origin ??= origins[draft.resp_pos - 1] ?? null;
}
