import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { encodeEvent, eventStream, type StreamEvent } from "./events";

const event = (id: string, data: unknown): StreamEvent => ({ id, event: "progress", data });

function reader(response: Response) {
  const texts = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!texts) throw new Error("no body");
  return texts;
}

/** Nothing is said until the signal aborts. */
const silent = async function* (signal: AbortSignal): AsyncGenerator<StreamEvent> {
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
};

describe("server-sent events", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("keeps line breaks inside the one data line", () => {
    expect(encodeEvent(event("7", { text: "a\nb\r\n\nid: 8" }))).toBe(
      'id: 7\nevent: progress\ndata: {"text":"a\\nb\\r\\n\\nid: 8"}\n\n',
    );
  });

  it("streams what the source says, in order, and ends with it", async () => {
    const response = eventStream(new AbortController().signal, async function* () {
      yield event("1", await Promise.resolve(1));
      yield event("2", 2);
    });
    expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
    expect(await response.text()).toBe(
      `: still here\n\n${encodeEvent(event("1", 1))}${encodeEvent(event("2", 2))}`,
    );
  });

  it("says that it is there while nothing happens", async () => {
    const texts = reader(eventStream(new AbortController().signal, silent));
    expect((await texts.read()).value).toBe(": still here\n\n");
    const next = texts.read();
    await vi.advanceTimersByTimeAsync(15_000);
    expect((await next).value).toBe(": still here\n\n");
  });

  it("tells the source when the client is gone", async () => {
    const client = new AbortController();
    let told: AbortSignal | null = null;
    const response = eventStream(client.signal, (signal) => silent((told = signal)));
    const texts = reader(response);
    await texts.read();
    client.abort();
    expect((told as AbortSignal | null)?.aborted).toBe(true);
    expect((await texts.read()).done).toBe(true);
  });

  it("tells the source when the reader gives up", async () => {
    let told: AbortSignal | null = null;
    const response = eventStream(new AbortController().signal, (signal) => silent((told = signal)));
    await response.body?.cancel();
    expect((told as AbortSignal | null)?.aborted).toBe(true);
  });

  it("fails as the source fails", async () => {
    const response = eventStream(new AbortController().signal, async function* () {
      yield await Promise.reject<StreamEvent>(new Error("the database is gone"));
    });
    await expect(response.text()).rejects.toThrow("the database is gone");
  });
});
