/** A number that a paper prints, set against what other numbers that it prints make of it. */
export interface Check {
  /** Names it in docs/published-disagreements.md. */
  readonly id: string;
  readonly printed: number;
  /** Half a unit of the last printed digit. */
  readonly room: number;
  /** What the others give: one value, or bounds where they are rounded themselves. */
  readonly low: number;
  readonly high: number;
}

/** Decimal fractions are not exact in binary. */
const HAIR = 1e-9;

/** Whether some value within the bounds is printed so. */
export const agrees = ({ printed, room, low, high }: Check): boolean =>
  printed + room + HAIR * Math.max(1, Math.abs(printed)) >= low &&
  printed - room - HAIR * Math.max(1, Math.abs(printed)) <= high;

export const half = (digits: number): number => 0.5 * 10 ** -digits;

/** A number that exact counts determine. */
export function exactly(id: string, printed: number, digits: number, value: number | null): Check {
  if (value === null) throw new Error(`${id}: undefined`);
  return { id, printed, room: half(digits), low: value, high: value };
}

/** A number between two that others give. */
export function within(
  id: string,
  printed: number,
  digits: number,
  bounds: readonly [number, number],
): Check {
  return { id, printed, room: half(digits), low: Math.min(...bounds), high: Math.max(...bounds) };
}

/** A printed number and all that it can have been rounded from. */
export const around = (printed: number, digits: number): readonly [number, number] => [
  printed - half(digits),
  printed + half(digits),
];

/** Bounds of an interval, each a check of its own. */
export function bothEnds(
  id: string,
  printed: readonly [number, number],
  digits: number,
  value: readonly [number, number] | null,
  scale = 1,
): Check[] {
  if (value === null) throw new Error(`${id}: undefined`);
  return [
    exactly(`${id}, lower end`, printed[0], digits, scale * value[0]),
    exactly(`${id}, upper end`, printed[1], digits, scale * value[1]),
  ];
}
