import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Sheet } from "@/lib/audit/sheet";
import { lock, NO_WORK, toggle, workOn, type Work } from "@/lib/audit/work";

const AT = "2026-11-30T12:00:00.000Z";
const item = (item_id: string) => ({
  ...{ item_id, item_hash: null, section: "s", stratum: "s", weight: 1, stem: "Which?" },
  options: ["one", "two"].map((text) => ({ text, origin: "original" as const })),
  ...{ key: 0, order: [0, 1] },
});
const SHEET: Sheet = {
  ...{ kind: "foilscope-audit-sheet", version: 1, benchmark: "b", record_set: "R1" },
  ...{ item_set: null, condition: null, seed: "42", per_stratum: 1, population: 2 },
  items: [item("q1"), item("q2")],
};

/** A browser's storage, that can be full. */
class FakeStorage {
  static full = false;
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? (this[key] as string) : null;
  }
  setItem(key: string, text: string) {
    if (FakeStorage.full) throw new Error("it is full");
    this[key] = text;
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key);
  }
}
let storage: FakeStorage;
let tabStorage: FakeStorage;
let tell: (event: { key: string; newValue: string | null }) => void;

beforeEach(() => {
  storage = new FakeStorage();
  tabStorage = new FakeStorage();
  FakeStorage.full = false;
  vi.resetModules();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", tabStorage);
  vi.stubGlobal("window", {
    addEventListener: (_: string, listener: typeof tell) => {
      tell = listener;
    },
    removeEventListener: vi.fn(),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The sheets of a page that has just been opened, with one sheet in it. */
async function opened() {
  const kept = await import("./kept-sheets");
  kept.openSheet(JSON.stringify(SHEET));
  kept.watchSheets(vi.fn());
  const id = kept.keptSheets().open ?? "";
  const workKey = `foilscope-audit-work ${id}`;
  return { ...kept, id, workKey };
}
const locked = (work: Work, itemId: string) => lock(toggle(work, itemId, 1), itemId, AT);

it("lists a sheet whose work cannot be read, keeps that work, and forgets both when asked", async () => {
  const { keptSheets, changeWork, forgetSheet, openSheet, id, workKey } = await opened();
  const text = JSON.stringify({ version: 2, reviewer: "", items: {} });
  storage.setItem(workKey, text);
  expect(keptSheets()).toMatchObject({ sheets: [], open: null, unreadable: 0 });
  expect(keptSheets().torn).toEqual([{ id, sheet: SHEET, text }]);
  // Neither a change nor the file opened again writes over it.
  changeWork(id, (work) => locked(work, "q1"));
  openSheet(JSON.stringify(SHEET));
  expect(keptSheets().torn).toMatchObject([{ text }]);
  forgetSheet(id);
  expect(keptSheets()).toMatchObject({ sheets: [], torn: [] });
  openSheet(JSON.stringify(SHEET));
  expect(keptSheets().sheets).toEqual([{ id, sheet: SHEET, work: NO_WORK }]);
});

it("counts a sheet that cannot be read itself", async () => {
  const { keptSheets, id } = await opened();
  storage.setItem(`foilscope-audit-sheet ${id}`, "{");
  expect(keptSheets()).toMatchObject({ sheets: [], torn: [], unreadable: 1 });
});

it("keeps what the browser refused to keep when another tab works on the same sheet", async () => {
  const { keptSheets, changeWork, id, workKey } = await opened();
  FakeStorage.full = true;
  changeWork(id, (work) => locked(work, "q1"));
  expect(keptSheets().refused).toBe("it is full");
  FakeStorage.full = false;
  const theirs = JSON.stringify(locked(NO_WORK, "q2"));
  storage.setItem(workKey, theirs);
  tell({ key: workKey, newValue: theirs });
  const both = keptSheets().sheets[0]!.work;
  expect(workOn(both, "q1").first?.answers).toEqual([1]);
  expect(workOn(both, "q2").first?.answers).toEqual([1]);
  expect(keptSheets().refused).toBe("it is full");
  // The next change keeps all of it.
  changeWork(id, (work) => ({ ...work, reviewer: "Ada" }));
  expect(keptSheets().refused).toBeNull();
  const stored = JSON.parse(storage.getItem(workKey)!) as Work;
  expect(Object.keys(stored.items).sort()).toEqual(["q1", "q2"]);
  expect(stored.reviewer).toBe("Ada");
});

it("lets go of work that was forgotten in another tab", async () => {
  const { keptSheets, changeWork, id, workKey } = await opened();
  FakeStorage.full = true;
  changeWork(id, (work) => locked(work, "q1"));
  tell({ key: workKey, newValue: null });
  expect(keptSheets()).toMatchObject({ refused: null, sheets: [{ work: NO_WORK }] });
});

it("stays on its sheet whatever another tab opens, and through a reload", async () => {
  const first = await opened();
  // A second tab of the same browser: the same sheets, nothing open, then another sheet.
  vi.resetModules();
  vi.stubGlobal("sessionStorage", new FakeStorage());
  const second = await import("./kept-sheets");
  expect(second.keptSheets()).toMatchObject({ sheets: [{ id: first.id }], open: null });
  second.openSheet(JSON.stringify({ ...SHEET, record_set: "R2" }));
  const other = second.keptSheets().open ?? "";
  expect(other).not.toBe(first.id);
  tell({ key: `foilscope-audit-sheet ${other}`, newValue: "" });
  expect(first.keptSheets().open).toBe(first.id);
  // Work on a sheet that both have is seen by both.
  second.goToSheet(first.id);
  second.changeWork(first.id, (work) => locked(work, "q2"));
  const seen = first.keptSheets().sheets.find(({ id }) => id === first.id)!;
  expect(workOn(seen.work, "q2").first?.answers).toEqual([1]);
  second.goToSheet(null);
  expect(first.keptSheets().open).toBe(first.id);

  vi.resetModules();
  vi.stubGlobal("sessionStorage", tabStorage);
  expect((await import("./kept-sheets")).keptSheets().open).toBe(first.id);
});

it("goes to a sheet where the browser gives a tab no storage", async () => {
  vi.stubGlobal("sessionStorage", undefined);
  const { keptSheets, goToSheet, id } = await opened();
  expect(keptSheets()).toMatchObject({ open: id, refused: null });
  goToSheet(null);
  expect(keptSheets().open).toBeNull();
});
