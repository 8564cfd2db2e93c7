import { z } from "zod";
import type { ModelRequest } from "@/lib/hosts/host";
import type { ChatMessage, Presented, RequestKey } from "@/lib/protocol/presented";
import { cellOf, cellText } from "../cell";
import type { Evaluation } from "../evaluation";
import type { ClaimedChunk } from "../queue/leases";
import { requestOf } from "../runner/asking";

const groupSchema = z.strictObject({
  /** Index of the chunk in the job's plan as it is now. */
  chunk: z.int(),
  /** Of the lease under which it was put into the batch. */
  epoch: z.int(),
  /** How often the chunk was tried with this batch; earlier versions did not write it down. */
  attempts: z.int().min(1).default(1),
  run_id: z.string(),
  cell: z.string(),
  trial: z.int(),
  part: z.int(),
  /** Ids of the items that are asked. */
  items: z.array(z.string()).min(1),
});
const contentSchema = z.array(groupSchema).min(1);

/** The requests of one chunk in a batch. */
export type BatchGroup = z.output<typeof groupSchema>;
/** All that a batch asks: its file can be made again from it at any time. */
export type BatchContent = readonly BatchGroup[];

/** As it lies in the database. */
export const contentText = z
  .string()
  .transform((text): BatchContent => contentSchema.parse(JSON.parse(text)));

export function groupOf(chunk: ClaimedChunk): BatchGroup {
  const { cell, part } = chunk.content;
  return {
    chunk: chunk.chunk,
    epoch: chunk.epoch,
    attempts: chunk.attempts,
    run_id: chunk.runId,
    cell: cellText(cell),
    trial: cell.trial,
    part,
    items: chunk.todo.map((key) => key.item_id),
  };
}

/** Names a request within its batch. */
const customId = (group: number, item: number) => `${group}-${item}`;

/** One request of a batch. */
export interface BatchRequest {
  readonly customId: string;
  readonly group: BatchGroup;
  readonly key: RequestKey;
}

/** Requests of a group, in the order of its items. @param place of the group in its batch */
export function requestsOfGroup(group: BatchGroup, place: number): BatchRequest[] {
  const cell = cellOf(group.cell);
  return group.items.map((item_id, i) => ({
    customId: customId(place, i),
    group,
    key: { ...cell, item_id, trial: group.trial },
  }));
}

export const requestsOf = (content: BatchContent): BatchRequest[] =>
  content.flatMap(requestsOfGroup);

/** What a request shows, and how it is sent: the same each time. */
export function shownOf(
  evaluation: Evaluation,
  model: number,
  { key }: BatchRequest,
): { presented: Presented; messages: readonly ChatMessage[]; request: ModelRequest } {
  const presented = evaluation.present(key);
  const messages = evaluation.render(presented);
  // Hosts of batches load no model for a context of its own.
  return { presented, messages, request: requestOf(evaluation, model, presented, messages, null) };
}
