import "server-only";
import { Failure } from "./failure";

/** Bytes of a request's body: a spec with a long prompt of its own has some hundred thousand. */
const MOST_BYTES = 4 * 1024 * 1024;

const failure = (status: number, why: string) =>
  new Failure(status, { what: "the request cannot be read", where: "body", why });

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.byteLength;
    // Leaving the loop cancels the stream: nothing more of it is read.
    if (size > MOST_BYTES)
      throw failure(413, `it is longer than ${MOST_BYTES} bytes and was not read further`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** The JSON of a request's body. @throws Failure 413 for one that is too long, 400 for no JSON */
export async function jsonBody({ body }: Request): Promise<unknown> {
  const text = body === null ? "" : await textOf(body);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw failure(400, "it is not JSON");
  }
}
