import { judgementSchema, type Correction, type Judgement } from "./audit";
import { canonical } from "./hashes";

/** A correction that was not followed, and why. */
export interface RefusedCorrection {
  readonly correction: Correction;
  readonly reason: string;
  /** Another one of the same time says something else of the same value: neither is followed. */
  readonly contradicted: boolean;
}

/** A record with its corrections followed, and what was not. */
export interface Corrected {
  readonly judgement: Judgement;
  /** In the order in which they were followed. */
  readonly followed: readonly Correction[];
  readonly refused: readonly RefusedCorrection[];
}

interface Read {
  readonly correction: Correction;
  readonly original: string;
  readonly revised: unknown;
}

const textOf = (value: unknown): string => JSON.stringify(canonical(value));

type Naming = Pick<Judgement, "answers" | "borrowed">;
const NAMES_NONE: Naming = { answers: null, borrowed: null };

/** Whether what is said names options by their index in a list of so many alone. */
export function namesOptions({ answers, borrowed }: Naming, options: number): boolean {
  const named = [...(answers ?? []), ...(borrowed ?? []).map(({ option }) => option)];
  return named.every((at) => at < options);
}

/**
 * Both values of a correction as its field has them.
 * @throws Error naming the one that is none, or saying that the revised one names no option of the item
 */
function read(correction: Correction, options: number): Read {
  const schema = judgementSchema.shape[correction.field];
  const valueOf = (name: "original" | "revised"): unknown => {
    let given: unknown;
    try {
      given = JSON.parse(correction[name]);
    } catch {
      throw new Error(`its ${name} value is no JSON`);
    }
    const parsed = schema.safeParse(given);
    if (parsed.success) return parsed.data;
    throw new Error(`its ${name} value is none of ${correction.field}`);
  };
  const [original, revised] = [textOf(valueOf("original")), valueOf("revised")];
  if (!namesOptions({ ...NAMES_NONE, [correction.field]: revised }, options))
    throw new Error("its revised value names an option that the item does not have");
  return { correction, original, revised };
}

/**
 * Follows corrections in the order of their time; those of one time in the order in which each says
 * what the one before left. A correction whose original value does not stand there is not followed, nor
 * are those of one time that make different things of one value, nor one to an option that is not there.
 * @param options how many the item has
 */
export function corrected(
  record: Judgement,
  corrections: readonly Correction[],
  options: number,
): Corrected {
  const refused: RefusedCorrection[] = [];
  const readable = corrections.flatMap((correction): Read[] => {
    try {
      return [read(correction, options)];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      refused.push({ correction, reason, contradicted: false });
      return [];
    }
  });
  const byTime = [...Map.groupBy(readable, ({ correction }) => Date.parse(correction.at))].sort(
    ([a], [b]) => a - b,
  );
  let judgement = record;
  const followed: Correction[] = [];
  for (const [, together] of byTime) {
    let left = together;
    for (;;) {
      const standing = left.filter(
        ({ correction, original }) => textOf(judgement[correction.field]) === original,
      );
      const [next] = standing;
      if (!next) break;
      const { correction, revised } = next;
      const rivals = standing.filter((one) => one.correction.field === correction.field);
      if (rivals.some((one) => textOf(one.revised) !== textOf(revised))) {
        const reason = `those of ${correction.at} make different things of ${next.original}`;
        for (const one of rivals)
          refused.push({ correction: one.correction, reason, contradicted: true });
        left = left.filter((one) => !rivals.includes(one));
        continue;
      }
      judgement = { ...judgement, [correction.field]: revised };
      followed.push(correction);
      left = left.filter((one) => one !== next);
    }
    for (const { correction } of left)
      refused.push({
        correction,
        reason: `its original value ${correction.original} is not what stands there, ${textOf(judgement[correction.field])}`,
        contradicted: false,
      });
  }
  return { judgement, followed, refused };
}
