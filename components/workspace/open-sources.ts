import type { Source } from "@/lib/cubes/views";
import { snapshotSource, type SnapshotCatalogs } from "@/lib/snapshot/source";
import { textsSchema } from "./import-protocol";
import { isEmptyDrop, type DropSummary, type OpenData, type OpenSource } from "./types";

/** The engine's own memory, which holds the drops. */
const DATABASE = "memory";

/** How the snapshot's databases are attached. */
export interface Attached {
  readonly catalogs: SnapshotCatalogs;
  readonly rowsOpen: boolean;
}

/** What is united, in the order of data.runs.source: the snapshot, then drops as they came. */
export function openSources(
  { snapshot, drops }: Pick<OpenData, "snapshot" | "drops">,
  { catalogs, rowsOpen }: Attached,
): { readonly source: Source; readonly open: OpenSource }[] {
  const dropped = ({ id, schema }: DropSummary) => {
    const tables = { catalog: DATABASE, schema };
    const texts = { catalog: DATABASE, schema: textsSchema(schema) };
    const open: OpenSource = { kind: "drop", id, texts };
    return { source: { cubes: tables, rows: tables }, open };
  };
  return [
    ...(snapshot
      ? [{ source: snapshotSource(rowsOpen, catalogs), open: { kind: "snapshot" } as const }]
      : []),
    // A drop of which nothing was kept has no tables.
    ...drops.filter((drop) => !isEmptyDrop(drop)).map(dropped),
  ];
}
