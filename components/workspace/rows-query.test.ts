import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { Workspace } from "@/lib/metrics/workspace";
import { answerOf, rowsQuery } from "./rows-query";

const workspace = {} as Workspace;
const open = { workspace, version: 1 };

interface Waiting {
  readonly n: number;
  readonly answer: (rows: readonly number[]) => void;
}

/** A question that is answered when the test says so. */
function asking() {
  const waiting: Waiting[] = [];
  const questionOf = (n: number) => ["metric", "positions", n] as const;
  const queryOf = (n: number) =>
    rowsQuery(
      open,
      questionOf(n),
      () => new Promise<readonly number[]>((answer) => waiting.push({ n, answer })),
      true,
    );
  const client = new QueryClient();
  const observer = new QueryObserver(client, queryOf(4));
  const stop = observer.subscribe(() => undefined);
  return {
    stop,
    ask: (n: number) => observer.setOptions(queryOf(n)),
    seen: (n: number) => answerOf(observer.getCurrentResult(), questionOf(n)),
    answer: async (n: number, rows: readonly number[]) => {
      waiting.find((one) => one.n === n)?.answer(rows);
      await expect.poll(() => client.getQueryState(queryOf(n).queryKey)?.fetchStatus).toBe("idle");
    },
  };
}

it("keeps the rows of an earlier question with that question, marked", async () => {
  const view = asking();
  expect(view.seen(4)).toMatchObject({ status: "loading", rows: [], refreshing: false });
  await view.answer(4, [1, 2, 3, 4]);
  view.ask(100);
  expect(view.seen(100)).toMatchObject({
    status: "ready",
    rows: [1, 2, 3, 4],
    asked: ["metric", "positions", 4],
    refreshing: true,
  });
  await view.answer(100, [100]);
  expect(view.seen(100)).toMatchObject({
    rows: [100],
    asked: ["metric", "positions", 100],
    refreshing: false,
  });
  view.stop();
});

it("does not take an earlier question's emptiness for its own", async () => {
  const view = asking();
  await view.answer(4, []);
  expect(view.seen(4)).toMatchObject({ status: "empty", refreshing: false });
  view.ask(100);
  expect(view.seen(100).status).toBe("loading");
  await view.answer(100, []);
  expect(view.seen(100).status).toBe("empty");
  view.stop();
});
