import { hostConfigSchema, type HostConfig, type HostKind } from "@/lib/hosts/config";

/** The form of a new host; texts as they are typed. */
export interface HostDraft {
  readonly kind: HostKind;
  readonly id: string;
  readonly base_url: string;
  readonly key_variable: string;
  readonly concurrency: number | null;
  readonly currency: string;
  readonly prompt: number | null;
  readonly cached_prompt: number | null;
  readonly completion: number | null;
}

export const EMPTY_DRAFT: HostDraft = {
  kind: "openai-compatible",
  id: "",
  base_url: "",
  key_variable: "",
  concurrency: 4,
  currency: "",
  prompt: null,
  cached_prompt: null,
  completion: null,
};

const textOrNull = (text: string) => (text.trim() === "" ? null : text.trim());

function pricesOf({ currency, prompt, cached_prompt, completion }: HostDraft) {
  const nothing = currency.trim() === "" && prompt === null && completion === null;
  return nothing ? null : { currency: currency.trim(), prompt, cached_prompt, completion };
}

export interface ReadDraft {
  readonly config: HostConfig | null;
  /** By the field that they are about. */
  readonly problems: ReadonlyMap<string, string>;
}

export function readDraft(draft: HostDraft): ReadDraft {
  const read = hostConfigSchema.safeParse({
    id: draft.id.trim(),
    kind: draft.kind,
    base_url: textOrNull(draft.base_url),
    key_variable: textOrNull(draft.key_variable),
    concurrency: draft.concurrency,
    prices: pricesOf(draft),
  });
  if (read.success) return { config: read.data, problems: new Map() };
  const problems = read.error.issues.map(
    (issue) => [String(issue.path.at(-1) ?? ""), issue.message] as const,
  );
  return { config: null, problems: new Map(problems) };
}
