import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hostConfigSchema } from "@/lib/hosts/config";
import { hostsFile } from "@/lib/hosts/config-store";
import { EvaluateService, type ServiceParts } from "./service";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-service-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

it("says that the file of hosts cannot be read, and why, whatever is asked of it", async () => {
  const service = new EvaluateService({ dataDir: dir, environment: {} } as ServiceParts);
  const never = new AbortController().signal;
  const config = hostConfigSchema.parse({ id: "local", kind: "ollama" });
  expect(await service.hosts()).toEqual({ hosts: [], broken: [] });
  await writeFile(hostsFile(dir), "");
  const refused = {
    name: "EvaluateError",
    status: 409,
    what: "hosts.json cannot be read",
    message: "hosts.json is empty; mend it or move it away",
  };
  await expect(service.hosts()).rejects.toMatchObject(refused);
  await expect(service.attach(config)).rejects.toMatchObject(refused);
  await expect(service.detach("local")).rejects.toMatchObject(refused);
  await expect(service.probe("local", never)).rejects.toMatchObject(refused);
});
