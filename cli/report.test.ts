import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Report } from "@/lib/metrics/report";
import { compareReport, parseExpected } from "@/tests/helpers/compare-report";
import { foilscope } from "@/tests/helpers/foilscope";

const call = promisify(execFile);
const SHARED = "../shared/fixtures";
const MAX_OUTPUT = 1 << 28;

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "report-test-"));
  vi.stubEnv("FOILSCOPE_DATA", join(dir, "data"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(dir, { recursive: true, force: true });
});

/** What a command prints that ends well. */
async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await foilscope(...args);
  expect(code, stderr).toBe(0);
  return stdout;
}

async function csv(name: string, lines: readonly string[]): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, `${lines.join("\n")}\n`);
  return path;
}

describe("foilscope report", () => {
  it("gives the oracle's values of an imported file", async () => {
    // In a process of its own, whose reader gets all that it prints.
    const { stdout: out } = await call(
      process.execPath,
      ["cli/foilscope.mjs", "report", "tests/fixtures/edges.csv"],
      { maxBuffer: MAX_OUTPUT },
    );
    const oracle: unknown = JSON.parse(
      await readFile("tests/fixtures/edges.expected.json", "utf8"),
    );
    const { compared, wrong } = compareReport(JSON.parse(out) as Report, parseExpected(oracle));
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(compared).toBeGreaterThan(14_000);
  });

  it.skipIf(!existsSync(SHARED)).each(["massive.csv", "edges.csv", "paired.json"])(
    "is accepted by the comparison program for %s",
    async (name) => {
      const [stem = name] = name.split(".");
      const report = join(dir, `${stem}.report.json`);
      await writeFile(report, await printed("report", `${SHARED}/${name}`));
      const expected = `${SHARED}/${stem}.expected.json`;
      const { stdout } = await call("python3", [`${SHARED}/compare_report.py`, report, expected]);
      expect(stdout.trim()).toMatch(/^(\d+) of \1 values right$/);
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
      await printed("report", path, "--section", "outcomes", "accuracy", "warnings"),
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
      printed("report", path, "--section", "scaling", "--format", format);
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
    const latex = await printed(...args, "latex");
    expect(latex).toContain("Env & Model & NA$_{4}$ & NA$_{100}$ \\\\");
    // At 100 options the items' NA are 1 and -1/99: mean 49/99, t(1) = 12.7062.
    expect(latex).toMatch(/Full & m\\_1 & 1\.0000 \[1\.0000, 1\.0000\] & 0\.4949 \[/);
    expect(latex).toContain("Data: imported, 2 items, at most 2 trials, 8 responses.");
    expect(latex).toContain("No rows.");
    expect(await printed(...args, "markdown")).toContain("| Full | m_1 | 1.0000 [");
    expect(await foilscope(...args, "csv")).toMatchObject({ code: 2 });
    expect(await foilscope(...args, "latex", "--section", "scaling")).toMatchObject({ code: 2 });
  });

  it("prints nothing where a run directory that was asked for is broken", async () => {
    const line = (run: string) => `${run},m,4,i1,1,1,1`;
    const path = await csv("two.csv", [
      "run_id,model,n_options,item_id,trial,gold_pos,resp_pos",
      ...[line("whole"), line("torn")],
    ]);
    const runs = join(dir, "broken-runs");
    await printed("import", path, "--into", runs);
    expect(await printed("report", runs, "--section", "outcomes")).toContain('"torn"');
    await writeFile(join(runs, "torn", "responses.parquet"), "no parquet");
    for (const command of [["report"], ["export", "--format", "csv"]])
      expect(await foilscope(...command, runs)).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(
          /^foilscope: .*broken-runs\/torn: responses\.parquet: .*put it right, or name the others without it\)\n$/,
        ) as string,
      });
  });

  it("says in one line what it cannot find", async () => {
    expect(await foilscope("report", "no-such-run")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^foilscope: no run "no-such-run": .*\n$/) as string,
    });
  });
});
