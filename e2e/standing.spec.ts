import type { Page } from "@playwright/test";
import type { ViewName } from "../lib/view-state/state";
import { expect, test } from "./support/test";
import { goToTab, goWithin, settled } from "./support/views";

/** What a view showed at one moment. */
interface Moment {
  readonly busy: boolean;
  /** The chart itself is of an earlier question, and yet a button would write a file of it. */
  readonly exportable: boolean;
  /** Title, charts and tables. */
  readonly text: string;
  /** The title with the first chart under it, where there is one: they are always of one question. */
  readonly lead: string | null;
}

/** Writes down what the view shows after every change of it, until it is asked. */
async function watchView(page: Page): Promise<() => Promise<Moment[]>> {
  await page.evaluate(() => {
    const moments: Moment[] = [];
    const look = () => {
      const view = document.querySelector("[data-view-status]");
      if (!view) return;
      const figure = view.querySelector("[role=figure]");
      const buttons = [...view.querySelectorAll<HTMLButtonElement>("header button")];
      moments.push({
        busy: view.querySelector("[aria-busy=true]") !== null,
        exportable:
          view.querySelector(":scope > [aria-busy=true]") !== null &&
          buttons.some((one) => /^(CSV|SVG|PNG)$/.test(one.textContent) && !one.disabled),
        text: view.textContent,
        lead:
          figure && [view.querySelector("h1"), figure].map((part) => part?.textContent).join(" "),
      });
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    Object.assign(window, {
      endWatch: () => {
        observer.disconnect();
        return moments;
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { endWatch: () => Moment[] }).endWatch());
}

/** A change of each view: of filters, and of the N where a view shows one. */
const CHANGES: Partial<Record<ViewName, readonly [string, string]>> = {
  overview: ["model=sim-tail,sim-uniform,sim-primacy", "model=sim-tail,sim-primacy&N=4,10"],
  scaling: ["model=sim-tail,sim-uniform", "model=sim-tail&N=4,10"],
  positions: [
    "model=sim-tail,sim-uniform&at=100&split=1",
    "model=sim-tail,sim-uniform&at=4&split=1",
  ],
  padding: ["model=sim-tail,sim-uniform", "model=sim-tail&N=4"],
  items: ["model=sim-tail,sim-uniform", "model=sim-tail&N=4,10"],
  compare: ["of=sim-tail,sim-uniform", "of=sim-tail,sim-uniform&N=4"],
  figures: ["model=sim-tail,sim-uniform", "model=sim-tail&N=4,10"],
  runs: ["model=sim-tail,sim-uniform", "model=sim-tail"],
  responses: ["model=sim-tail,sim-uniform", "model=sim-tail&N=4"],
};

const textOf = (page: Page) => page.locator("[data-view-status]").textContent();

test("what stands while the data change is of one question, or marked", async ({
  page,
  context,
}) => {
  test.slow();
  // Asks each second question alone, so that it says what the first page has to come to.
  const other = await context.newPage();
  for (const one of [page, other]) {
    await one.goto("/overview?model=sim-tail");
    await settled(one);
  }
  for (const [view, [before, after]] of Object.entries(CHANGES) as [ViewName, [string, string]][]) {
    await goToTab(page, view);
    await goWithin(page, `/${view}?${before}`);
    await settled(page);
    await goToTab(other, view);
    await goWithin(other, `/${view}?${after}`);
    await settled(other);
    const end = await watchView(page);
    await goWithin(page, `/${view}?${after}`);
    await expect
      .poll(async () => (await textOf(page)) === (await textOf(other)), { message: view })
      .toBe(true);
    await settled(page);
    const moments = await end();
    const whole = [moments[0]?.text, await textOf(other)];
    expect(whole[0], view).not.toBe(whole[1]);
    const unmarked = moments.filter(({ busy, text }) => !busy && !whole.includes(text));
    expect(
      unmarked.map(({ text }) => text),
      view,
    ).toEqual([]);
    const leads = [moments[0]?.lead, moments.at(-1)?.lead, null];
    expect(
      moments.flatMap(({ lead }) => (leads.includes(lead) ? [] : [lead])),
      view,
    ).toEqual([]);
    expect(
      moments.filter(({ exportable }) => exportable).map(({ text }) => text),
      view,
    ).toEqual([]);
  }
});
