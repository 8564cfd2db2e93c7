import { afterEach, expect, it, vi } from "vitest";
import { LENGTH_HEADER } from "@/lib/snapshot/api";
import { fetchBytes } from "./fetch-bytes";

const reply = (body: BodyInit, init?: ResponseInit) =>
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, init)));
afterEach(() => vi.unstubAllGlobals());

it("reads bytes and counts them against the stated length", async () => {
  reply("hello", { headers: { [LENGTH_HEADER]: "5", "content-encoding": "br" } });
  const seen: (readonly [number, number | null])[] = [];
  const bytes = await fetchBytes("/x", "The file", {
    onProgress: (loaded, total) => seen.push([loaded, total]),
  });
  expect(new TextDecoder().decode(bytes)).toBe("hello");
  expect(seen.at(-1)).toEqual([5, 5]);
});

it("does not count against the length of compressed bytes", async () => {
  reply("hello", { headers: { "content-length": "2", "content-encoding": "gzip" } });
  expect((await fetchBytes("/x", "The file")).length).toBe(5);
});

it("refuses a file that came in part", async () => {
  reply("hel", { headers: { [LENGTH_HEADER]: "5" } });
  await expect(fetchBytes("/x", "The file")).rejects.toThrow("The file came in part: 3 B of 5 B");
});

it("says how much came before the connection ended", async () => {
  const parts = ["hel", null];
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const part = parts.shift();
      if (part) controller.enqueue(new TextEncoder().encode(part));
      else controller.error(new TypeError("network error"));
    },
  });
  reply(body, { headers: { [LENGTH_HEADER]: "5" } });
  await expect(fetchBytes("/x", "The file")).rejects.toThrow("The file came in part: 3 B of 5 B");
});

it("says what the server said, or that it does not answer", async () => {
  reply(
    JSON.stringify({ error: { what: "snapshot x is gone", where: "x", why: "runs changed" } }),
    {
      status: 404,
    },
  );
  await expect(fetchBytes("/x", "The file")).rejects.toThrow("snapshot x is gone: runs changed");
  reply("<html>", { status: 502 });
  await expect(fetchBytes("/x", "The file")).rejects.toThrow("the server answered 502");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(fetchBytes("/x", "The file")).rejects.toThrow("the server does not answer");
});
