import { formatBytes } from "@/lib/format/number";
import { apiErrorSchema, LENGTH_HEADER } from "@/lib/snapshot/api";

interface FetchOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (loaded: number, total: number | null) => void;
}

/** Fails with what the server says, or with what one can do. */
export async function fetchOk(url: string, what: string, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { signal });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new Error(`${what} could not be fetched: the server does not answer. Is it running?`, {
      cause,
    });
  }
  if (response.ok) return response;
  const body = apiErrorSchema.safeParse(await response.json().catch(() => null));
  const why = body.success
    ? `${body.data.error.what}: ${body.data.error.why}`
    : `the server answered ${response.status}`;
  throw new Error(`${what} could not be fetched: ${why}`);
}

/** Bytes of an address. `onProgress` counts them as they are after decompression. */
export async function fetchBytes(
  url: string,
  what: string,
  { signal, onProgress }: FetchOptions = {},
): Promise<Uint8Array> {
  const response = await fetchOk(url, what, signal);
  const stated = response.headers.get(LENGTH_HEADER) ?? response.headers.get("content-length");
  // A content-length counts compressed bytes: only our own header can be trusted then.
  const exact = response.headers.has(LENGTH_HEADER) || !response.headers.has("content-encoding");
  const total = exact && stated !== null ? Number(stated) : null;
  if (!response.body) return new Uint8Array(await response.arrayBuffer());

  // Filled in place where the size is known: a copy of all rows would double the memory.
  let bytes = new Uint8Array(total ?? 1 << 20);
  let loaded = 0;
  const reader = response.body.getReader();
  const inPart = (cause?: unknown) => {
    const of = total === null ? "" : ` of ${formatBytes(total)}`;
    return new Error(`${what} came in part: ${formatBytes(loaded)}${of}. Try again.`, { cause });
  };
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      signal?.throwIfAborted();
      // The browser's own words tell no more than "network error".
      throw inPart(error);
    });
    if (done) break;
    if (loaded + value.length > bytes.length) {
      const larger = new Uint8Array(Math.max(2 * bytes.length, loaded + value.length));
      larger.set(bytes.subarray(0, loaded));
      bytes = larger;
    }
    bytes.set(value, loaded);
    loaded += value.length;
    onProgress?.(loaded, total);
  }
  if (total !== null && loaded !== total) throw inPart();
  // A view would hand over its whole buffer, the unused end included.
  return loaded === bytes.length ? bytes : bytes.slice(0, loaded);
}
