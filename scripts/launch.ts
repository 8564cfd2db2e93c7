// What `npm start` does on the pinned Node: build when the sources changed, load the samples into an
// empty store, compile, serve.
import { spawn } from "node:child_process";
import { assertFree } from "@/cli/server";
import { addressOf, serve } from "@/cli/serve";
import { loadSamples } from "@/cli/support/samples";
import { sweepStore } from "@/cli/support/sweep";
import { openSnapshots } from "@/lib/snapshot/open";
import { dataDir } from "@/lib/records/store/paths";

function say(line: string): void {
  console.log(`foilscope: ${line}`);
}

/** Runs the build in a process of its own, so that its memory is free when it ends. */
function build(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", "scripts/build.ts"], {
      stdio: "inherit",
    });
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error("the application could not be built"));
    });
  });
}

async function launch(): Promise<void> {
  const address = addressOf(process.env);
  // Said at once, not after minutes of building.
  if (address.port !== 0) await assertFree(address.host, address.port);
  await build();
  sweepStore();
  await loadSamples(dataDir(), say);
  const { runs, tables } = await openSnapshots(dataDir()).present();
  await serve(address, (url) => {
    say(`${runs.length} runs, ${tables.responses ?? 0} responses in ${dataDir()}`);
    say(`open ${url}  (Ctrl-C ends it)`);
  });
}

try {
  await launch();
  process.exit(0);
} catch (error) {
  console.error(`foilscope: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
