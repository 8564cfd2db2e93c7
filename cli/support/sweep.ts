import { tmpdir } from "node:os";
import { dataDir } from "@/lib/records/store/paths";
import { sweepWorkDirs } from "@/lib/records/store/work-dirs";
import { runsDir, snapshotsDir } from "./store-dir";

/** Clears the store, and the machine's temporary files, of what killed processes left there. */
export function sweepStore(): void {
  for (const dir of [dataDir(), runsDir(), snapshotsDir(), tmpdir()]) sweepWorkDirs(dir);
}
