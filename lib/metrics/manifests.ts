import { manifestSchema, type Manifest } from "@/lib/records/manifest";

/** Manifests by the text that stores keep them as: reading one costs more than asking for it. */
const read = new Map<string, Manifest>();
/** Beyond what a store holds; a page that goes through many stores does not grow with them. */
const KEPT = 2000;

/** The manifest that a row of `data.runs` holds as text. It is shared: nobody may change it. */
export function manifestOf(text: string): Manifest {
  const known = read.get(text);
  if (known) return known;
  const manifest = manifestSchema.parse(JSON.parse(text));
  if (read.size >= KEPT) read.clear();
  read.set(text, manifest);
  return manifest;
}
