import { existsSync } from "node:fs";
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { InvalidArgumentError, type Command } from "commander";
import { z } from "zod";
import { readManifests } from "@/lib/records/store/load";
import { findAllRuns } from "@/lib/records/store/paths";
import { snapshotReplySchema } from "@/lib/snapshot/api";
import { compileInto } from "@/lib/snapshot/compile";
import { stageRuns } from "@/lib/snapshot/open";
import { SNAPSHOT_FILES, snapshotSchema } from "@/lib/snapshot/schema";
import { idOfRuns } from "@/lib/snapshot/service";
import { SITE_DATA, SITE_SNAPSHOT } from "@/lib/snapshot/site-paths";
import { writeSiteTexts, type SiteRun } from "@/lib/snapshot/site-texts";
import { note, startProgress } from "./support/progress";
import { withScratchEngine } from "./support/scratch";
import { buildSite } from "./support/site-build";
import { runsDir } from "./support/store-dir";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Says that a directory is a site of ours, which the next export may replace. */
const MARK = "foilscope-site.json";

interface SiteFlags {
  readonly base: string;
  readonly texts: boolean;
}

/** `/a/b` from what was given; "" for the root of an origin. */
function basePath(given: string): string {
  const path = given.replace(/\/+$/, "");
  if (path !== "" && !/^(\/[A-Za-z0-9._~-]+)+$/.test(path))
    throw new InvalidArgumentError("it must be a path as /explorer or /a/b");
  return path;
}

const markSchema = z.strictObject({ base: z.string(), runs: z.int(), names: z.array(z.string()) });

/** What an export wrote into a directory, by the mark that it left there. */
async function ownNames(out: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(out, MARK), "utf8").catch(() => "null");
  const mark = markSchema.safeParse(JSON.parse(text));
  return new Set(mark.success ? [MARK, ...mark.data.names] : []);
}

/** Only what is empty or wholly a site of ours is replaced: what somebody added stays. */
async function assertReplaceable(out: string): Promise<void> {
  if (!existsSync(out)) return;
  const names = await readdir(out).catch(() => {
    throw new Error(`${out} is no directory`);
  });
  const own = await ownNames(out);
  const foreign = names.find((name) => !own.has(name));
  if (foreign !== undefined)
    throw new Error(`${out} holds ${foreign}, which no export wrote: name another directory`);
}

/** A link as `/scaling?n=4` finds its page on servers that know files alone and on those that try `.html`. */
async function pagesAsFolders(site: string): Promise<void> {
  for (const name of await readdir(site)) {
    const page = basename(name, ".html");
    if (page === name || page === "404") continue;
    await mkdir(join(site, page), { recursive: true });
    await cp(join(site, name), join(site, page, "index.html"));
  }
}

/** The front door of a static site: to the first view, with the query that came along. */
const FRONT_DOOR = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Foilscope</title>
<meta http-equiv="refresh" content="1; url=overview">
<script>location.replace("overview" + location.search)</script>
<p><a href="overview">Foilscope</a></p>
</html>
`;

async function writeData(dirs: readonly string[], site: string, texts: boolean): Promise<number> {
  const id = await idOfRuns(dirs);
  const place = join(site, SITE_DATA, id);
  const fill = stageRuns(dirs);
  await compileInto(place, id, async (engine) => {
    const filled = await fill(engine);
    for (const { message } of filled.warnings) note(message);
    return filled;
  });
  const snapshot = snapshotSchema.parse(
    JSON.parse(await readFile(join(place, "snapshot.json"), "utf8")),
  );
  const reply = snapshotReplySchema.parse({ snapshot, changed: false });
  await writeFile(join(site, SITE_SNAPSHOT), JSON.stringify(reply));
  // Hosts of static files choose their own encoding: the compressed twins would only double the site.
  for (const file of SNAPSHOT_FILES)
    for (const ending of [".br", ".gz"]) await rm(join(place, file + ending), { force: true });
  const shown = new Set(snapshot.runs.map((run) => run.run_id));
  const runs: SiteRun[] = [];
  for (const dir of texts ? dirs : [])
    for (const manifest of await readManifests(dir).catch(() => []))
      if (shown.has(manifest.run_id)) runs.push({ manifest, dir });
  const progress = startProgress();
  try {
    await withScratchEngine((engine) =>
      writeSiteTexts(engine, runs, site, (done, run) =>
        progress.update(done, runs.length, `texts of ${run}`),
      ),
    );
  } finally {
    progress.stop();
  }
  return snapshot.runs.length;
}

/** Puts a finished site in its place; the one before goes when the new one stands. */
async function takePlace(fresh: string, out: string): Promise<void> {
  // The build took a minute: somebody may have put something there since.
  await assertReplaceable(out);
  if (!existsSync(out)) {
    await rename(fresh, out);
    return;
  }
  const old = `${fresh}.old`;
  await rename(out, old);
  await rename(fresh, out);
  await rm(old, { recursive: true, force: true });
}

async function exportSite(out: string, chosen: readonly string[], flags: SiteFlags): Promise<void> {
  const dirs = await findAllRuns(chosen, runsDir());
  if (dirs.length === 0) throw new Error(`there is no run in ${runsDir()}: import one first`);
  await assertReplaceable(out);
  await mkdir(dirname(out), { recursive: true });
  const fresh = await mkdtemp(join(dirname(out), ".site-"));
  try {
    note("building the explorer; this takes about a minute …");
    await buildSite(ROOT, flags.base, (pages) => cp(pages, fresh, { recursive: true }));
    await pagesAsFolders(fresh);
    await writeFile(join(fresh, "index.html"), FRONT_DOOR);
    note(`compiling ${dirs.length} run ${dirs.length === 1 ? "directory" : "directories"} …`);
    const runs = await writeData(dirs, fresh, flags.texts);
    const mark = markSchema.parse({ base: flags.base, runs, names: await readdir(fresh) });
    await writeFile(join(fresh, MARK), JSON.stringify(mark));
    // A temporary directory is its owner's alone; a site is read by a web server.
    await chmod(fresh, 0o755);
    await takePlace(fresh, out);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  process.stdout.write(`${out}\n`);
}

export function registerExportSite(program: Command): void {
  program
    .command("export-site")
    .description("write runs and the explorer as static files that any web server can host")
    .argument("<dir>", "where the site goes; an earlier site there is replaced")
    .argument("[run...]", "run ids, run directories, or directories of them (default: the store)")
    .option("--base <path>", "path that the site will stand under", basePath, "")
    .option("--no-texts", "leave out the models' texts and the items")
    .action((out: string, runs: string[], flags: SiteFlags) =>
      exportSite(resolve(out), runs, flags),
    );
}
