import { expect, it } from "vitest";
import { draftOf } from "./draft";

function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

it("keeps a draft by what it is a variant of, until it is discarded", () => {
  const storage = memory();
  const [fresh, variant] = [draftOf(null, () => storage), draftOf(7, () => storage)];
  expect(fresh.read()).toBeNull();
  fresh.keep('{"name": "a"');
  variant.keep("{}");
  // Another page of the same tab, after a reload.
  expect(draftOf(null, () => storage).read()).toBe('{"name": "a"');
  expect(draftOf(8, () => storage).read()).toBeNull();
  fresh.discard();
  expect(fresh.read()).toBeNull();
  expect(variant.read()).toBe("{}");
});

it("does without where the browser keeps nothing", () => {
  const refusing = draftOf(null, () => {
    throw new DOMException("refused", "SecurityError");
  });
  expect(refusing.read()).toBeNull();
  expect(() => refusing.keep("{}")).not.toThrow();
  expect(() => refusing.discard()).not.toThrow();
});
