/** One token that a model might have written, with the natural logarithm of its probability. */
export interface TokenLogprob {
  readonly token: string;
  readonly logprob: number;
}

/** One place of a reply: the token that was written, and the likeliest ones. */
export interface TokenPlace extends TokenLogprob {
  readonly top: readonly TokenLogprob[];
}

function logAdd(a: number, b: number): number {
  const high = Math.max(a, b);
  return high === Number.NEGATIVE_INFINITY ? high : high + Math.log1p(Math.exp(-Math.abs(a - b)));
}

/** The written token is often among the likeliest ones: it counts once. */
function alternatives({ token, logprob, top }: TokenPlace): readonly TokenLogprob[] {
  return top.some((one) => one.token === token) ? top : [...top, { token, logprob }];
}

/**
 * Log-probabilities of whole labels at the start of a reply, along the tokens that were written: at
 * each place, what is written so far and one alternative make a label. Spellings that differ in
 * white space alone (" 5", "5") add up.
 *
 * A label that another one continues ("5" and "53") is known only where the vocabulary writes labels
 * of several characters as one token at the same place; else "5" may be the head of "53", and it is
 * left out. Labels that the host did not list are left out too: unknown is not impossible.
 *
 * @param places the tokens of the reply, without reasoning
 * @returns null where no label can be read
 */
export function labelLogprobs(
  places: readonly TokenPlace[],
  labels: readonly string[],
): Record<string, number> | null {
  const known = new Set(labels);
  const continued = (head: string): boolean =>
    labels.some((label) => label.length > head.length && label.startsWith(head));
  const found = new Map<string, number>();
  let head = "";
  let sum = 0;
  for (const place of places.slice(places.findIndex(({ token }) => token.trim() !== ""))) {
    const here = alternatives(place).map((one) => ({
      token: head === "" ? one.token.trim() : one.token,
      logprob: one.logprob,
    }));
    const wholeLabels = here.some(({ token }) => token.length > 1 && known.has(head + token));
    for (const { token, logprob } of here) {
      const label = head + token;
      if (token === "" || !known.has(label) || (continued(label) && !wholeLabels)) continue;
      found.set(label, logAdd(found.get(label) ?? Number.NEGATIVE_INFINITY, sum + logprob));
    }
    head += head === "" ? place.token.trim() : place.token;
    sum += place.logprob;
    if (wholeLabels || !continued(head)) break;
  }
  return found.size === 0 ? null : Object.fromEntries(found);
}
