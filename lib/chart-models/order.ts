/** Sorts what has a label by a value: the largest first, what is undefined last, ties by label. */
export function largestFirst<One extends { readonly label: string }>(
  valueOf: (one: One) => number | null,
): (a: One, b: One) => number {
  return (a, b) =>
    (valueOf(b) ?? -Infinity) - (valueOf(a) ?? -Infinity) || (a.label < b.label ? -1 : 1);
}
