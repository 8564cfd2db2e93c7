import "server-only";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { dataDir } from "@/lib/records/store/paths";
import { openSnapshots } from "@/lib/snapshot/open";
import type { SnapshotService } from "@/lib/snapshot/service";

interface ServerState {
  service?: SnapshotService;
  engine?: Promise<Engine>;
}

// Next loads a module once for each route: what must exist once hangs on the process.
const KEY = Symbol.for("foilscope.server");
const holder = globalThis as { [KEY]?: ServerState };
const state: ServerState = (holder[KEY] ??= {});

/** The snapshots of the store that FOILSCOPE_DATA names. */
export function service(): SnapshotService {
  return (state.service ??= openSnapshots(dataDir()));
}

/** A native engine for reading run directories; a start that failed is tried again. */
export function engine(): Promise<Engine> {
  return (state.engine ??= openNodeEngine().catch((error: unknown) => {
    state.engine = undefined;
    throw error;
  }));
}
