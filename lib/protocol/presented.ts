import type { ItemOption } from "@/lib/records/item";
import type { Response } from "@/lib/records/response";

/** What names one request within a run: the key of its response without the run. */
export type RequestKey = Pick<
  Response,
  | "item_id"
  | "environment"
  | "n_options"
  | "padding"
  | "mode"
  | "condition"
  | "permutation"
  | "trial"
>;

/** One option as it is shown. The origin is null where options are drawn from a pool. */
export interface ShownOption {
  readonly text: string;
  readonly origin: ItemOption["origin"] | null;
}

/** What a request shows: it can be rebuilt from the job spec and the item set at any time. */
export interface Presented {
  readonly key: RequestKey;
  /** In the order shown; position p is options[p - 1]. */
  readonly options: readonly ShownOption[];
  /** One-based. */
  readonly goldPos: number;
  readonly itemHash: string;
  readonly optionsHash: string;
  readonly section: string | null;
  readonly stemNegative: boolean | null;
}

/** A chat message as it goes to a host. */
export interface ChatMessage {
  readonly role: "system" | "user";
  readonly content: string;
}

/**
 * Requests of one model that stay on one host and share their prefix: items of one trial of one
 * cell, at most `MAX_CHUNK`. It is the unit that a worker leases.
 */
export interface Chunk {
  /** Zero-based, in the order in which chunks are asked: trial-major. */
  readonly index: number;
  /** Index into the spec's models. */
  readonly model: number;
  readonly cell: Omit<RequestKey, "item_id">;
  /** Zero-based: which hundred of the cell's items. */
  readonly part: number;
  /** Indices into the set's items. */
  readonly items: readonly number[];
}

export const MAX_CHUNK = 100;
