import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Where a Chromium may stand that no test tool has downloaded. */
const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** No sandbox: the tests may run as root. The rest keeps the browser from calling out by itself. */
export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];

/** The browser of the tests: FOILSCOPE_CHROMIUM, or the machine's own; undefined without either. */
export function chromiumPath(): string | undefined {
  return process.env.FOILSCOPE_CHROMIUM ?? PLACES.find((place) => existsSync(place));
}

/** Is there a browser? Installs Debian's where it may, and says how to get one otherwise. */
export function ensureChromium(): boolean {
  if (chromiumPath() !== undefined) return true;
  if (existsSync("/etc/debian_version") && process.getuid?.() === 0) {
    console.log("browser: no Chromium found; installing Debian's …");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    spawnSync("apt-get", ["install", "-y", "-qq", "chromium", "fonts-noto-cjk"], {
      stdio: "inherit",
    });
    if (chromiumPath() !== undefined) return true;
  }
  console.error(
    "browser: no Chromium found. Install one (Debian, Ubuntu: sudo apt-get install chromium), or " +
      "set FOILSCOPE_CHROMIUM to the path of a Chrome or Chromium.",
  );
  return false;
}
