import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "@/lib/metrics/report";
import { compareReport, parseExpected } from "@/tests/helpers/compare-report";

const call = promisify(execFile);
const SHARED = "../shared/fixtures";
const MAX_OUTPUT = 1 << 28;

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "report-test-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function foilscope(...args: string[]): Promise<string> {
  const { stdout } = await call(process.execPath, ["cli/foilscope.mjs", ...args], {
    maxBuffer: MAX_OUTPUT,
    env: { ...process.env, FOILSCOPE_DATA: join(dir, "data") },
  });
  return stdout;
}

async function csv(name: string, lines: readonly string[]): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, `${lines.join("\n")}\n`);
  return path;
}

describe("foilscope report", () => {
  it("gives the oracle's values of an imported file", async () => {
    const out = await foilscope("report", "tests/fixtures/edges.csv");
    const oracle: unknown = JSON.parse(
      await readFile("tests/fixtures/edges.expected.json", "utf8"),
    );
    const { compared, wrong } = compareReport(JSON.parse(out) as Report, parseExpected(oracle));
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(compared).toBeGreaterThan(14_000);
  });

  it.skipIf(!existsSync(SHARED)).each(["massive", "edges"])(
    "is accepted by the comparison program for %s.csv",
    async (name) => {
      const report = join(dir, `${name}.json`);
      await writeFile(report, await foilscope("report", `${SHARED}/${name}.csv`));
      const expected = `${SHARED}/${name}.expected.json`;
      const { stdout } = await call("python3", [`${SHARED}/compare_report.py`, report, expected]);
      expect(stdout.trim()).toMatch(/^(\d+) of \1 values right$/);
    },
  );

  it.skipIf(!existsSync(SHARED))(
    "is accepted by the comparison program for a paired bundle",
    async () => {
      const report = join(dir, "paired.json");
      await writeFile(report, await foilscope("report", `${SHARED}/paired.json`));
      const expected = `${SHARED}/paired.expected.json`;
      const run = call("python3", [`${SHARED}/compare_report.py`, report, expected]);
      // It fails, and says on which, where a section is not there.
      const { stdout } = await run.catch((failure: unknown) => failure as { stdout: string });
      const lines = stdout.trim().split("\n");
      const [, right] = /^(\d+) of \d+ values right$/.exec(lines.at(-1) ?? "") ?? [];
      expect(Number(right)).toBeGreaterThanOrEqual(160);
      expect(lines.slice(0, -1).filter((line) => line !== "" && !line.startsWith("stems"))).toEqual(
        [],
      );
    },
  );

  it("leaves contradictory rows out, counts them as missing, and says so", async () => {
    const path = await csv("contradictory.csv", [
      "model,n_options,item_id,trial,gold_pos,resp_pos",
      "m,4,i1,1,1,1",
      "m,4,i1,1,1,1",
      "m,4,i2,1,1,1",
      "m,4,i2,1,1,2",
      "m,4,i3,1,2,2",
    ]);
    const report = JSON.parse(
      await foilscope("report", path, "--section", "outcomes", "accuracy", "warnings"),
    ) as Report;
    expect(report.outcomes?.[0]).toMatchObject({ planned: 3, answered: 2, missing: 1 });
    expect(report.accuracy?.[0]).toMatchObject({ n: 2, accuracy: 1 });
    expect(report.warnings?.map((w) => w.code)).toContain("missing_rows");
    expect(JSON.stringify(report.warnings)).toContain("contradict");
  });

  it("prints sections as CSV, Markdown and LaTeX", async () => {
    const path = await csv("small.csv", [
      "model,n_options,item_id,trial,gold_pos,resp_pos",
      "=m|1,4,i1,1,1,1",
      "=m|1,4,i1,2,1,2",
      "=m|1,4,i2,1,1,1",
      "=m|1,4,i2,2,1,1",
    ]);
    const print = (format: string) =>
      foilscope("report", path, "--section", "scaling", "--format", format);
    const [header, line] = (await print("csv")).split("\n");
    const fields = Object.fromEntries(
      (header ?? "").split(",").map((name, i) => [name, (line ?? "").split(",")[i]]),
    );
    expect(fields.model).toBe(`"'=m|1"`);
    expect(fields.accuracy).toBe("0.75");
    expect(Number(fields.na_trial_ci_low)).toBeCloseTo(0.0133453, 6);
    const markdown = await print("markdown");
    expect(markdown).toContain("| =m\\|1 | imported | none | given | 4 | 2 | 2 | 4 | 0.750 |");
    expect(await print("latex")).toContain("0.667 & [0.013, 1.320]");
  });

  it("prints tables in the layout of a paper", async () => {
    const path = await csv("layout.csv", [
      "run_id,model,environment,n_options,item_id,trial,gold_pos,resp_pos",
      "r1,m_1,full,4,i1,1,1,1",
      "r1,m_1,full,4,i2,1,1,1",
      "r1,m_1,full,4,i1,2,1,1",
      "r1,m_1,full,4,i2,2,1,1",
      "r1,m_1,full,100,i1,1,1,1",
      "r1,m_1,full,100,i2,1,1,2",
      "r1,m_1,full,100,i1,2,1,1",
      "r1,m_1,full,100,i2,2,1,2",
    ]);
    const args = ["report", path, "--layout", "p1-table13", "p1-table3", "--format"];
    const latex = await foilscope(...args, "latex");
    expect(latex).toContain("Env & Model & NA$_{4}$ & NA$_{100}$ \\\\");
    // At 100 options the items' NA are 1 and -1/99: mean 49/99, t(1) = 12.7062.
    expect(latex).toMatch(/Full & m\\_1 & 1\.0000 \[1\.0000, 1\.0000\] & 0\.4949 \[/);
    expect(latex).toContain("Data: imported, 2 items, at most 2 trials, 8 responses.");
    expect(latex).toContain("No rows.");
    expect(await foilscope(...args, "markdown")).toContain("| Full | m_1 | 1.0000 [");
    await expect(foilscope(...args, "csv")).rejects.toMatchObject({ code: 2 });
    await expect(foilscope(...args, "latex", "--section", "scaling")).rejects.toMatchObject({
      code: 2,
    });
  });

  it("prints nothing where a run directory that was asked for is broken", async () => {
    const line = (run: string) => `${run},m,4,i1,1,1,1`;
    const path = await csv("two.csv", [
      "run_id,model,n_options,item_id,trial,gold_pos,resp_pos",
      ...[line("whole"), line("torn")],
    ]);
    const runs = join(dir, "broken-runs");
    await foilscope("import", path, "--into", runs);
    expect(await foilscope("report", runs, "--section", "outcomes")).toContain('"torn"');
    await writeFile(join(runs, "torn", "responses.parquet"), "no parquet");
    for (const command of [["report"], ["export", "--format", "csv"]])
      await expect(foilscope(...command, runs)).rejects.toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(
          /^foilscope: .*broken-runs\/torn: responses\.parquet: .*put it right, or name the others without it\)\n$/,
        ) as string,
      });
  });

  it("says in one line what it cannot find", async () => {
    await expect(foilscope("report", "no-such-run")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^foilscope: no run "no-such-run": .*\n$/) as string,
    });
  });
});
