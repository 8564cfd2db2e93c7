import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";

/**
 * A generator whose 128-bit state is the head of SHA-256 over the parts. The parts are hashed as a
 * JSON array, so that ("a", "bc") and ("ab", "c") differ, and null differs from "null".
 */
export function generatorOf(...parts: readonly (string | number | null)[]): RandomGenerator {
  const digest = sha256(utf8ToBytes(JSON.stringify(parts)));
  const words = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
  return xoroshiro128plusFromState([0, 4, 8, 12].map((offset) => words.getInt32(offset)));
}
