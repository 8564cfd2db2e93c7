import fc from "fast-check";
import type { Page } from "@playwright/test";
import { decodeState, encodeState, hrefOf } from "../lib/view-state/codec";
import type { ViewName } from "../lib/view-state/state";
import { anyState, damaged, wounds } from "../tests/view-links";
import { openView, queryOf } from "./support/pages";
import { expect, test } from "./support/test";
import { goToTab, goWithin, settled, troubles, VIEWS } from "./support/views";

const MODELS = "model=sim-tail,sim-uniform";

/** A link of each view that differs from its plain one in filters, sort and the view's options. */
const CHOSEN: Readonly<Record<ViewName, string>> = {
  overview: `${MODELS}&published=1&sort=model`,
  scaling: `${MODELS}&metric=accuracy&scale=log&interval=iqr&pair=4,10&published=1&sort=-model`,
  positions: `${MODELS}&k=3&at=10&published=1&split=1&sort=-model`,
  padding: `${MODELS}&scale=log&k=3&at=10&published=1&sort=-model`,
  models: "model=gemini-1.5-flash-002&published=1&against=tokens&sort=-n",
  sections: "model=gemini-1.5-flash-002&published=1&sort=-section",
  stems: "model=gemini-1.5-flash-002&stem=flagged&published=1&sort=-n_flagged",
  paired: "published=1",
  presentation: "model=gemini-1.5-flash-002&N=10&published=1&sort=-n_options",
  modes: `${MODELS}&published=1`,
  scorers: "model=gemini-1.5-flash-002&published=1&sort=-only_a",
  audit: MODELS,
  calibration: "model=gemini-1.5-flash-002&seed=7&sample=50&published=1&sort=-n",
  donors: `${MODELS}&published=1&sort=-donors`,
  items: `${MODELS}&scale=log&sort=section`,
  compare: `${MODELS}&by=run&sort=-n_shared`,
  figures: `${MODELS}&scale=log&sort=-model`,
  runs: `${MODELS}&N=10`,
  responses: `${MODELS}&N=10&outcome=answered&cols=item_id,gold_pos&where.trial=1..2&sort=-gold_pos`,
  reference: "table=p1_table4&sort=model",
};

/** What each view says of a link that asks for what it does not have. */
const STRANGE: Readonly<Record<ViewName, readonly (readonly [string, RegExp])[]>> = {
  overview: [["sort=colour", /no column “colour”/]],
  scaling: [
    ["sort=colour", /no column “colour”/],
    ["pair=5,77", /No curve in view has a bubble index from N=5 to N=77/],
    ["hide=nobody", /called nobody/],
  ],
  positions: [
    ["sort=-colour", /no column “colour”/],
    ["at=77", /no N=77: N=\d+ is shown/],
    ["hide=nobody", /called nobody/],
    ["at=4&k=90", /first 90 positions cannot be told here: k=\d is shown/],
  ],
  padding: [
    ["sort=colour", /no column “colour”/],
    ["at=77", /no N=77: N=\d+ is shown/],
    ["paddings=none,nothing", /Not in view at this N: nothing/],
    ["at=4&k=90", /first 90 positions cannot be told here: k=\d is shown/],
  ],
  models: [["sort=colour", /no column “colour”/]],
  sections: [["sort=colour", /no column “colour”/]],
  stems: [["sort=colour", /no column “colour”/]],
  // The samples have no pair of conditions.
  paired: [],
  presentation: [["sort=colour", /no column “colour”/]],
  // The samples have no thinking runs: there is no table to be sorted.
  modes: [],
  scorers: [
    ["sort=colour", /no column “colour”/],
    ["row=nonsense", /readings of this link are not among those shown/],
  ],
  // The samples have no reviewer records: there is no table to ask anything of.
  audit: [],
  calibration: [["sort=colour", /no column “colour”/]],
  donors: [["sort=colour", /no column “colour”/]],
  items: [
    ["sort=colour", /no column “colour”/],
    ["pair=5,77", /No curve in view has a drop from N=5 to N=77/],
    ["hide=nobody", /called nobody/],
  ],
  compare: [
    ["sort=colour", /no column “colour”/],
    ["of=sim-tail,sim-uniform,nobody", /Not among the data in view: nobody/],
  ],
  figures: [
    ["sort=colour", /no column “colour”/],
    ["hide=nobody", /called nobody/],
  ],
  runs: [["row=no-such-run", /The run of this link is not among those shown/]],
  responses: [
    ["sort=colour", /no column “colour”/],
    ["cols=item_id,colour", /columns that do not exist: colour/],
    ["row=nonsense", /is no key of a response/],
  ],
  reference: [
    ["sort=colour", /no column “colour”/],
    ["table=t99", /no table “t99” here: P1 Table \d+ is shown/],
  ],
};

/** The view as it reads, once it has come to rest. */
async function reading(page: Page): Promise<string> {
  await settled(page);
  const main = page.locator("#view");
  let text = "";
  await expect
    .poll(async () => {
      const before = text;
      text = (await main.innerText()) + (await ticked(page));
      return text === before;
    })
    .toBe(true);
  return text;
}

/** Choices that are made, and columns that are sorted. */
const ticked = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll("#view :checked, #view [aria-sort]")]
      .map((element) => element.closest("label")?.innerText ?? element.textContent)
      .join(),
  );

for (const views of [VIEWS.slice(0, 5), VIEWS.slice(5)])
  test(`Back and Forward undo and redo all of a link: ${views.join(", ")}`, async ({ page }) => {
    test.slow();
    await openView(page, `/${views[0] ?? ""}`);
    for (const view of views) {
      await goToTab(page, view);
      const plain = await reading(page);
      await goWithin(page, `/${view}?${CHOSEN[view]}`);
      await expect.poll(() => reading(page), view).not.toBe(plain);
      const chosen = await reading(page);
      expect(chosen, view).not.toMatch(
        /There is no|has no table|do not exist|cannot be told|have no N/,
      );
      await page.goBack();
      await expect.poll(() => reading(page), view).toBe(plain);
      await page.goForward();
      await expect.poll(() => reading(page), view).toBe(chosen);
      expect(queryOf(page)).toBe(`?${CHOSEN[view]}`);
      await page.goBack();
    }
  });

test("every view says what a link asks for and it does not have", async ({ page }) => {
  test.slow();
  await openView(page, "/overview");
  for (const view of VIEWS) {
    await goToTab(page, view);
    for (const [query, says] of STRANGE[view]) {
      await goWithin(page, `/${view}?${query}`);
      await expect(page.locator("#view").getByText(says).first(), `${view}?${query}`).toBeVisible();
      expect(await settled(page)).toBe("ready");
    }
    await goWithin(page, `/${view}?model=nobody&colour=red&k=900`);
    await expect(page.getByText("colour=red"), view).toBeVisible();
    await expect(page.getByText("k=900"), view).toBeVisible();
    await expect(page.getByText("These data have no model “nobody”"), view).toBeVisible();
    await expect(page.getByText("drop that file here"), view).toBeVisible();
    // Published tables know no filters.
    if (view !== "reference")
      await expect(
        page.locator("[data-view-status] header").getByText("not in these data: model “nobody”"),
        view,
      ).toBeVisible();
    await goWithin(page, `/${view}`);
    await expect(page.getByText("colour=red")).toHaveCount(0);
  }
});

/** A damaged link of each view, the same in every run; unit tests read thousands of them. */
const DAMAGED = VIEWS.map((view, seed) => ({
  view,
  links: fc
    .sample(fc.tuple(anyState, wounds), { seed, numRuns: 1 })
    .map(([state, cuts]) => damaged(encodeState({ ...state, view, embed: false }), cuts)),
}));

for (const some of [DAMAGED.slice(0, 5), DAMAGED.slice(5)])
  test(`damaged links show what they still say: ${some.map(({ view }) => view).join(", ")}`, async ({
    page,
  }) => {
    test.slow();
    const wrong = troubles(page);
    await openView(page, `/${some[0]?.view ?? ""}`);
    const tab = page.locator("nav[aria-label=Views] a[aria-current=page]");
    const notes = page
      .getByRole("status")
      .filter({ hasText: "Parts of this link mean nothing here" })
      .getByRole("listitem");
    for (const { view, links } of some) {
      await goToTab(page, view);
      for (const link of links) {
        await goWithin(page, `/${view}?${link.replaceAll("#", "")}`);
        const read = decodeState(view, new URLSearchParams(queryOf(page)));
        await expect(tab, link).toHaveAttribute("href", hrefOf(read.state));
        await settled(page);
        await expect(notes, link).toHaveCount(read.notes.length);
        expect(wrong, link).toEqual([]);
      }
    }
  });
