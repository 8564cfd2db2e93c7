import { Fault } from "./fault";
import { isObject } from "./json";
import { readText } from "./values";

/** One row of a samples file. */
export type LmRow = Readonly<Record<string, unknown>>;

/** Whether an object is a row of lm-evaluation-harness samples, be it a broken one. */
export function isLmEval(row: LmRow): boolean {
  return "doc_id" in row && ("filtered_resps" in row || "resps" in row);
}

/** The requests of a row, each a list of its arguments: `{gen_args_0: {arg_0, arg_1}}`, or lists. */
export function requestsOf(row: LmRow): unknown[][] {
  const { arguments: given } = row;
  const requests = Array.isArray(given)
    ? (given as unknown[])
    : isObject(given)
      ? numbered(given, "gen_args_")
      : null;
  if (!requests || requests.length === 0)
    throw new Fault("arguments", given, "arguments must be a list, or gen_args_0 and so on");
  return requests.map(
    (request) => listOf(request) ?? (isObject(request) ? numbered(request, "arg_") : [request]),
  );
}

/** Values of fields that count from 0, in their order. */
function numbered(fields: Record<string, unknown>, prefix: string): unknown[] {
  const values: unknown[] = [];
  for (let i = 0; `${prefix}${i}` in fields; i += 1) values.push(fields[`${prefix}${i}`]);
  return values;
}

/** A list, or null. */
export const listOf = (value: unknown): unknown[] | null => (Array.isArray(value) ? value : null);

/** The key as the row has it, as text. */
export function targetOf({ target }: LmRow): string {
  const list = listOf(target);
  if (list) throw new Fault("target", target, "several keys: a response has one");
  const text = readText(target);
  if (text === null || text === undefined)
    throw new Fault("target", target, "target must be a text");
  if (/^\[.*\]$/s.test(text.trim()))
    throw new Fault("target", target, "several keys: a response has one");
  return text;
}

/** Whether the row's own metric counts it as right; null where it is not there or says neither. */
export function saysRight(row: LmRow, metric: string): boolean | null {
  const value = row[metric];
  if (value === 1 || value === true || value === "1.0") return true;
  return value === 0 || value === false || value === "0.0" ? false : null;
}

/** Refuses a reading that the row's own metric contradicts. */
export function checkMetric(row: LmRow, metric: string, right: boolean): void {
  const said = saysRight(row, metric);
  if (said !== null && said !== right)
    throw new Fault(
      metric,
      row[metric],
      `${metric} contradicts the answer and the key as they are read (${right ? "right" : "wrong"})`,
    );
}
