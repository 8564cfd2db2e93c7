// Runs before `npm start` and `npm test`, on whatever Node the machine has (20 or newer), with
// nothing installed yet: so it uses Node alone. Installs by `npm ci` when the lock has changed.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import process from "node:process";

const LOCK = "package-lock.json";
const STAMP = "node_modules/.foilscope-lock";
const OLDEST_NODE = 20;

const major = Number(process.versions.node.split(".")[0]);
if (major < OLDEST_NODE) {
  console.error(
    `foilscope: Node ${OLDEST_NODE} or newer is needed to install; this is ${process.version}. See https://nodejs.org`,
  );
  process.exit(1);
}

const wanted = createHash("sha256").update(readFileSync(LOCK)).digest("hex");
const present = existsSync(STAMP) ? readFileSync(STAMP, "utf8") : "";
if (present !== wanted) {
  console.log("foilscope: installing packages (npm ci); the first time takes a minute or two …");
  const result = spawnSync("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (result.error || result.status !== 0) {
    console.error(
      "foilscope: the packages could not be installed (npm ci failed, see above). Is the npm registry reachable?",
    );
    process.exit(1);
  }
  writeFileSync(STAMP, wanted);
}
