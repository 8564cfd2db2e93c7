import type { Standing } from "@/lib/http/operator";
import type { OnDemand } from "./server/on-demand";

/** What the process that serves has put up for its routes. */
export interface Serving extends Standing {
  readonly evaluate: OnDemand;
}

// Routes are bundled apart from the program that starts them: what both know hangs on the process.
const KEY = Symbol.for("foilscope.serving");
const holder = globalThis as { [KEY]?: Serving };

export function setServing(serving: Serving): void {
  holder[KEY] = serving;
}

/** Null in a process that serves the explorer alone. */
export function serving(): Serving | null {
  return holder[KEY] ?? null;
}
