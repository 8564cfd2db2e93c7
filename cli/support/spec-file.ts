import { readFile } from "node:fs/promises";
import type { z } from "zod";

/** Reads a JSON file that a schema describes. @throws Error naming file, field and reason. */
export async function readSpecFile<S extends z.ZodType>(
  path: string,
  schema: S,
): Promise<z.output<S>> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new Error(`${path}: no such file`);
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Error(`${path}: not JSON (${error instanceof Error ? error.message : "unreadable"})`);
  }
  const spec = schema.safeParse(content);
  if (spec.success) return spec.data;
  const issue = spec.error.issues[0];
  throw new Error(`${path}: ${issue?.path.join(".") || "spec"}: ${issue?.message ?? "invalid"}`);
}
