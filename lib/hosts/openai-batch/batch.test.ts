import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HostError, type BatchHost, type ModelHost, type ModelRequest } from "@/lib/hosts/host";
import { NEVER, opened } from "@/lib/hosts/testing/opened";
import { completion, requestFor } from "@/lib/hosts/testing/replies";
import {
  dropMidway,
  fail,
  reply,
  replyText,
  scriptedHost,
  type ScriptedHost,
} from "@/lib/hosts/testing/scripted-host";
import { batchFiles } from "./files";

const KEY = "sk-batch-0123456789";
let server: ScriptedHost;
let host: ModelHost;
let batch: BatchHost;
beforeEach(async () => {
  server = await scriptedHost();
  host = opened(
    { kind: "openai-batch", base_url: `${server.url}/v1`, key_variable: "TEST_API_KEY" },
    { TEST_API_KEY: KEY },
  );
  batch = host.batch!;
});
afterEach(async () => {
  await server.close();
  await host.close();
});

const asked = (...ids: string[]): Map<string, ModelRequest> =>
  new Map(ids.map((id) => [id, requestFor({ model: "gpt-4o" })]));
const done = (id: string, text: string) => ({
  id: `batch_req_${id}`,
  custom_id: id,
  response: { status_code: 200, request_id: "r", body: completion(text) },
  error: null,
});
const failed = (id: string, status: number, message: string) => ({
  custom_id: id,
  response: { status_code: status, body: { error: { message } } },
  error: null,
});
const lines = (...rows: readonly object[]) =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** A batch in a state, with its files. */
function batchOf(
  status: string,
  output: string | null,
  errors: string | null,
  more: object = {},
): void {
  server.route(
    "/v1/batches/batch_1",
    reply({
      id: "batch_1",
      status,
      output_file_id: output === null ? undefined : "file-out",
      error_file_id: errors === null ? undefined : "file-err",
      ...more,
    }),
  );
  server.route("/v1/files/file-out/content", replyText(output ?? ""));
  server.route("/v1/files/file-err/content", replyText(errors ?? ""));
}
const texts = (results: ReadonlyMap<string, unknown>) =>
  Object.fromEntries(
    [...results].map(([id, one]) => [
      id,
      one instanceof HostError ? `error: ${one.message}` : (one as { text: string }).text,
    ]),
  );

describe("input files", () => {
  const many = (count: number, model: (i: number) => string) =>
    Array.from({ length: count }, (_, i): [string, ModelRequest] => [
      `r${i}`,
      requestFor({ model: model(i) }),
    ]);

  it("hold one model each, and no more than the limits", () => {
    const files = [
      ...batchFiles(
        many(7, (i) => (i % 2 === 0 ? "a" : "b")),
        { requests: 3, bytes: 1e6 },
      ),
    ];
    expect(files.map(({ model, customIds }) => [model, customIds])).toEqual([
      ["a", ["r0", "r2", "r4"]],
      ["a", ["r6"]],
      ["b", ["r1", "r3", "r5"]],
    ]);
    expect(JSON.parse(files[0]!.text.split("\n")[0]!)).toMatchObject({
      custom_id: "r0",
      method: "POST",
      url: "/v1/chat/completions",
      body: { model: "a", max_completion_tokens: 32 },
    });
  });

  it("lose nothing and repeat nothing, whatever the limits", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 300, max: 2000 }),
        (requests, bytes) => {
          const files = [
            ...batchFiles(
              many(20, (i) => `m${i % 3}`),
              { requests, bytes },
            ),
          ];
          expect(files.flatMap(({ customIds }) => customIds).sort()).toEqual(
            many(20, () => "")
              .map(([id]) => id)
              .sort(),
          );
          for (const { customIds, text } of files) {
            expect(customIds.length).toBeLessThanOrEqual(requests);
            expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
            expect(text.trimEnd().split("\n")).toHaveLength(customIds.length);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it("refuse an id that stands twice", () => {
    const twice = [...many(1, () => "a"), ...many(1, () => "a")];
    expect(() => [...batchFiles(twice)]).toThrow(/r0 stands twice/);
  });
});

describe("handing in", () => {
  it("uploads the lines, and makes a batch under a name", async () => {
    server.script(reply({ id: "file-in" }), reply({ id: "batch_9", status: "validating" }));
    const [file] = batch.files(asked("a", "b"));
    expect(await batch.upload(file!, NEVER)).toBe("file-in");
    expect(await batch.create("file-in", "job-1/0", NEVER)).toBe("batch_9");
    expect(server.seen[0]?.path).toBe("/v1/files");
    expect(server.seen[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(server.seen[0]?.text).toContain('"custom_id":"b"');
    expect(server.seen[1]?.body).toEqual({
      input_file_id: "file-in",
      endpoint: "/v1/chat/completions",
      completion_window: "24h",
      metadata: { foilscope: "job-1/0" },
    });
  });

  it("finds a batch that was handed in before a crash, and says where there is none", async () => {
    const other = { id: "batch_0", status: "completed", metadata: null };
    const earlier = { id: "batch_7", status: "in_progress", metadata: { foilscope: "job-1/0" } };
    server.script(reply({ data: [other], has_more: true }), reply({ data: [earlier] }));
    expect(await batch.find("job-1/0", NEVER)).toBe("batch_7");
    expect(server.seen.map(({ path }) => path)).toEqual([
      "/v1/batches?limit=100",
      "/v1/batches?limit=100&after=batch_0",
    ]);
    server.script(reply({ data: [other] }));
    expect(await batch.find("job-1/0", NEVER)).toBeNull();
  });

  it("tells why a file was refused", async () => {
    batchOf("failed", null, null, {
      errors: { data: [{ line: 3, message: "no such model" }, { message: "too long" }] },
    });
    expect(await batch.status("batch_1", NEVER)).toEqual({
      state: "failed",
      ended: true,
      counts: null,
      problems: ["line 3: no such model", "too long"],
    });
  });

  it("is counted and cancelled by the id alone", async () => {
    batchOf("in_progress", null, null, { request_counts: { total: 5, completed: 2, failed: 1 } });
    expect(await batch.status("batch_1", NEVER)).toMatchObject({
      ended: false,
      counts: { total: 5, done: 2, failed: 1 },
    });
    server.route("/v1/batches/batch_1/cancel", reply({ id: "batch_1", status: "cancelling" }));
    expect(await batch.cancel("batch_1", NEVER)).toMatchObject({ state: "cancelling" });
  });
});

describe("collecting", () => {
  it("joins both files by id, in any order, and counts", async () => {
    batchOf("completed", lines(done("c", "3"), done("a", "1")), lines(failed("b", 500, "oops")));
    const harvest = await batch.collect("batch_1", asked("a", "b", "c", "d"), NEVER);
    expect(texts(harvest.results)).toEqual({
      a: "1",
      b: "error: the host answers 500: oops",
      c: "3",
    });
    expect(harvest).toMatchObject({ done: 2, failed: 1, missing: 1, surplus: 0, unreadable: 0 });
    const [reading] = [...harvest.results.values()];
    expect(reading).toMatchObject({ latencyMs: null, promptTokens: 21 });
  });

  it("of a completed batch with nothing in it has all missing", async () => {
    batchOf("completed", null, null);
    expect(await batch.collect("batch_1", asked("a", "b"), NEVER)).toMatchObject({
      done: 0,
      failed: 0,
      missing: 2,
    });
  });

  it("of an expired batch has its part; what was not reached can be asked again", async () => {
    const expired = {
      custom_id: "b",
      response: null,
      error: { code: "batch_expired", message: "This request could not be executed in time." },
    };
    batchOf("expired", lines(done("a", "1")), lines(expired));
    const harvest = await batch.collect("batch_1", asked("a", "b", "c"), NEVER);
    expect(harvest).toMatchObject({ done: 1, failed: 1, missing: 1 });
    expect(harvest.results.get("b")).toMatchObject({ details: { again: true } });
  });

  it("a second time adds nothing, and a line that stands twice neither", async () => {
    batchOf("completed", lines(done("a", "1"), done("a", "2"), done("x", "9")), "");
    const first = await batch.collect("batch_1", asked("a"), NEVER);
    const second = await batch.collect("batch_1", asked("a"), NEVER);
    expect(texts(first.results)).toEqual({ a: "1" });
    expect(second).toEqual(first);
    expect(first).toMatchObject({ done: 1, missing: 0, surplus: 2 });
  });

  it("counts torn and strange lines, and reads Unicode line separators as text", async () => {
    const torn = JSON.stringify(done("b", "2")).slice(0, 40);
    batchOf(
      "completed",
      `${lines(done("a", "1\u2028\u20292"))}{"custom_id":"c"}\nnot json\n${torn}`,
      null,
    );
    const harvest = await batch.collect("batch_1", asked("a", "b", "c"), NEVER);
    expect(texts(harvest.results)).toEqual({ a: "1\u2028\u20292" });
    expect(harvest).toMatchObject({ done: 1, missing: 2, unreadable: 3 });
  });

  it("takes an error inside a reply of status 200 for an error", async () => {
    const hidden = {
      custom_id: "a",
      response: { status_code: 200, body: { error: { message: "no capacity", code: 503 } } },
    };
    batchOf("completed", lines(hidden), null);
    const { results } = await batch.collect("batch_1", asked("a"), NEVER);
    expect(texts(results)).toEqual({ a: "error: no capacity" });
  });

  it("never shows the key", async () => {
    batchOf("completed", lines(done("a", `key ${KEY}`)), null);
    const { results } = await batch.collect("batch_1", asked("a"), NEVER);
    expect(JSON.stringify([...results])).not.toContain(KEY);
  });

  it("fails as a whole where a file cannot be had", async () => {
    batchOf("completed", "", null);
    server.route("/v1/files/file-out/content", fail(500, "later"));
    await expect(batch.collect("batch_1", asked("a"), NEVER)).rejects.toThrow(/500: later/);
    server.route("/v1/files/file-out/content", dropMidway(done("a", "1")));
    const broken = batch.collect("batch_1", asked("a"), NEVER);
    await expect(broken).rejects.toMatchObject({ name: "HostError", details: { again: true } });
  });
});

it("answers single questions beside its batches", async () => {
  server.route("/v1/models", reply({ data: [] }));
  server.script(reply(completion("2")));
  expect((await host.ask(requestFor(), NEVER)).text).toBe("2");
});
