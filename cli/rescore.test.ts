import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { hostConfigSchema } from "@/lib/hosts/config";
import { attachHost } from "@/lib/hosts/config-store";
import { reply, scriptedHost, type ScriptedHost } from "@/lib/hosts/testing/scripted-host";
import { manifestSchema } from "@/lib/records/manifest";
import { foilscope } from "@/tests/helpers/foilscope";

let dir: string;
let server: ScriptedHost;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-rescore-"));
  vi.stubEnv("FOILSCOPE_DATA", dir);
  const options = ["red", "green", "blue"];
  const asked = { run_id: "told", model: "m", n_options: 3, gold_pos: 2, question: "?", options };
  const rows = [
    { ...asked, item_id: "q1", text: "B" },
    { ...asked, item_id: "q2", text: "like grass" },
  ];
  const path = join(dir, "told.jsonl");
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  expect((await foilscope("import", path)).code).toBe(0);
  server = await scriptedHost();
  server.route("/v1/models", reply({ data: [{ id: "small", owned_by: "someone" }] }));
  server.route("/v1/embeddings", (response, request) => {
    const texts = request.body?.input as string[];
    const green = (text: string) => (text === "green" || text === "like grass" ? 1 : 0);
    const data = texts.map((text, index) => ({ index, embedding: [green(text), 0.1] }));
    return reply({ data })(response, request);
  });
});
afterAll(async () => {
  await server.close();
  vi.unstubAllEnvs();
  await rm(dir, { recursive: true, force: true });
});

it("legacy-1 says what it lacks, and which hosts there are", async () => {
  const plain = await foilscope("rescore", "told", "--scorer", "legacy-1");
  expect(plain.code).toBe(2);
  expect(plain.stderr).toContain("legacy-1 reads by embeddings of an attached host: name the host");
  expect(plain.stderr).toContain("with --host and its model with --embedding-model");
  const named = ["--scorer", "legacy-1", "--host", "desk", "--embedding-model", "small"];
  const nowhere = await foilscope("rescore", "told", ...named);
  expect(nowhere.code).toBe(1);
  expect(nowhere.stderr).toContain('there is no host "desk": none is attached');
  const needless = await foilscope("rescore", "told", "--scorer", "strict-2", "--host", "desk");
  expect(needless.code).toBe(2);
  expect(needless.stderr).toContain("strict-2 reads the text alone");
});

it("legacy-1 makes a run that names what it read by", async () => {
  const base_url = `${server.url}/v1`;
  await attachHost(
    dir,
    hostConfigSchema.parse({ id: "desk", kind: "openai-compatible", base_url }),
  );
  const named = ["--scorer", "legacy-1", "--host", "desk", "--embedding-model", "small"];
  const rescored = await foilscope("rescore", "told", ...named);
  expect(rescored.stderr).toBe("");
  expect(rescored.stdout).toContain("read by legacy-1\n  2 rows, written ");
  const runs = await readdir(join(dir, "runs"));
  const manifests = await Promise.all(
    runs.map(async (run) =>
      manifestSchema.parse(
        JSON.parse(await readFile(join(dir, "runs", run, "manifest.json"), "utf8")),
      ),
    ),
  );
  expect(manifests.find(({ scorer }) => scorer === "legacy-1")).toMatchObject({
    source_run: "told",
    counts: { answered: 2 },
    embeddings: {
      model: "small",
      digest: null,
      host: { kind: "openai-compatible", class: "local" },
    },
  });
  const { stdout } = await foilscope("report", join(dir, "runs"), "--section", "scorers");
  expect(JSON.parse(stdout)).toMatchObject({
    scorers: [{ scorer_b: "legacy-1", both: 1, only_b: 1, only_b_from_invalid: 1 }],
  });
});
