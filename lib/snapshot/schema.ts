import { z } from "zod";

/** Names of a snapshot's two databases, as files and in addresses. */
export const SNAPSHOT_FILES = ["cubes.duckdb", "responses.duckdb"] as const;
export type SnapshotFile = (typeof SNAPSHOT_FILES)[number];

/** In both files the tables stand in this schema. */
export const SNAPSHOT_SCHEMA = "main";

/** A content hash: nothing that could leave the snapshots' folder. */
export const snapshotIdSchema = z.string().regex(/^[0-9a-f]{16}$/, "not the id of a snapshot");

const fileSchema = z.strictObject({
  /** Bytes as they are attached. */
  bytes: z.int().nonnegative(),
  /** Bytes as they travel, compressed. */
  encoded_bytes: z.int().nonnegative(),
});

/** snapshot.json: what the two databases of a snapshot hold. */
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
  files: z.record(z.enum(SNAPSHOT_FILES), fileSchema),
});
export type Snapshot = z.output<typeof snapshotSchema>;
