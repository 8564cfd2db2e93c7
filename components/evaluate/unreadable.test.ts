import { expect, it } from "vitest";
import { afterHearing, unreadableText } from "./unreadable";

it("names each field that holds what is no value, until it holds one", () => {
  let known: ReadonlyMap<string, string> = new Map();
  const heard = (id: string, label: string | null) => {
    known = afterHearing(known, id, label);
    return unreadableText([...known.values()]);
  };
  expect(heard("a", null)).toBeNull();
  expect(heard("a", "Trials K")).toBe("“Trials K” holds what is no value: correct that first.");
  expect(heard("b", "Temperature")).toBe(
    "“Trials K”, “Temperature” hold what is no value: correct that first.",
  );
  expect(heard("a", null)).toBe("“Temperature” holds what is no value: correct that first.");
  expect(heard("b", null)).toBeNull();
});
