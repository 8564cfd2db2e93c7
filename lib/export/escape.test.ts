import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { latexLine, latexText, markdownText } from "./escape";

describe("LaTeX", () => {
  it("leaves nothing in a text that acts", () => {
    expect(latexText("50% of a_b & c# $x$ {y} ~z ^w \\input")).toBe(
      "50\\% of a\\_b \\& c\\# \\$x\\$ \\{y\\} \\textasciitilde{}z \\textasciicircum{}w \\textbackslash{}input",
    );
    expect(latexText("\u22120.1 – <a|b>\n\nnew")).toBe(
      "$-$0.1 -- \\textless{}a\\textbar{}b\\textgreater{} new",
    );
    expect(latexLine(["[x]", "[0, 1]"])).toBe("{[}x] & [0, 1] \\\\");
    expect(latexLine(["*x"])).toBe("{*}x \\\\");
  });

  it("keeps signs apart that would run together", () => {
    expect(latexText("gpt--4---x")).toBe("gpt-{}-4-{}-{}-x");
    expect(latexText("it''s `q`")).toBe("it'{}'s \\textasciigrave{}q\\textasciigrave{}");
    expect(latexText("a-b 'c'")).toBe("a-b 'c'");
  });
});

/** Cells of a row as GitHub's tables split it: at every pipe that no backslash escapes. */
function cellsOf(row: string): string[] {
  const cells: string[] = [];
  let cell = "";
  for (const [part] of row.matchAll(/\\[^]|[^]/g)) {
    if (part === "|") {
      cells.push(cell);
      cell = "";
    } else cell += part;
  }
  return [...cells, cell];
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">" };

/** A text as a reader sees it, with a list of the signs that stand for themselves unescaped. */
function read(markdown: string): { shown: string; bare: string } {
  let [shown, bare] = ["", ""];
  for (const [whole, escaped, code, name] of markdown.matchAll(
    /\\([!-/:-@[-`{-~])|&(?:#(\d+)|(\w+));|[^]/gu,
  )) {
    if (escaped !== undefined) shown += escaped;
    else if (code !== undefined) shown += String.fromCharCode(Number(code));
    else if (name !== undefined) shown += NAMED[name] ?? whole;
    else {
      shown += whole;
      bare += whole;
    }
  }
  return { shown, bare };
}

describe("Markdown", () => {
  it.each([
    ["a|b\nc", "a\\|b c"],
    ["a\\|b", "a\\\\\\|b"],
    ["a\r\nb\rc", "a b c"],
    ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"],
    ["&lt;b&gt;", "&amp;lt;b&amp;gt;"],
    ["**bold** `code` ~~x~~ $y$", "\\*\\*bold\\*\\* \\`code\\` \\~\\~x\\~\\~ \\$y\\$"],
    ["[x](javascript:alert(1))", "\\[x](javascript:alert(1))"],
    ["[1](https://x.y)", "\\[1](https&#58;//x.y)"],
    ["al_pha _x_", "al_pha \\_x\\_"],
    ["0.5 [\u22120.1, 0.9]", "0.5 [\u22120.1, 0.9]"],
    ["model@rev www.x.y", "model&#64;rev www&#46;x.y"],
  ])("%j", (text, written) => expect(markdownText(text)).toBe(written));

  it("shows any text as it is, in one cell, with nothing that acts", () => {
    const sign = fc.constantFrom(...Array.from("\\|`*_~$<>&#;[](){}!@:/.\r\n\t ab7"));
    const texts = fc.oneof(
      fc.string({ unit: sign, maxLength: 24 }),
      fc.string({ unit: "grapheme", maxLength: 24 }),
    );
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const written = [one, other].map(markdownText);
        expect(cellsOf(written.join("|"))).toEqual(written);
        for (const [i, text] of [one, other].entries()) {
          const { shown, bare } = read(written[i] ?? "");
          expect(shown).toBe(text.replace(/[\s\p{Cc}]+/gu, " "));
          expect(bare).not.toMatch(/[\\|`*~$<>@\r\n]/);
        }
      }),
    );
  });
});
