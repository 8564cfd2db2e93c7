import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { foilscope, type Ran } from "@/tests/helpers/foilscope";
import { chosen, lines, results, RESULTS_FILE, SAMPLES_FILE } from "@/tests/helpers/lm-eval";

const accountSchema = z.object({
  runs: z.array(
    z.object({
      run_id: z.string(),
      model: z.string(),
      kept: z.number(),
      missing: z.number(),
      rejected: z.array(
        z.strictObject({
          file: z.string(),
          line: z.number().nullable(),
          column: z.string().nullable(),
          value: z.string().nullable(),
          reason: z.string(),
        }),
      ),
      state: z.string(),
    }),
  ),
});

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-import-"));
  vi.stubEnv("FOILSCOPE_DATA", join(dir, "data"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(dir, { recursive: true, force: true });
});

async function file(name: string, ...lines: string[]): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, `${lines.join("\n")}\n`);
  return path;
}
const account = (ran: Ran) => accountSchema.parse(JSON.parse(ran.stdout));

const HEAD = "run_id,model,n_options,item_id,trial,gold_pos,resp_pos";

describe("foilscope import and export", () => {
  it("writes runs, prints one JSON object, and says when they are there already", async () => {
    const path = await file("a.csv", HEAD, "r=1,m,4,9007199254740993,1,1,1", "r=1,m,4,q2,1,1,1.5");
    const first = await foilscope("import", path, "--json");
    expect(first.code).toBe(0);
    expect(account(first).runs).toEqual([
      {
        run_id: "r=1",
        model: "m",
        kept: 1,
        missing: 1,
        rejected: [
          {
            file: "a.csv",
            line: 3,
            column: "resp_pos",
            value: "1.5",
            reason: "resp_pos is neither a whole number nor a label of 4 options",
          },
        ],
        state: "written",
      },
    ]);
    expect(account(await foilscope("import", path, "--json")).runs[0]!.state).toBe("unchanged");

    const csv = await foilscope("export", "r=1", "--format", "csv");
    expect(csv.stdout.split("\n")[1]).toContain("r=1,m,imported,,9007199254740993,");
    for (const format of ["csv", "jsonl", "parquet"]) {
      const out = join(dir, `out.${format}`);
      expect(await foilscope("export", "r=1", "--format", format, "--out", out)).toMatchObject({
        code: 0,
        stdout: "",
      });
      expect(account(await foilscope("import", out, "--json")).runs[0], format).toMatchObject({
        run_id: "r=1",
        kept: 1,
        state: "unchanged",
      });
    }
  });

  it("refuses other rows under a run that is there, unless told to replace", async () => {
    await foilscope("import", await file("b.csv", HEAD, "r2,m,4,q1,1,1,1"));
    const changed = await file("c.csv", HEAD, "r2,m,4,q1,1,1,2");
    const refused = await foilscope("import", changed);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("--replace");
    const replaced = await foilscope("import", changed, "--replace", "--json");
    expect(account(replaced).runs[0]!.state).toBe("replaced");
  });

  it("fails in one line when no row was kept, and on bad usage with 2", async () => {
    const path = await file("d.csv", HEAD, "r,m,4,q1,1,9,1");
    const none = await foilscope("import", path);
    expect(none.code).toBe(1);
    expect(none.stderr.trim().split("\n").at(-1)).toBe(
      "foilscope: no row was kept; the first of 1 rejects: d.csv line 2: gold_pos must be a position from 1 to 4",
    );
    expect((await foilscope("import", join(dir, "nowhere.csv"))).code).toBe(1);
    const empty = await file("e.jsonl", "");
    expect((await foilscope("import", empty)).stderr).toContain("e.jsonl");
    expect((await foilscope("import", path, "--scorer", "guess")).code).toBe(2);
    expect((await foilscope("import")).code).toBe(2);
    expect((await foilscope("export", "r", "--format", "xls")).code).toBe(2);
    expect((await foilscope("import", "--help")).code).toBe(0);
  });

  it("reads the rest beside a path that is not there, and says so", async () => {
    const path = await file("f.csv", HEAD, "f,m,4,q1,1,1,1");
    const missing = join(dir, "nowhere.csv");
    const ran = await foilscope("import", missing, path);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain(`not read: ${missing}: no such file or directory`);
    const intoFile = await foilscope("import", path, "--into", path);
    expect(intoFile.stderr).toContain("is a file: --into names a directory");
  });

  it("spells out control characters of a file's names", async () => {
    const path = await file("g.csv", `${HEAD},x\u001b[31m\u202e`, "g,m,4,q1,1,1,1,");
    const ran = await foilscope("import", path);
    expect(ran.stdout).toContain("x\\u001b[31m\\u202e");
    expect(ran.stdout + ran.stderr).not.toContain("\u001b");
  });

  it("takes the results of lm-evaluation-harness from beside the samples that it is given", async () => {
    await file(RESULTS_FILE, results());
    const path = await file(SAMPLES_FILE, lines(chosen()));
    const { runs } = account(await foilscope("import", path, "--json"));
    expect(runs.map((run) => [run.model, run.kept, run.missing])).toEqual([
      ["maker/painter", 1, 3],
      ["maker/painter", 1, 3],
    ]);
  });

  it("bundles runs with their texts, imports the bundle, and reads the texts again", async () => {
    const path = join(dir, "texts.jsonl");
    const row = { model: "m", n_options: 2, item_id: "q", gold_pos: 1, text: "Answer: A" };
    await writeFile(path, `${JSON.stringify({ ...row, run_id: "texts" })}\n`);
    const store = join(dir, "store");
    await foilscope("import", path, "--into", store);
    const bundle = join(dir, "bundle");
    await foilscope("export", store, "--format", "bundle", "--out", bundle);
    expect(JSON.parse(await readFile(join(bundle, "manifest.json"), "utf8"))).toHaveLength(1);
    expect(account(await foilscope("import", bundle, "--json")).runs[0]).toMatchObject({
      run_id: "texts",
      kept: 1,
      state: "written",
    });
    const rescored = await foilscope("rescore", "texts", "--scorer", "strict-2");
    expect(rescored.code).toBe(0);
    expect(rescored.stdout).toContain("read by strict-2\n  1 rows, written ");
    const again = await foilscope("rescore", "texts", "--scorer", "declaration-1");
    expect(again.stderr.trim()).toBe("foilscope: run texts is read by declaration-1 already");
  });
});
