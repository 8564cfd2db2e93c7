import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { attachHost, detachHost, hostsFile, readHosts } from "./config-store";
import { hostConfigSchema, type HostConfigInput } from "./config";
import { addressOf, hostFault, openHost } from "./open";
import { addressPolicy } from "./addresses";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-hosts-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const config = (change: Partial<HostConfigInput> = {}) =>
  hostConfigSchema.parse({ id: "local", kind: "ollama", ...change });

describe("attached hosts", () => {
  it("are none at first, and come back as they were attached", async () => {
    expect(await readHosts(dir)).toEqual({ hosts: [], broken: [] });
    await attachHost(dir, config());
    await attachHost(dir, config({ id: "second", concurrency: 8 }));
    await attachHost(dir, config({ concurrency: 2 }));
    const { hosts } = await readHosts(dir);
    expect(hosts.map(({ id, concurrency }) => [id, concurrency])).toEqual([
      ["local", 2],
      ["second", 8],
    ]);
    expect(await detachHost(dir, "local")).toBe(true);
    expect(await detachHost(dir, "local")).toBe(false);
    expect((await readHosts(dir)).hosts.map(({ id }) => id)).toEqual(["second"]);
  });

  it("are written for the owner alone, with nothing left beside", async () => {
    await attachHost(dir, config());
    expect((await stat(hostsFile(dir))).mode & 0o777).toBe(0o600);
    expect(await readdir(dir)).toEqual(["hosts.json"]);
  });

  it("attached at the same moment are all kept", async () => {
    const ids = Array.from({ length: 20 }, (_, i) => `h${i}`);
    await Promise.all(ids.map((id) => attachHost(dir, config({ id }))));
    expect((await readHosts(dir)).hosts.map(({ id }) => id)).toEqual(ids);
  });

  it("that cannot be read are told, do not hide the others, and stay in the file", async () => {
    const strange = { id: "odd", kind: "telepathy" };
    const file = { version: 1, hosts: [config(), strange, config()] };
    await writeFile(hostsFile(dir), JSON.stringify(file));
    const { hosts, broken } = await readHosts(dir);
    expect(hosts).toHaveLength(1);
    expect(broken.map(({ index }) => index)).toEqual([1, 2]);
    expect(broken[0]?.reason).toMatch(/^kind: /);
    expect(broken[1]?.reason).toBe('id: "local" stands twice');
    await attachHost(dir, config({ id: "new" }));
    expect(await readFile(hostsFile(dir), "utf8")).toContain("telepathy");
  });

  it("of a file that is no JSON are an error that names it", async () => {
    await writeFile(hostsFile(dir), "{");
    await expect(readHosts(dir)).rejects.toThrow(/hosts\.json is no JSON; mend it or move it away/);
    await expect(attachHost(dir, config())).rejects.toThrow(/no JSON/);
  });

  it("of a file that is broken as a whole say why, without what it holds or where it lies", async () => {
    const said = async (text: string) => {
      await writeFile(hostsFile(dir), text);
      return readHosts(dir).then(
        () => "read",
        (error: unknown) => (error as Error).message,
      );
    };
    expect(await said('{ "version": 1,\n  "hosts": [],\n}')).toBe(
      "hosts.json is no JSON; mend it or move it away (line 3 column 1)",
    );
    expect(await said('{ "version": 1, "hosts": [')).toBe(
      "hosts.json is no JSON; mend it or move it away (it ends too early)",
    );
    expect(await said("\n")).toBe("hosts.json is empty; mend it or move it away");
    expect(await said('{ "version": 2, "hosts": [] }')).toMatch(/^hosts\.json: version: /);
    expect(await said('\uFEFF{ "version": 1, "hosts": [] }')).toBe("read");
  });
});

describe("a host's configuration", () => {
  const messages = (input: object) =>
    hostConfigSchema.safeParse({ id: "a", ...input }).error?.issues.map(({ message }) => message);

  it("never holds a key: not in its address, and not in place of a variable's name", () => {
    for (const base_url of [
      "http://me:secret@gpu.example",
      "https://gpu.example/v1?key=secret",
      "https://gpu.example/v1#secret",
    ]) {
      const said = messages({ kind: "ollama", base_url });
      expect(said, base_url).toHaveLength(1);
      expect(JSON.stringify(said)).not.toContain("secret");
    }
    expect(messages({ kind: "gemini", key_variable: "sk-secret" })).toEqual([
      "name an environment variable that ends in _API_KEY",
    ]);
    // Other secrets of the server stay there.
    expect(messages({ kind: "gemini", key_variable: "DATABASE_URL" })).toHaveLength(1);
    expect(messages({ kind: "gemini", key_variable: "AWS_SECRET_ACCESS_KEY" })).toHaveLength(1);
  });

  it("must fit its kind", () => {
    expect(messages({ kind: "openai-compatible" })?.[0]).toMatch(/needs its address/);
    expect(messages({ kind: "simulated", base_url: "http://a.example" })?.[0]).toMatch(/neither/);
    expect(messages({ kind: "ollama", base_url: "file:///etc/passwd" })).toHaveLength(1);
    expect(messages({ kind: "ollama", simulation: { models: [] } })).not.toBeUndefined();
  });

  it("finds its usual address", () => {
    expect(addressOf(config())).toBe("http://127.0.0.1:11434");
    expect(addressOf(config({ base_url: "http://gpu.example:1/" }))).toBe("http://gpu.example:1");
    expect(addressOf(config({ kind: "simulated" }))).toBeNull();
  });

  it("says which variable is missing, by its name alone", () => {
    const gemini = config({ kind: "gemini", key_variable: "LAB_API_KEY" });
    expect(hostFault(gemini, {})).toBe(
      "host local: the environment variable LAB_API_KEY, which should hold its key, is not set where Foilscope runs",
    );
    expect(hostFault(gemini, { LAB_API_KEY: " " })).not.toBeNull();
    expect(hostFault(gemini, { LAB_API_KEY: "x" })).toBeNull();
    for (const key of ["sk-0123\n456789", "sk-ключ", "sk-01\u0000"]) {
      const fault = hostFault(gemini, { LAB_API_KEY: key });
      expect(fault).toBe(
        "host local: the environment variable LAB_API_KEY holds what cannot be a key (a line break, or a character that is not of ASCII)",
      );
    }
    // A line break at the end is that of a file which was read into the variable.
    expect(hostFault(gemini, { LAB_API_KEY: "sk-0123456789\n" })).toBeNull();
    expect(hostFault(config({ kind: "gemini" }), {})).toMatch(/gemini needs a key/);
    expect(hostFault(config(), {})).toBeNull();
    const options = { environment: {}, policy: addressPolicy(undefined) };
    expect(() => openHost(gemini, options)).toThrow(/LAB_API_KEY/);
  });
});
