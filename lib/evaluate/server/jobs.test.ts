import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createJob } from "@/lib/jobs/actions";
import { JobDatabaseError } from "@/lib/jobs/database/database";
import type { Drive } from "@/lib/jobs/evaluation";
import type { JobPorts } from "@/lib/jobs/ports";
import { finished } from "@/lib/protocol/steps";
import type { JobSpec } from "@/lib/protocol/job-spec";
import { failureOf, openerOf, right, ScriptedHost } from "@/tests/helpers/jobs/hosts";
import { itemSetOf, specOf } from "@/tests/helpers/jobs/protocol";
import { memoryRoom, portsOf } from "@/tests/helpers/jobs/room";
import { EvaluateError } from "../refused";
import { Jobs } from "./jobs";

const set = itemSetOf(3);
const never = new AbortController().signal;
let room: Awaited<ReturnType<typeof memoryRoom>>;
beforeAll(async () => {
  room = await memoryRoom();
});
afterAll(() => room.database.close());
beforeEach(() => room.clear());

const jobsOf = (ports: JobPorts) =>
  new Jobs({
    database: room.database,
    ports,
    publish: () => Promise.resolve(),
  });

/** What starting a job of a spec says when it fails. */
async function startOf(ports: JobPorts, changes: Partial<JobSpec> = {}): Promise<unknown> {
  const id = await createJob(room.database, ports, specOf(set, changes));
  return jobsOf(ports)
    .act(id, { action: "run" }, never, finished)
    .then(
      () => null,
      (error: unknown) => error,
    );
}

const refused = (status: number, message: string) => ({ name: "EvaluateError", status, message });

describe("a job that cannot be started", () => {
  it("says that its host is off", async () => {
    const host = new ScriptedHost(right);
    vi.spyOn(host, "probe").mockRejectedValue(failureOf("connection refused at port 9", null));
    const error = await startOf(portsOf([set], openerOf(host)));
    expect(error).toBeInstanceOf(EvaluateError);
    expect(error).toMatchObject(refused(502, "connection refused at port 9"));
  });

  it("says that a key is not set", async () => {
    const open = () => Promise.reject(new Error("host h needs the key FOIL_KEY, which is not set"));
    expect(await startOf(portsOf([set], { open }))).toMatchObject(
      refused(409, "host h needs the key FOIL_KEY, which is not set"),
    );
  });

  it("says that two of its models are one", async () => {
    const hosts = ["h", "h2"].map((id) => new ScriptedHost(right, { id }));
    const models = hosts.map(({ config }) => ({ host: config.id, model: "m" }) as never);
    const error = await startOf(portsOf([set], openerOf(...hosts)), { models });
    expect(error).toMatchObject({ name: "EvaluateError", status: 409 });
    expect(String(error)).toContain("is one model by its digest");
  });

  it("tells nobody what files and databases say", async () => {
    const file = Object.assign(new Error("ENOENT: open '/home/me/hosts.json'"), { code: "ENOENT" });
    const faults = [file, new JobDatabaseError("row 1 is wrong"), new TypeError("no function")];
    for (const fault of faults)
      expect(await startOf(portsOf([set], { open: () => Promise.reject(fault) }))).toBe(fault);
  });
});

it("says that a job which is extended would ask too much", async () => {
  const ports = portsOf([set], openerOf(new ScriptedHost(right)));
  const id = await createJob(room.database, ports, specOf(set));
  const { protocol } = ports;
  const planOf: typeof protocol.planOf = (spec, own) => ({
    ...protocol.planOf(spec, own),
    requests: 2_000_000_000,
  });
  const jobs = jobsOf({ ...ports, protocol: { ...protocol, planOf } });
  const extending = jobs.act(id, { action: "extend", trials: 9 }, never, finished);
  await expect(extending).rejects.toMatchObject({ name: "EvaluateError", status: 422 });
  await expect(extending).rejects.toThrow("would ask 2,000,000,000 requests");
});

it("has the check of a spec carried out by whom it is told", async () => {
  const ports = portsOf([set]);
  let driven = 0;
  const drive: Drive = (steps) => {
    driven += 1;
    return finished(steps);
  };
  const jobs = jobsOf(ports);
  const id = await jobs.make(specOf(set), false, never, drive);
  expect(driven).toBe(1);
  await jobs.act(id, { action: "clone", name: "another" }, never, drive);
  expect(driven).toBe(2);
});
