import { spawn } from "node:child_process";
import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { makeWorkDir, removeWorkDir } from "@/lib/records/store/work-dirs";

/** What the application is built of; everything else stays out of the copy. */
const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "instrumentation-client.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package.json",
];
/** Inside the package, so that its modules resolve; ignored by git. */
const COPIES = ".foilscope-site";
const OUT = "out";

function next(cwd: string, root: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const bin = join(root, "node_modules/next/dist/bin/next");
    const child = spawn(process.execPath, [bin, "build"], { cwd, env });
    // Before its directory is removed: it would write on.
    const stop = () => child.kill();
    process.prependOnceListener("exit", stop);
    let said = "";
    const hear = (chunk: Buffer) => (said += chunk.toString("utf8"));
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", reject);
    // Not "exit": what it said last may come after it.
    child.on("close", (code) => {
      process.off("exit", stop);
      if (code === 0) {
        resolve();
        return;
      }
      process.stderr.write(said);
      reject(new Error("the site could not be built (see above)"));
    });
  });
}

/**
 * Builds the explorer as static pages, in a copy of its sources: the server's own build stays as it
 * is.
 * @param base path that the site will stand under, "" or as `/a/b`
 * @param take is given the directory of the pages, which goes when it has returned
 */
export async function buildSite(
  root: string,
  base: string,
  take: (pages: string) => Promise<void>,
): Promise<void> {
  await mkdir(join(root, COPIES), { recursive: true });
  const copy = makeWorkDir(join(root, COPIES, "build-"));
  try {
    for (const name of SOURCES)
      await cp(join(root, name), join(copy, name), {
        recursive: true,
        filter: (path) => !/\.test\.tsx?$/.test(path),
      });
    await symlink(join(root, "node_modules"), join(copy, "node_modules"), "junction");
    await next(copy, root, {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      NEXT_PUBLIC_FOILSCOPE_SITE: "1",
      NEXT_PUBLIC_FOILSCOPE_BASE: base,
    });
    await take(join(copy, OUT));
  } finally {
    await removeWorkDir(copy);
  }
}
