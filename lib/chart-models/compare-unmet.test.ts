import { expect, it } from "vitest";
import type { CatalogRow } from "@/lib/metrics/catalog";
import { catalogRow, compareSide } from "@/tests/chart-rows";
import { unmetSentences } from "./compare-unmet";

const SIDES = [compareSide("a"), compareSide("b")];
const cells = (id: string, ...given: Partial<CatalogRow>[]) =>
  given.map((cell) => catalogRow({ run_id: `run-${id}`, ...cell }));
const said = (...all: CatalogRow[][]) => unmetSentences(SIDES, [], all.flat());

it("names the one field in which nothing is in common, with both sides of it", () => {
  const [full, easy] = [{ environment: "full" }, { environment: "easy" }];
  expect(said(cells("a", full), cells("b", easy))).toEqual([
    "A and B have no environment in common: full against easy.",
  ]);
  expect(
    said(cells("a", { n_options: 100 }, { n_options: 4 }), cells("b", { n_options: 20 })),
  ).toEqual(["A and B have no N in common: 4 and 100 against 20."]);
  const padded = { padding: "symbol:front" };
  expect(said(cells("a", {}), cells("b", padded))).toEqual([
    "A and B have no padding in common: no padding against symbol front.",
  ]);
});

it("names condition and mode where they part the sides, which they do unless each has but one", () => {
  const of = (...conditions: (string | null)[]) => conditions.map((condition) => ({ condition }));
  expect(said(cells("a", ...of("five", "ten")), cells("b", ...of("other")))).toEqual([
    "A and B have no condition in common: five and ten against other.",
  ]);
  expect(
    said(cells("a", { mode: "direct" }, { mode: "thinking" }), cells("b", { mode: null })),
  ).toEqual(["A and B have no mode in common: direct and thinking against mode not stated."]);
  // One condition each never parts them: it is what is compared.
  expect(
    said(
      cells("a", { condition: "five", environment: "full" }),
      cells("b", { condition: "ten", environment: "easy" }),
    ),
  ).toEqual(["A and B have no environment in common: full against easy."]);
});

it("names every field of which nothing is in common, and a combination where each is alone", () => {
  expect(
    said(
      cells("a", { environment: "full", n_options: 4 }),
      cells("b", { environment: "easy", n_options: 10 }),
    ),
  ).toEqual(["A and B have no environment and no N in common: full against easy; 4 against 10."]);
  expect(
    said(
      cells("a", { environment: "full", n_options: 4 }, { environment: "easy", n_options: 10 }),
      cells("b", { environment: "easy", n_options: 4 }, { environment: "full", n_options: 10 }),
    ),
  ).toEqual(["A and B have no combination of environment and N in common."]);
});

it("does not blame N where a side is fixed, and says where nothing but scored rows lacks", () => {
  const fixed = { series_kind: "fixed", n_options: 10 } as const;
  expect(said(cells("a", fixed), cells("b", { n_options: 4 }))).toEqual([
    "A and B were asked under the same conditions, but nowhere have both a scored response.",
  ]);
});

it("is silent on pairs that met", () => {
  expect(unmetSentences(SIDES, [{ side_a: "a", side_b: "b" }], [])).toEqual([]);
});
