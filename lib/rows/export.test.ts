import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSource } from "@/lib/cubes/build";
import { uniteSources } from "@/lib/cubes/views";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import type { Workspace } from "@/lib/metrics/workspace";
import type { Response } from "@/lib/records/response";
import { importTexts, stagedRows } from "@/lib/records/testing";
import { exportResponses } from "./export";
import { openRows } from "./list";
import { runList } from "./run-list";

const FILE = `model,benchmark,environment,item_id,section,n_options,trial,gold_pos,resp_pos,outcome,latency_ms
=1+1,b,easy,'=x,"a, ""b""",10,1,3,3,answered,12.5
=1+1,b,easy,'=x,"a, ""b""",10,2,3,,unparsed,
=1+1,b,full,한국어,-1,100,1,53,5,answered,-0
=1+1,b,,9007199254740993,NULL,10,1,3,,error,7
@turkçe,b,,ığİ,,10,1,3,4,answered,
`;

let engine: Engine;
let workspace: Workspace;
let staged: Response[];
beforeAll(async () => {
  engine = await openNodeEngine();
  workspace = { engine, ensureRows: () => Promise.resolve() };
  const { runs } = await importTexts(engine, { "responses.csv": FILE });
  staged = await stagedRows(engine);
  const cubes = { catalog: "memory", schema: "drop1" };
  await buildSource(engine, { cubes, firstIx: 0, manifests: runs.map((run) => run.manifest) });
  await uniteSources(engine, [{ cubes, rows: cubes }]);
});
afterAll(() => engine.close());

async function exported(filters: Parameters<typeof exportResponses>[1]): Promise<string> {
  let file = "";
  for await (const piece of exportResponses(workspace, filters)) file += piece;
  return file;
}
async function importedAgain(file: string): Promise<Response[]> {
  const other = await openNodeEngine();
  try {
    const { rejectCount } = await importTexts(other, { "export.csv": file });
    expect(rejectCount).toBe(0);
    return await stagedRows(other);
  } finally {
    await other.close();
  }
}

describe("exportResponses", () => {
  it("writes all rows, which import to the same rows", async () => {
    expect(staged).toHaveLength(5);
    const file = await exported({ filters: [], where: [] });
    expect(await importedAgain(file)).toEqual(staged);
  });

  it("neutralises texts that a spreadsheet would run, and leaves numbers alone", async () => {
    const file = await exported({ filters: [], where: [] });
    expect(file).toContain("'=1+1,");
    expect(file).toContain("'@turkçe,");
    expect(file).toContain(",12.5,");
    expect(file).not.toMatch(/(^|,)[=@]/m);
  });

  it("writes the rows of the filters alone", async () => {
    const file = await exported({
      filters: [{ field: "outcome", values: ["answered"] }],
      where: [{ kind: "contains", column: "item_id", text: "한국" }],
    });
    const rows = await importedAgain(file);
    expect(rows.map((row) => row.item_id)).toEqual(["한국어"]);
  });
});

describe("the open data of an imported file", () => {
  it("lists its rows and its runs, with counts that add up", async () => {
    const list = await openRows(workspace, { filters: [], where: [], sort: null });
    expect(await list.total()).toBe(5);
    expect((await list.window(0, 9)).map((row) => row.correct)).toEqual(
      expect.arrayContaining([true, false, null]),
    );
    const runs = await runList(workspace, []);
    expect(runs.map(({ run }) => run.manifest.model.requested).sort()).toEqual(["=1+1", "@turkçe"]);
    for (const { outcomes: o } of runs) {
      const known = o.answered + o.unparsed + o.multiple + o.out_of_range + o.truncated;
      expect(known + o.error + o.prompt_truncated + (o.missing ?? 0)).toBe(o.planned);
    }
  });
});
