import { FileFault } from "./fault";
import { statedSize, type PackedFile } from "./zip-directory";

/** Records pack to a tenth or a fiftieth; deflate allows a thousandth, which only a trap comes near. */
const MAX_RATIO = 300;
/** What may unpack whatever its ratio: small and harmless. */
const FREE_BYTES = 64 << 20;

export const TRAP = `it unpacks to more than ${MAX_RATIO} times its size, as no file of responses does: unpack it and import what is in it`;

/** Whether so many packed bytes that unpack to so many are a trap. */
export function isTrap(unpacked: number, packed: number): boolean {
  return unpacked > FREE_BYTES && unpacked > MAX_RATIO * packed;
}

/**
 * Refuses an archive whose own directory says that it is a trap, before anything is unpacked.
 * @param packed bytes of the archive
 */
export function assertNoTrap(files: readonly PackedFile[], packed: number): void {
  if (isTrap(statedSize(files), packed)) throw new FileFault(TRAP);
}
