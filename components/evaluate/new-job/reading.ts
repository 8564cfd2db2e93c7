import type { SpecProblem } from "@/lib/evaluate/spec-text";

type Path = readonly (string | number)[];

/** What a JSON value holds at a path; undefined where it holds nothing there. */
export function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inside, step) =>
      typeof inside === "object" && inside !== null
        ? (inside as Record<string | number, unknown>)[step]
        : undefined,
    value,
  );
}

/** A text for a field, whatever stands there. */
export function textAt(value: unknown, path: Path, otherwise = ""): string {
  const found = at(value, path);
  if (found === undefined || found === null) return otherwise;
  return typeof found === "string" ? found : JSON.stringify(found);
}

export function numberAt(value: unknown, path: Path, otherwise: number | null = null) {
  const found = at(value, path);
  if (found === undefined) return otherwise;
  return typeof found === "number" ? found : null;
}

export function textsAt(value: unknown, path: Path, otherwise: readonly string[] = []) {
  const found = at(value, path);
  if (!Array.isArray(found)) return otherwise;
  return found.filter((one) => typeof one === "string");
}

export function numbersAt(value: unknown, path: Path): readonly number[] {
  const found = at(value, path);
  return Array.isArray(found) ? found.filter((one) => typeof one === "number") : [];
}

/** The problem of a field, or of what is inside it. */
export function problemAt(problems: readonly SpecProblem[], path: Path): string | null {
  const name = path.join(".");
  const found = problems.find((one) => one.path === name || one.path.startsWith(`${name}.`));
  return found?.reason ?? null;
}
