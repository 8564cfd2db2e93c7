import { afterEach, describe, expect, it, vi } from "vitest";
import { hostConfigSchema } from "@/lib/hosts/config";
import { EvaluateError } from "@/lib/evaluate/refused";
import { setServing } from "@/lib/evaluate/standing";
import type { OnDemand } from "@/lib/evaluate/server/on-demand";
import { apiErrorSchema } from "@/lib/snapshot/api";

vi.mock("server-only", () => ({}));
const { NO_BODY, reading, writing } = await import("./evaluate");

const HOST = { id: "sim", kind: "simulated" };
const ATTACHED = { hosts: [], broken: [] };

function serve(bound: string, token: string | null, opened: () => Promise<unknown>) {
  setServing({ bound, token, evaluate: { service: opened } as unknown as OnDemand });
}

function post(body: string, headers: Record<string, string> = {}): Request {
  return new Request("http://here.example/api/hosts", {
    method: "POST",
    headers: { "content-type": "application/json", host: "here.example", ...headers },
    body,
  });
}

const attach = (request: Request) =>
  writing("attachHost", request, hostConfigSchema, () => Promise.resolve(ATTACHED));

async function said(response: Response) {
  return { status: response.status, ...apiErrorSchema.parse(await response.json()).error };
}

describe("the one way to what changes something", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("reads nothing of who may not, and opens nothing for them", async () => {
    const opened = vi.fn(() => Promise.resolve({}));
    serve("0.0.0.0", "secret", opened);
    for (const request of [post("{"), post("{}", { authorization: "Bearer wrong" })]) {
      expect(await said(await attach(request))).toMatchObject({ status: 401 });
      expect(request.bodyUsed).toBe(false);
    }
    expect(opened).not.toHaveBeenCalled();
    const allowed = post(JSON.stringify(HOST), { authorization: "Bearer secret" });
    expect((await attach(allowed)).status).toBe(200);
  });

  it("names what of a body cannot be read, before anything is opened", async () => {
    const opened = vi.fn(() => Promise.resolve({}));
    serve("127.0.0.1", null, opened);
    expect(await said(await attach(post("{")))).toMatchObject({
      status: 400,
      why: "it is not JSON",
    });
    const wrong = await said(await attach(post(JSON.stringify({ ...HOST, id: "No" }))));
    expect(wrong).toMatchObject({ status: 400 });
    expect(wrong.why).toContain("id");
    expect(opened).not.toHaveBeenCalled();
  });

  it("reads no more of a body than a spec can have", async () => {
    serve("127.0.0.1", null, () => Promise.resolve({}));
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20));
      },
    });
    const request = new Request("http://here.example/api/hosts", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: endless,
      duplex: "half",
    } as RequestInit);
    expect(await said(await attach(request))).toMatchObject({ status: 413, where: "body" });
    // 4 MB are read, and what the stream had ready ahead.
    expect(sent).toBeLessThanOrEqual(7);
  });

  it("takes no field from a prototype for one of its own", async () => {
    serve("127.0.0.1", null, () => Promise.resolve({}));
    for (const body of [
      '{"__proto__": {"id": "sim", "kind": "simulated"}}',
      '{"id": "sim", "kind": "simulated", "constructor": {}}',
      '{"id": "sim", "kind": "toString"}',
    ])
      expect(await said(await attach(post(body))), body).toMatchObject({ status: 400 });
    expect(Object.hasOwn(Object.prototype, "kind")).toBe(false);
  });

  it("takes a DELETE without a body", async () => {
    serve("127.0.0.1", null, () => Promise.resolve({}));
    const request = new Request("http://here.example/api/hosts/x", { method: "DELETE" });
    const response = await writing("detachHost", request, NO_BODY, () => ({ detached: true }));
    expect(await response.json()).toEqual({ detached: true });
  });
});

describe("what the service refuses", () => {
  const jobs = (work: () => unknown) =>
    reading("jobs", new Request("http://here.example/api/jobs"), work);

  it("is told as it is said, and what went wrong inside is not", async () => {
    serve("127.0.0.1", null, () => Promise.resolve({}));
    const refused = () => {
      throw new EvaluateError(409, "the job cannot do that now", "job 1", "it is running");
    };
    expect(await said(await jobs(refused))).toEqual({
      status: 409,
      what: "the job cannot do that now",
      where: "job 1",
      why: "it is running",
    });
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const inside = await said(await jobs(() => Promise.reject(new Error("/home/me/store"))));
    expect(inside.status).toBe(500);
    expect(inside.why).not.toContain("/home/me");
  });

  it("does not blame the caller for a reply that is none", async () => {
    serve("127.0.0.1", null, () => Promise.resolve({}));
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(await said(await jobs(() => ({ jobs: [{ id: "one" }] })))).toMatchObject({
      status: 500,
      what: "the server could not answer",
    });
  });

  it("says why jobs cannot be opened", async () => {
    serve("127.0.0.1", null, () => Promise.reject(new Error("in use by process 7")));
    expect(await said(await jobs(() => ({ jobs: [] })))).toMatchObject({
      status: 503,
      why: "in use by process 7",
    });
  });
});
