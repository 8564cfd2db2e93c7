import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import packageJson from "@/package.json" with { type: "json" };

const CACHE = join(process.cwd(), "node_modules/.cache/foilscope");
const IMAGE = join(CACHE, `pglite-${packageJson.dependencies["@electric-sql/pglite"]}.tar`);

/** An empty embedded database. It takes seconds to make, so it is made once for all tests. */
export async function emptyImage(): Promise<Blob> {
  if (!existsSync(IMAGE)) {
    await mkdir(CACHE, { recursive: true });
    const fresh = await mkdtemp(join(CACHE, "fresh-"));
    const client = await PGlite.create();
    const image = await client.dumpDataDir("none");
    await client.close();
    await writeFile(join(fresh, "image"), Buffer.from(await image.arrayBuffer()));
    await rename(join(fresh, "image"), IMAGE);
    await rm(fresh, { recursive: true });
  }
  return new Blob([await readFile(IMAGE)]);
}
