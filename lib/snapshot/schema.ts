import { z } from "zod";

/** Names of a snapshot's two databases, as files and in addresses. */
export const DATABASES = ["cubes.duckdb", "responses.duckdb"] as const;
/** Beside them: what the first questions are answered (lib/snapshot/answers.ts). */
export const ANSWERS = "answers.json";
export const SNAPSHOT_FILES = [...DATABASES, ANSWERS] as const;
export type SnapshotFile = (typeof SNAPSHOT_FILES)[number];

/** In both databases the tables stand in this schema. */
export const SNAPSHOT_SCHEMA = "main";

/** Names under which the two databases are attached where they are asked. */
export const CUBES_CATALOG = "snapshot_cubes";
export const ROWS_CATALOG = "snapshot_rows";

/** A content hash: nothing that could leave the snapshots' folder. */
export const snapshotIdSchema = z.string().regex(/^[0-9a-f]{16}$/, "not the id of a snapshot");

const fileSchema = z.strictObject({
  /** Bytes as they are attached. */
  bytes: z.int().nonnegative(),
  /** Bytes as they travel, compressed. */
  encoded_bytes: z.int().nonnegative(),
});

/** snapshot.json: what the files of a snapshot hold. */
export const snapshotSchema = z.strictObject({
  id: snapshotIdSchema,
  created: z.iso.datetime(),
  /** Version of the compiler and of the storage format that DuckDB-wasm reads. */
  compiler: z.string(),
  storage: z.string(),
  runs: z.array(
    z.strictObject({
      run_id: z.string(),
      name: z.string(),
      model: z.string(),
      benchmark: z.string(),
      scorer: z.string(),
      provenance: z.enum(["measured", "imported", "simulated"]),
    }),
  ),
  /** Rows by table. */
  tables: z.record(z.string(), z.int().nonnegative()),
  files: z.strictObject({
    "cubes.duckdb": fileSchema,
    "responses.duckdb": fileSchema,
    /** Snapshots of an earlier compiler have none. Its numbers are shown unseen by DuckDB: hence the hash. */
    [ANSWERS]: fileSchema.extend({ sha256: z.string() }).optional(),
  }),
});
export type Snapshot = z.output<typeof snapshotSchema>;
