import { describe, expect, it } from "vitest";
import { MOST_SAVED, parseSaved, withoutView, withView, writeSaved } from "./saved-views";

const view = (name: string) => ({ name, href: `/scaling?model=${name}` });
const reread = (list: Parameters<typeof writeSaved>[0]) => parseSaved(writeSaved(list));

describe("saved views", () => {
  it("replaces the view of that name, newest first", () => {
    const list = [view("a"), view("b")].reduce(
      (own, v) => withView(own, v) ?? own,
      parseSaved(null),
    );
    const again = withView(list, { name: "a", href: "/items" });
    expect(again && reread(again)).toEqual({
      views: [{ name: "a", href: "/items" }, view("b")],
      unreadable: [],
    });
  });

  it("refuses one too many and drops none; a known name can still be saved again", () => {
    const full = parseSaved(
      JSON.stringify(Array.from({ length: MOST_SAVED }, (_, i) => view(`v${i}`))),
    );
    expect(full.views).toHaveLength(100);
    expect(withView(full, view("new"))).toBeNull();
    expect(withView(full, view("v99"))?.views).toHaveLength(100);
    expect(withView(withoutView(full, "v7"), view("new"))?.views).toHaveLength(100);
  });

  it("keeps every entry that it cannot read, and reads the others", () => {
    const odd = [7, null, { name: "" }, { name: "x", href: "//elsewhere.example" }, { name: "a" }];
    const text = JSON.stringify([view("a"), ...odd, view("b"), view("a")]);
    const list = parseSaved(text);
    expect(list).toEqual({ views: [view("a"), view("b")], unreadable: [...odd, view("a")] });
    const more = withView(list, view("c"));
    expect(more && reread(more)).toEqual({
      views: [view("c"), view("a"), view("b")],
      unreadable: [...odd, view("a")],
    });
  });

  it("reads what is no list as one entry that it cannot read", () => {
    expect(parseSaved("{")).toEqual({ views: [], unreadable: ["{"] });
    expect(parseSaved('{"a":1}')).toEqual({ views: [], unreadable: [{ a: 1 }] });
    expect(reread(parseSaved("{"))).toEqual(parseSaved("{"));
  });
});
