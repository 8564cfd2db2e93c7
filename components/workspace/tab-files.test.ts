import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  memoryBrowser,
  type MemoryDirectory,
  type MemoryPage,
} from "@/tests/helpers/browser-rooms";
import { tabFiles } from "./tab-files";

const DAY = 24 * 3_600_000;
const file = (name: string) => new File([`text of ${name}`], name, { type: "text/csv" });

let browser: ReturnType<typeof memoryBrowser>;
beforeEach(() => {
  vi.useFakeTimers({ now: 100 * DAY, toFake: ["Date"] });
  browser = memoryBrowser();
});
afterEach(() => vi.useRealTimers());

/** Names and texts of what a page finds that its tab kept. */
async function savedIn(page: MemoryPage) {
  const { files, lost } = await tabFiles(page.rooms).saved();
  const found = files.map((drop) =>
    Promise.all(drop.files.map(async (f) => [f.name, await f.text()])),
  );
  return { files: await Promise.all(found), lost };
}
const textsOf = (...names: string[]) => names.map((name) => [name, `text of ${name}`]);

/** All that the browser holds of dropped files. */
const heldFiles = () => browser.files.paths().filter((path) => !path.endsWith("/used"));

/** Where a page's tab keeps its files. */
async function ownDirectory({ rooms }: MemoryPage): Promise<MemoryDirectory> {
  const dropped = await browser.files.getDirectoryHandle("dropped");
  return dropped.getDirectoryHandle(rooms.session().getItem("foilscope-tab") ?? "");
}

/** A copy that is being made, or whose making ended with the page. */
async function halfWritten(page: MemoryPage): Promise<string> {
  const dir = await (await ownDirectory(page)).getDirectoryHandle("half", { create: true });
  await dir.getFileHandle("0", { create: true });
  return "half";
}

/** Another tab opens and clears up; it has come to its end when what stands last is gone. */
async function othersCleared(): Promise<void> {
  const dropped = await browser.files.getDirectoryHandle("dropped");
  const last = await dropped.getDirectoryHandle("last", { create: true });
  await last.getFileHandle("0", { create: true });
  await tabFiles(browser.open().rooms).saved();
  await vi.waitFor(() => expect(heldFiles()).not.toContain("dropped/last/0"));
}

describe("dropped files in the browser's private file system", () => {
  it("gives a reload of the tab its files in the order of their drops, and no other tab", async () => {
    const first = browser.open();
    const cache = tabFiles(first.rooms);
    expect(await cache.saved()).toEqual({ files: [], lost: [] });
    expect(await cache.keep([file("b.csv"), file("a/../c.csv")])).not.toBeNull();
    vi.advanceTimersByTime(1);
    await cache.keep([file("a.csv")]);
    expect((await savedIn(browser.open())).files).toEqual([]);
    const { files, lost } = await savedIn(first.reload());
    expect(files).toEqual([textsOf("b.csv", "a/../c.csv"), textsOf("a.csv")]);
    expect(lost).toEqual([]);
  });

  it("forgets what was removed", async () => {
    const page = browser.open();
    const cache = tabFiles(page.rooms);
    const key = await cache.keep([file("a.csv")]);
    await cache.remove(key ?? "");
    expect(heldFiles()).toEqual([]);
    expect((await savedIn(page.reload())).files).toEqual([]);
  });

  it("waits at a reload until the page before has let go", async () => {
    const page = browser.open();
    await tabFiles(page.rooms).keep([file("a.csv")]);
    // The new page starts before the old one is gone.
    const next = page.next();
    const saved = savedIn(next);
    page.close();
    expect((await saved).files).toEqual([textsOf("a.csv")]);
  });

  it("gives a duplicated tab a name of its own: neither touches the other's files", async () => {
    const page = browser.open();
    const cache = tabFiles(page.rooms);
    const key = await cache.keep([file("a.csv")]);
    // The mark of a reading that is under way is copied along.
    cache.begin(key ?? "");
    const copy = page.duplicate();
    const copied = tabFiles(copy.rooms);
    const saved = copied.saved();
    copy.endPatience();
    expect(await saved).toEqual({ files: [], lost: [] });
    await copied.keep([file("b.csv")]);
    cache.settled(key ?? "");
    expect((await savedIn(page.reload())).files).toEqual([textsOf("a.csv")]);
    expect((await savedIn(copy.reload())).files).toEqual([textsOf("b.csv")]);
  });

  it("leaves alone what another open tab is writing or has, however old", async () => {
    const page = browser.open();
    await tabFiles(page.rooms).keep([file("a.csv")]);
    const half = await halfWritten(page);
    vi.advanceTimersByTime(30 * DAY);
    await othersCleared();
    expect(heldFiles()).toContainEqual(expect.stringContaining(half));
    expect((await savedIn(page.reload())).files).toEqual([textsOf("a.csv")]);
    // Its own half written copy is of no use after the reload.
    expect(heldFiles()).not.toContainEqual(expect.stringContaining(half));
  });

  it("clears a closed tab's files a week after their last use, and never a tab's own", async () => {
    const old = browser.open();
    await tabFiles(old.rooms).keep([file("old.csv")]);
    old.close();
    vi.advanceTimersByTime(6 * DAY);
    const back = old.reload();
    expect((await savedIn(back)).files).toEqual([textsOf("old.csv")]);
    back.close();
    vi.advanceTimersByTime(6 * DAY);
    await othersCleared();
    expect(heldFiles()).toHaveLength(2);
    vi.advanceTimersByTime(2 * DAY);
    await othersCleared();
    expect(heldFiles()).toEqual([]);
    const own = browser.open();
    await tabFiles(own.rooms).keep([file("own.csv")]);
    vi.advanceTimersByTime(8 * DAY);
    expect((await savedIn(own.reload())).files).toEqual([textsOf("own.csv")]);
  });

  it("brings back the rest where one copy is damaged or cannot be removed, and says which", async () => {
    const page = browser.open();
    const cache = tabFiles(page.rooms);
    const damaged = (await cache.keep([file("damaged.csv")])) ?? "";
    await cache.keep([file("whole.csv")]);
    const half = await halfWritten(page);
    const own = await ownDirectory(page);
    await (await own.getDirectoryHandle(damaged)).removeEntry("0");
    own.stuck.add(half);
    expect(await savedIn(page.reload())).toEqual({
      files: [textsOf("whole.csv")],
      lost: [{ files: ["damaged.csv"], why: "the browser's copy of it cannot be read" }],
    });
  });

  it("does not read again what a tab died over, says so, and keeps the others", async () => {
    const page = browser.open();
    const cache = tabFiles(page.rooms);
    const heavy = (await cache.keep([file("heavy.csv")])) ?? "";
    await cache.keep([file("light.csv")]);
    cache.begin(heavy);
    // A reload in the middle is no death.
    const reloaded = page.reload();
    const again = tabFiles(reloaded.rooms);
    expect((await again.saved()).files).toHaveLength(2);
    again.begin(heavy);
    reloaded.die();
    expect(await savedIn(reloaded.next())).toEqual({
      files: [textsOf("light.csv")],
      lost: [{ files: ["heavy.csv"], why: "the page ended while reading it the last time" }],
    });
  });

  it("keeps nothing and throws nothing where site data are blocked", async () => {
    const blocked = () => {
      throw new DOMException("access is denied", "SecurityError");
    };
    const page = browser.open();
    for (const room of ["directory", "locks", "session"] as const) {
      const cache = tabFiles({ ...page.rooms, [room]: blocked });
      expect(await cache.saved()).toEqual({ files: [], lost: [] });
      expect(await cache.keep([file("a.csv")])).toBeNull();
      cache.begin("k");
      cache.settled("k");
      await cache.remove("k");
    }
  });
});
