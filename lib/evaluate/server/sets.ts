import { basename } from "node:path";
import { findItemSet, itemSetDirs, listItemSets, readItemSet } from "@/lib/datasets/store";
import type { ItemSetReader } from "@/lib/jobs/ports";
import { paddingTokens } from "@/lib/protocol/padding/table";
import { BUILT_IN_PROMPTS } from "@/lib/protocol/prompts/built-in";
import { PLACEHOLDERS } from "@/lib/protocol/prompts/template";
import type { ItemSet } from "@/lib/records/item-set";
import type { ItemSetsReply, PaddingsReply, PromptsReply } from "../contract/sets";

/** Item sets that were read, which never change under their hash. */
const KEPT = 4;

/** Item sets of the store and of the package, each read and checked once. */
export class ItemSets implements ItemSetReader {
  private readonly known = new Map<string, Promise<ItemSet>>();

  read(hash: string): Promise<ItemSet> {
    const before = this.known.get(hash);
    if (before) return before;
    const set = findItemSet(hash, itemSetDirs()).then(readItemSet);
    this.known.set(hash, set);
    // A set that could not be read may be mended.
    set.catch(() => this.known.delete(hash));
    const [oldest] = this.known.keys();
    if (this.known.size > KEPT && oldest !== undefined) this.known.delete(oldest);
    return set;
  }

  async list(): Promise<ItemSetsReply> {
    const { sets, broken } = await listItemSets(itemSetDirs());
    return {
      sets: sets.map(({ hash, manifest }) => ({ hash, manifest })),
      broken: broken.map(({ path, reason }) => ({ name: basename(path), reason })),
    };
  }
}

export function prompts(): PromptsReply {
  return {
    prompts: BUILT_IN_PROMPTS.map(({ id, kind, language, text }) => ({ id, kind, language, text })),
    placeholders: Object.entries(PLACEHOLDERS).map(([name, meaning]) => ({ name, meaning })),
  };
}

export function paddings(): PaddingsReply {
  return {
    paddings: paddingTokens().map((one) => ({ name: `${one.type}:${one.placement}`, ...one })),
  };
}
