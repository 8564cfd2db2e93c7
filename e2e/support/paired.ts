import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { dropFiles, openView, viewReady } from "./pages";

/** The paired bundle of the tests, and what an independent program computed from it. */
const BUNDLE = "tests/fixtures/paired.json";
export const EXPECTED = JSON.parse(
  readFileSync("tests/fixtures/paired.expected.json", "utf8"),
) as PairedExpected;

interface Side {
  readonly accuracy: number;
  readonly n: number;
  readonly acc_by_gold_min: number;
  readonly acc_by_gold_max: number;
  readonly slope_pp_per_position: number;
  readonly entropy_n: number;
  readonly error_primacy_pp: number;
}
interface PairedExpected {
  readonly five: Side;
  readonly ten: Side;
  readonly sections: {
    readonly per: Readonly<
      Record<string, { readonly n: number; readonly five: number; readonly ten: number }>
    >;
    readonly macro_five: number;
    readonly macro_ten: number;
    readonly micro_five: number;
    readonly micro_ten: number;
  };
  readonly length: { readonly mean_midrank_wrong: number; readonly original_longer_share: number };
  readonly presentation: {
    readonly original_order_changed: number;
    readonly gold_label_changed: number;
  };
  readonly wrong_valid: { readonly borrowed_share: number; readonly reference: number };
  readonly calibration_first10: readonly string[];
}

/** Opens a view of the bundle's model alone and drops the bundle on it. */
export async function openPaired(page: Page, address: string): Promise<void> {
  await openView(page, address);
  await dropFiles(page, [{ name: "paired.json", bytes: readFileSync(BUNDLE) }]);
  await expect(page.getByText(/^paired\.json: [\d,]+ rows kept in 3 runs/)).toBeVisible();
  await viewReady(page);
}
