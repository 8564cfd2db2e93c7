/** One server-sent event. */
export interface StreamEvent {
  /** What a client that reconnects names in Last-Event-ID. */
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** Proxies close what is silent for a minute. */
const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ": still here\n\n";

/** JSON has no line breaks of its own, so one data line always holds all of it. */
export function encodeEvent({ id, event, data }: StreamEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

const SILENT = Symbol("silent");

function silence(ms: number): { readonly over: Promise<typeof SILENT>; readonly end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<typeof SILENT>((resolve) => {
    timer = setTimeout(() => resolve(SILENT), ms);
  });
  return { over, end: () => clearTimeout(timer) };
}

/** The events as texts, with a comment at once and after every silence. */
async function* texts(source: AsyncIterable<StreamEvent>): AsyncGenerator<string, undefined> {
  yield KEEP_ALIVE;
  const events = source[Symbol.asyncIterator]();
  let next = events.next();
  for (;;) {
    const { over, end } = silence(KEEP_ALIVE_MS);
    const heard = await Promise.race([next, over]).finally(end);
    if (heard === SILENT) {
      yield KEEP_ALIVE;
      continue;
    }
    if (heard.done === true) return undefined;
    yield encodeEvent(heard.value);
    next = events.next();
  }
}

/**
 * A reply that streams events until the source ends or the client is gone.
 * @param open the source; its signal aborts when nobody listens any more, and it ends then.
 */
export function eventStream(
  client: AbortSignal,
  open: (signal: AbortSignal) => AsyncIterable<StreamEvent>,
): Response {
  const gone = new AbortController();
  const parts = texts(open(AbortSignal.any([client, gone.signal])));
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part: IteratorResult<string, undefined> = await parts.next();
      if (part.done === true) controller.close();
      else controller.enqueue(bytes.encode(part.value));
    },
    cancel: () => gone.abort(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // A compressing proxy would hold events back.
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
