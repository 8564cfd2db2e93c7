// The production build, unless the present one was made of the same sources. `--force` builds anyway.
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";

const STAMP = ".next/foilscope-build";
/** All that the build reads. Tests are no part of it. */
const SOURCES = [
  "{app,components,lib,public}/**/*",
  "instrumentation-client.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];

function sourcesHash(): string {
  const hash = createHash("sha256").update(process.version);
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.(test|spec)\.tsx?$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort();
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/**
 * Writes `.br` and `.gz` beside what the server would otherwise compress at every request; the
 * DuckDB module alone is 34 MB. Quality 6: a second of work for within 20% of the smallest.
 */
async function precompress(): Promise<void> {
  const files = globSync(".next/static/**/*.{wasm,js,css}");
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_LGWIN]: 24,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes));
    }),
  );
}

const wanted = sourcesHash();
const present = existsSync(STAMP) ? readFileSync(STAMP, "utf8") : "";
if (present === wanted && !process.argv.includes("--force")) {
  console.log("foilscope: the build is up to date");
} else {
  console.log("foilscope: building the application; this takes about a minute …");
  const result = spawnSync(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (result.status !== 0) {
    console.error("foilscope: the build failed (see above)");
    process.exit(1);
  }
  await precompress();
  writeFileSync(STAMP, wanted);
}
