/** Values that stand twice, each once. */
export function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(values.filter((value) => seen.has(value) || (seen.add(value), false)))];
}
