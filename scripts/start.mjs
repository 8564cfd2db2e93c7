// `npm start`. Runs on the machine's own Node (20 or newer): hands over to the Node that the lock
// pins, passes signals on, and ends with its exit code.
import { existsSync } from "node:fs";
import { spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const pinned = `node_modules/node/bin/node${process.platform === "win32" ? ".exe" : ""}`;
if (!existsSync("node_modules/tsx") || !existsSync(pinned)) {
  console.error("foilscope: the packages are not installed: run npm start, or npm ci first");
  process.exit(1);
}

// The channel tells the child when this process is gone, however it ended.
const child = spawn(pinned, ["--import", "tsx", "scripts/launch.ts", ...process.argv.slice(2)], {
  stdio: ["inherit", "inherit", "inherit", "ipc"],
  env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`foilscope: ${pinned} did not start (${error.message})`);
  process.exit(1);
});
child.on("exit", (code) => process.exit(code ?? 1));
