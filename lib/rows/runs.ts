import { z } from "zod";
import { RUN_KINDS } from "@/lib/cubes/schema";
import { queryRows } from "@/lib/engine/decode";
import { EngineError, type Engine, type QueryOptions } from "@/lib/engine/engine";
import { manifestSchema, type Manifest } from "@/lib/records/manifest";

const runTableRow = z.strictObject({
  source: z.int(),
  run_id: z.string(),
  series_id: z.string(),
  kind: z.enum(RUN_KINDS),
  series_kind: z.enum(RUN_KINDS),
  diagnostic: z.boolean(),
  trials_numbered: z.boolean(),
  planned: z.number(),
  missing: z.number(),
  manifest: z.string(),
});

/** A run as the open data hold it: its place among the others, and its manifest. */
export interface OpenRun extends Omit<z.output<typeof runTableRow>, "manifest"> {
  readonly manifest: Manifest;
}

/**
 * The runs of the open data, in their order.
 * @throws EngineError naming the run whose manifest cannot be read, and the field.
 */
export async function openRuns(engine: Engine, options: QueryOptions): Promise<OpenRun[]> {
  const names = Object.keys(runTableRow.shape).join(", ");
  const rows = await queryRows(
    engine,
    runTableRow,
    `SELECT ${names} FROM data.runs ORDER BY run_ix`,
    options,
  );
  return rows.map((row) => ({ ...row, manifest: readManifest(row.run_id, row.manifest) }));
}

function readManifest(runId: string, json: string): Manifest {
  const parsed = manifestSchema.safeParse(JSON.parse(json));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue ? `${issue.path.join(".")}: ${issue.message}` : "unknown field";
  throw new EngineError(`the manifest of run ${runId} is not what it should be (${where})`);
}
