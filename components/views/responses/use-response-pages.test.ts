import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { ResponseList } from "./use-response-list";
import { pageQuery } from "./use-response-pages";

/** A list of which every page holds the words of its data. */
const listOf = (id: string, words: string) =>
  ({ id, list: { window: () => Promise.resolve([words]) } }) as unknown as ResponseList;

it("keeps the pages of a list apart from those of the same question to other data", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const [earlier, present] = [listOf("[1,[]]", "earlier"), listOf("[2,[]]", "present")];
  // The earlier list is shown, and read, until the present one is counted.
  expect(await client.query(pageQuery(earlier, 0))).toEqual(["earlier"]);
  expect(await client.query(pageQuery(present, 0))).toEqual(["present"]);
  expect(await client.query(pageQuery(earlier, 0))).toEqual(["earlier"]);
});
