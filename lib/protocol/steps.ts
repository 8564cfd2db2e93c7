/**
 * Work in small steps, each well below a millisecond: whoever drives it may do something else, or
 * stop, between any two of them.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all of it at once. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
