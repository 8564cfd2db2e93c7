import { expect, it } from "vitest";
import { catalogRow } from "@/tests/chart-rows";
import { withAllScorers } from "./scorers";

const CATALOG = [
  catalogRow({ scorer: "strict-2" }),
  catalogRow({ scorer: "legacy-1", diagnostic: true }),
  catalogRow({ scorer: "strict-2", n_options: 100 }),
];

it("names every scorer, diagnostic ones too, unless a scorer or a run is chosen", () => {
  const model = { field: "model" as const, values: ["alpha"] };
  expect(withAllScorers([model], CATALOG)).toEqual([
    model,
    { field: "scorer", values: ["legacy-1", "strict-2"] },
  ]);
  for (const field of ["scorer", "run"] as const) {
    const chosen = [model, { field, values: ["strict-2"] }];
    expect(withAllScorers(chosen, CATALOG)).toEqual(chosen);
  }
  expect(withAllScorers([model], [])).toEqual([model]);
});
