import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { looksAt } from "./looks";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that takes some time for what it had read when it was asked. */
function slowServer(ms: number) {
  const client = new QueryClient();
  const server = { value: 0, asked: 0 };
  const seen: number[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["job", 1, "summary"],
    // As fetch does, an answer that is no longer wanted is dropped.
    queryFn: ({ signal }) => {
      server.asked += 1;
      const { value } = server;
      return new Promise<number>((resolve, reject) => {
        setTimeout(() => resolve(value), ms);
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      });
    },
  });
  const unsubscribe = observer.subscribe(({ data }) => {
    if (data !== undefined && data !== seen.at(-1)) seen.push(data);
  });
  const end = () => {
    unsubscribe();
    client.clear();
  };
  return { client, server, seen, refetch: () => void observer.refetch(), end };
}

it("sees what a slow server says while news come faster, and the last of them", async () => {
  const { client, server, seen, end } = slowServer(2000);
  const looks = looksAt(client, ["job", 1]);
  for (let at = 0; at < 10; at += 1) {
    await vi.advanceTimersByTimeAsync(700);
    server.value += 1;
    looks.want();
  }
  // Answers come at 2.0 s, 4.7 s and 7.4 s; each was read when it was asked for, at 0, 2.7 and 5.4 s.
  expect(seen).toEqual([0, 3]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen).toEqual([0, 3, 7, 10]);
  expect(server.asked).toBe(4);
  looks.stop();
  end();
});

it("looks once more where the answer under way may be older than the news", async () => {
  const { client, server, seen, refetch, end } = slowServer(100);
  const looks = looksAt(client, ["job", 1]);
  await vi.advanceTimersByTimeAsync(1000);
  // Asked anew for another reason, it has begun and does not know of the news yet.
  server.value = 1;
  refetch();
  server.value = 2;
  looks.want();
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toEqual([0, 1, 2]);
  expect(server.asked).toBe(3);
  looks.stop();
  end();
});

it("looks no more once it was stopped", async () => {
  const { client, server, end } = slowServer(100);
  const looks = looksAt(client, ["job", 1]);
  looks.want();
  looks.stop();
  await vi.advanceTimersByTimeAsync(5000);
  looks.want();
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.asked).toBe(1);
  end();
});
