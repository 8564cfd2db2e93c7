const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Quotes a text for SQL. A statement ends at U+0000, which is therefore spelled out. */
export function text(value: string): string {
  if (!value.includes("\0")) return quoted(value);
  return `(${value.split("\0").map(quoted).join(" || chr(0) || ")})`;
}

/** Quotes an identifier for SQL. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A literal of any value that a filter can hold. Numbers must be finite. */
export function literal(value: string | number | boolean | null): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return text(value);
  if (typeof value === "number" && !Number.isFinite(value))
    throw new RangeError(`not a finite number: ${value}`);
  return String(value);
}

/**
 * `expr` is one of `values`, where null equals null.
 * An empty list matches nothing.
 */
export function isOneOf(
  expression: string,
  values: readonly (string | number | boolean | null)[],
): string {
  const known = values.filter((v) => v !== null).map(literal);
  const parts = [
    ...(known.length > 0 ? [`${expression} IN (${known.join(", ")})`] : []),
    ...(values.includes(null) ? [`${expression} IS NULL`] : []),
  ];
  return parts.length === 0 ? "false" : `(${parts.join(" OR ")})`;
}
