import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { errorCode } from "@/lib/records/store/error-code";

/** Says that a directory is a site of ours, which the next export may replace. */
const MARK = "foilscope-site.json";

/** What an export wrote: SHA-256 of each file, by its path in the site. */
const markSchema = z.strictObject({
  base: z.string(),
  runs: z.int(),
  files: z.record(z.string(), z.string()),
});

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Everything in a directory that is no directory itself, by its path there with `/`. */
async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** Marks a finished site. */
export async function markSite(site: string, base: string, runs: number): Promise<void> {
  const files: Record<string, string> = {};
  for (const name of await filesIn(site)) files[name] = await hashOf(join(site, name));
  const mark = markSchema.parse({ base, runs, files });
  await writeFile(join(site, MARK), JSON.stringify(mark));
}

async function readMark(out: string): Promise<z.output<typeof markSchema> | null> {
  const path = join(out, MARK);
  if (!existsSync(path)) return null;
  try {
    return markSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    throw new Error(
      `${path} is not what an export writes: remove ${out} yourself, or name another directory`,
    );
  }
}

/**
 * Only what is empty or wholly a site of ours is replaced: what somebody added or changed stays.
 * @throws Error naming what is there.
 */
export async function assertReplaceable(out: string): Promise<void> {
  if (!existsSync(out)) return;
  const names = await filesIn(out).catch((error: unknown) => {
    throw errorCode(error) === "ENOTDIR" ? new Error(`${out} is no directory`) : error;
  });
  const own = (await readMark(out))?.files ?? {};
  for (const name of names) {
    if (name === MARK) continue;
    const hash = Object.hasOwn(own, name) ? own[name] : undefined;
    if (hash === undefined)
      throw new Error(`${out} holds ${name}, which no export wrote: name another directory`);
    // A link has no content of its own; what it points at is none of an export's.
    if ((await hashOf(join(out, name)).catch(() => null)) !== hash)
      throw new Error(
        `${out} holds ${name}, which was changed since it was exported: name another directory`,
      );
  }
}
