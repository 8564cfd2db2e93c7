import { expect, it } from "vitest";
import { systemClock } from "@/lib/hosts/clock";
import type { Database } from "@/lib/jobs/database/database";
import type { ReplyLog } from "./log";
import type { RecordLine } from "./record";
import { Storer } from "./storer";

/** Stores nothing; says by what number of transactions, and when. */
function storing() {
  let transactions = 0;
  const database = {
    transaction: () => {
      transactions += 1;
      return Promise.resolve();
    },
    run: () => Promise.resolve(0),
  } as unknown as Database;
  const log = {
    append: () => ({ name: "log", end: 1 }),
    storedUpTo: () => [],
  } as unknown as ReplyLog;
  const stored: number[] = [];
  const storer = new Storer(database, systemClock, "me", log, {
    stored: (lines) => stored.push(lines),
    note: () => undefined,
  });
  return { storer, stored, transactions: () => transactions };
}

const lease = { job: 1, chunk: 0, epoch: 1 };
const lineOf = (item: number, characters: number) =>
  ({
    record: { job: 1, response: { run_id: "r", item_id: `t${item}`, trial: 1 } },
    text: "x".repeat(characters),
  }) as unknown as RecordLine;

it("stores what is long in transactions of a bounded size, and one that is longer by itself", async () => {
  const { storer, stored, transactions } = storing();
  const millions = [6, 6, 6, 30, 1, 1];
  millions.forEach((size, item) => storer.add(lineOf(item, size * 1_000_000), lease));
  expect(await storer.drained()).toBe(true);
  // At most 16 million characters, or one line.
  expect(stored).toEqual([2, 1, 1, 2]);
  expect(transactions()).toBe(4);
});

it("makes no more requests while much waits to be stored", async () => {
  const { storer } = storing();
  for (let item = 0; item < 3; item += 1) storer.add(lineOf(item, 20_000_000), lease);
  expect(storer.congested).toBe(false);
  storer.add(lineOf(3, 20_000_000), lease);
  expect(storer.congested).toBe(true);
  await storer.drained();
  expect(storer.congested).toBe(false);
});
