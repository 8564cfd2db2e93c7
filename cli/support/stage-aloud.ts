import { itemSetsDir } from "@/lib/datasets/store";
import { stageRuns } from "@/lib/snapshot/open";
import { note } from "./progress";

/** Stages runs and says which could not be read. */
export function stageAloud(dirs: readonly string[]): ReturnType<typeof stageRuns> {
  const fill = stageRuns(dirs, itemSetsDir());
  return async (engine) => {
    const filled = await fill(engine);
    for (const { message } of filled.warnings) note(message);
    return filled;
  };
}
