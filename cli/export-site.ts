import { chmod, cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { InvalidArgumentError, type Command } from "commander";
import { findAllRuns } from "@/lib/records/store/paths";
import { replaceDirectory } from "@/lib/records/store/replace-dir";
import { makeWorkDir, removeWorkDir } from "@/lib/records/store/work-dirs";
import { note } from "./support/progress";
import { buildSite } from "./support/site-build";
import { writeSiteData } from "./support/site-data";
import { assertReplaceable, markSite } from "./support/site-mark";
import { runsDir } from "./support/store-dir";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

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

async function exportSite(out: string, chosen: readonly string[], flags: SiteFlags): Promise<void> {
  const dirs = await findAllRuns(chosen, runsDir());
  if (dirs.length === 0) throw new Error(`there is no run in ${runsDir()}: import one first`);
  await assertReplaceable(out);
  await mkdir(dirname(out), { recursive: true });
  const fresh = makeWorkDir(join(dirname(out), ".site-"));
  try {
    note("building the explorer; this takes about a minute …");
    await buildSite(ROOT, flags.base, (pages) => cp(pages, fresh, { recursive: true }));
    await pagesAsFolders(fresh);
    await writeFile(join(fresh, "index.html"), FRONT_DOOR);
    note(`compiling ${dirs.length} run ${dirs.length === 1 ? "directory" : "directories"} …`);
    await markSite(fresh, flags.base, await writeSiteData(dirs, fresh, flags.texts));
    // A temporary directory is its owner's alone; a site is read by a web server.
    await chmod(fresh, 0o755);
    // The build took a minute: somebody may have put something there since.
    await assertReplaceable(out);
    await replaceDirectory(fresh, out);
  } finally {
    await removeWorkDir(fresh);
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
