import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { shownPairs } from "@/lib/chart-models/paired";
import { forestFigure } from "@/lib/chart-models/forest";
import { prepareFlow } from "@/lib/chart-models/paired-flow";
import { prepareOverview } from "@/lib/chart-models/overview";
import { overviewTable } from "@/lib/chart-models/overview-table";
import { assignStyles, colourOf, heatColour } from "@/lib/chart-models/palette";
import { textWidth } from "@/lib/chart-models/labels";
import { prepareCdf } from "@/lib/chart-models/positions";
import { prepareGold } from "@/lib/chart-models/gold";
import { prepareScaling, type ScalingOptions } from "@/lib/chart-models/scaling";
import { scalingTable } from "@/lib/chart-models/scaling-table";
import { withPublishedModes } from "@/lib/chart-models/published-modes";
import { publishedFlow } from "@/lib/chart-models/published-paired";
import type { SortState } from "@/lib/chart-models/table-model";
import { distributionRows, cellSize, pairedRow, scalingRow } from "@/tests/chart-rows";
import { composeFigure, PAPER_WIDTH, type FigureFrame } from "./compose";
import { drawPanel, headHeight } from "./panel";
import { fileStem, tableCsv } from "./table-csv";
import { escapeXml } from "./xml";
import { wrapName, wrapText } from "./wrap";

const styles = assignStyles(["alpha", '<b>&"beta"'].map((model) => ({ model, benchmark: "b" })));
const options: ScalingOptions = {
  metric: "na",
  scale: "log",
  interval: "item",
  styles,
  fixed: new Set(),
  hidden: [],
};
const rows = [
  scalingRow({ n_options: 4, na: 0.8 }),
  scalingRow({ n_options: 10, na: null, accuracy: null, na_item_ci: null }),
  scalingRow({ n_options: 100, na: 0.4, na_item_ci: [0.3, 0.5] }),
  scalingRow({ n_options: 100, environment: "easy" }),
  scalingRow({ n_options: 100, environment: "easy", model: '<b>&"beta"', series_id: "s2" }),
];
const frame: FigureFrame = {
  title: "NA against N: 2 models",
  subtitle: "mean over 30 items & more",
  source: "Foilscope · data: snapshot abc",
  simulated: "none",
  date: "2026-03-01",
  parts: [{ kind: "figure", heading: null, figure: prepareScaling(rows, options) }],
  fonts: [
    {
      family: "Inter",
      weight: 400,
      data: "d09GMgABAAAAAA==",
      unicodeRange: "U+0000-00FF",
      sample: "M",
    },
  ],
};

/** One change of the data beside those that P2 prints. */
function modesFigureOf() {
  const figure = forestFigure(
    [
      {
        ...{ id: "m", label: "m", simulated: false, points: 3, interval: [1, 5] as const, n: 9 },
        style: { colour: 0, marker: "circle" as const, dash: "dashed" as const },
        ...{ gap: "", select: [] },
      },
    ],
    {
      ...{ x: "model", y: "change", zero: "no change", value: "change", interval: "95%" },
      ...{ countOf: "items", what: "pairs", notes: [] },
    },
  );
  return withPublishedModes(figure!, [], new Map(), new Map());
}

/** Elements with their attributes, and all text; throws when it is not well formed. */
function parse(svg: string) {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  const texts: string[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => elements.push({ name: tag.name, attributes: tag.attributes }));
  parser.on("text", (text) => texts.push(text));
  parser.write(svg).close();
  return { elements, text: texts.join("\n") };
}

describe("composeFigure", () => {
  const { svg, width, height } = composeFigure(frame);
  const { elements, text } = parse(svg);

  it("is well-formed XML with title, subtitle, source and date", () => {
    expect(text).toContain(frame.title);
    expect(text).toContain(frame.subtitle);
    expect(text).toContain("Foilscope · data: snapshot abc · 2026-03-01");
    expect(text).toContain('<b>&"beta"');
    expect(elements[0]!.attributes).toMatchObject({
      width: String(PAPER_WIDTH),
      height: String(height),
    });
    expect(width).toBe(718);
  });

  it("stands alone: no reference outside, no foreign markup, no script", () => {
    const names = new Set(elements.map((element) => element.name));
    for (const name of ["foreignObject", "script", "image", "use", "a", "link"]) {
      expect(names.has(name)).toBe(false);
    }
    expect(svg.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|href|@import/);
    expect(svg).toContain("src:url(data:font/woff2;base64,d09GMgABAAAAAA==)");
  });

  it("wraps the titles of small multiples within their panels, and makes room for the lines", () => {
    const name = "Meta-Llama-3.1-8B-Instruct · mode not stated · condition not stated (N=10)";
    const { panels } = prepareScaling(rows, options);
    const panel = panels[0]!;
    const bare = { ...panel, levels: [] };
    const each = (PAPER_WIDTH - 80) / 3;
    // 26 letters and more stand on a line of their own; the rest takes two.
    expect(headHeight({ ...bare, title: name }, each) - headHeight(bare, each)).toBe(2 * 15);
    // The names of levels, at the right of the title, leave less to it.
    expect(headHeight({ ...panel, title: name }, each)).toBeGreaterThan(
      headHeight({ ...bare, title: name }, each),
    );
    expect(headHeight({ ...bare, title: "" }, each)).toBe(headHeight(bare, each) - 18);
    const drawn = drawPanel({ ...bare, title: name }, prepareScaling(rows, options), each, 60);
    const titles = [...drawn.matchAll(/<text [^>]*font-weight="600"[^>]*>([^<]*)</g)].map(
      ([, line = ""]) => line,
    );
    expect(titles.join(" ")).toBe(name);
    for (const line of titles) expect(textWidth(line, 12)).toBeLessThanOrEqual(each);
  });

  it("has no number that is not one", () => {
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it("breaks the line at a gap and draws a marker at each value", () => {
    const { colour } = styles.get("alpha")!;
    const hex = colourOf({ colour, marker: null, dash: "solid" }, "light");
    const lines = elements.filter(
      (e) => e.name === "path" && e.attributes.fill === "none" && e.attributes.stroke === hex,
    );
    // Two separate points of the full panel: a line of two moves, without a stroke between them.
    expect(lines.some((line) => line.attributes.d!.match(/M/g)?.length === 2)).toBe(true);
  });

  it("keeps everything inside the page", () => {
    for (const { name, attributes } of elements) {
      if (name === "rect") expect(Number(attributes.width)).toBeLessThanOrEqual(PAPER_WIDTH);
    }
    expect(height).toBeGreaterThan(300);
  });

  it("adds probes of its fonts below its own height, on request", () => {
    const probed = composeFigure({ ...frame, probes: true });
    expect(probed.height).toBe(height);
    expect(parse(probed.svg).elements[0]!.attributes.height).toBe(String(height + 24));
  });

  it("marks simulated rows of a table beside measured ones", () => {
    const table = scalingTable([scalingRow({ simulated: true }), scalingRow({ model: "real" })]);
    const parts = [{ kind: "table" as const, table, sort: null, note: null }];
    const parsed = parse(composeFigure({ ...frame, parts }).svg);
    expect(parsed.text).toContain("alpha (simulated)");
    expect(parsed.text).not.toContain("real (simulated)");
  });

  it("draws a flow with its streams by name, count and share", () => {
    const [pair] = shownPairs([pairedRow()]);
    const flow = prepareFlow(pair!, null)!;
    const parts = [{ kind: "flow" as const, heading: null, flow }];
    const drawn = composeFigure({ ...frame, parts });
    const parsed = parse(drawn.svg);
    for (const said of [
      "both right 138 · 69.0%",
      "gained 6 · 3.0%",
      "lost 37 · 18.5%",
      "to borrowed 21 · 10.5%",
      "Left: five-original (N=5): 175 right, 25 wrong. Right: ten-permuted (N=10): 144 right, 56",
    ])
      expect(parsed.text).toContain(said);
    const bands = parsed.elements.filter(({ attributes }) => attributes["fill-opacity"] === "0.55");
    expect(bands).toHaveLength(6);
    expect(drawn.svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it("draws published values hollow: whiskers and streams as dashes, named in the legend", () => {
    const own = modesFigureOf();
    const parts = [
      { kind: "figure" as const, heading: null, figure: own },
      { kind: "flow" as const, heading: "As published", flow: publishedFlow() },
    ];
    const { svg } = composeFigure({ ...frame, parts });
    const { elements: drawn, text: words } = parse(svg);
    const dashed = (dash: string) =>
      drawn.filter(({ attributes }) => attributes["stroke-dasharray"] === dash);
    // Table 10 prints ten changes with intervals; the one of the data is solid.
    expect(dashed("3 2").filter(({ name }) => name === "line")).toHaveLength(10);
    expect(dashed("4 3")).toHaveLength(6);
    expect(drawn.filter(({ attributes }) => attributes["fill-opacity"] === "0.05")).toHaveLength(6);
    expect(words).toContain("gemma4:e4b, published (P2)");
    expect(words).toContain("to borrowed 102 · 10.4%");
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it("breaks a long title of a panel, which would run into the next", () => {
    const [one] = prepareScaling(rows, options).panels;
    const title = "Turkish MMLU Pro, 10 options, published (P2)";
    const figure = {
      ...prepareScaling(rows, options),
      panels: Array.from({ length: 5 }, (_, i) => ({ ...one!, id: String(i), title })),
    };
    const parts = [{ kind: "figure" as const, heading: null, figure }];
    const { text: words } = parse(composeFigure({ ...frame, parts }).svg);
    const lines = words.split("\n").filter((line) => line !== "" && title.includes(line));
    // Three columns of 220 px, of which chance takes its own.
    expect(lines).not.toContain(title);
    expect(lines.length).toBeGreaterThanOrEqual(10);
  });

  it("draws a table under the sort of the screen, and says what it leaves out", () => {
    const table = scalingTable(
      [0.5, null, 0.9, 0.7].map((na, i) => scalingRow({ na, model: `m${i}`, series_id: `s${i}` })),
    );
    const drawn = (sort: SortState | null) => {
      const part = { kind: "table" as const, table, sort, note: "Shown: 4 of 9 rows." };
      return parse(composeFigure({ ...frame, parts: [part] }).svg).text;
    };
    const order = (text: string) => [...text.matchAll(/m\d/g)].map(([name]) => name);
    expect(order(drawn(null))).toEqual(["m0", "m1", "m2", "m3"]);
    expect(order(drawn({ column: "na", direction: "desc" }))).toEqual(["m2", "m3", "m0", "m1"]);
    expect(order(drawn({ column: "na", direction: "asc" }))).toEqual(["m0", "m3", "m2", "m1"]);
    expect(order(drawn({ column: "colour", direction: "asc" }))[0]).toBe("m0");
    expect(drawn(null)).toContain("Shown: 4 of 9 rows.");
  });

  it("colours the numbers of a heat table as the screen does in the light theme", () => {
    const table = {
      caption: "c",
      columns: [
        { id: "section", label: "Section", kind: "text" as const, rowHeader: true },
        { id: "value", label: "Value", kind: "rate" as const },
      ],
      groups: [],
      rows: [0.25, null].map((value, i) => ({
        id: `r${i}`,
        group: null,
        select: null,
        simulated: false,
        cells: {
          section: { value: `s${i}` },
          value: value === null ? { value } : { value, heat: value },
        },
      })),
    };
    const parts = [{ kind: "table" as const, table, sort: null, note: null }];
    const { elements } = parse(composeFigure({ ...frame, parts }).svg);
    const fills = elements.filter(({ name }) => name === "rect").map((e) => e.attributes.fill);
    expect(fills).toEqual(["#ffffff", heatColour(0.25, "light")]);
  });

  it("says what is simulated, on every export", () => {
    const all = parse(composeFigure({ ...frame, simulated: "all" }).svg).text;
    expect(all).toContain("All records are simulated.");
    const some = parse(composeFigure({ ...frame, simulated: "some" }).svg).text;
    expect(some).toContain("Some records are simulated");
  });

  it("draws positions with the first k shaded, gold as bars, and a warning in words", () => {
    const rows = distributionRows([8, 4, 4, 4], [9, 1, 1, 1]);
    const { svg: positions } = composeFigure({
      ...frame,
      parts: [
        { kind: "figure", heading: "CDF", figure: prepareCdf(rows, 4, 2, { styles, hidden: [] }) },
        {
          kind: "figure",
          heading: "Gold",
          figure: prepareGold(rows, 4, [cellSize({ n_trials: 1000 })], new Set()),
        },
      ],
    });
    const parsed = parse(positions);
    expect(parsed.text).toContain("shaded: the first 2 positions");
    expect(parsed.text).toContain("PFI 0.600");
    expect(parsed.text).toContain("Warning: Gold positions are far from uniform");
    expect(positions).not.toMatch(/NaN|undefined/);
  });

  it("draws a table where the view is one", () => {
    const boards = prepareOverview({
      scaling: rows,
      bubble: [],
      items: [],
      accuracy: [],
      paired: [],
      presented: [],
      fixed: new Set(),
      diagnosticScorers: [],
    });
    const parts = [
      { kind: "table" as const, table: overviewTable(boards), sort: null, note: null },
    ];
    const parsed = parse(composeFigure({ ...frame, parts }).svg);
    expect(parsed.text).toContain("orthography · full · ranked at N=100 · BI from N=4 · 30 items");
    expect(parsed.text).toContain("0.400 [0.300, 0.500]");
  });
});

describe("tableCsv", () => {
  it("has full numbers, two columns an interval, empty where undefined", () => {
    const [header, first, second] = tableCsv(
      scalingTable([
        scalingRow({ na: 1 / 3, na_item_ci: [-0.1, 0.7] }),
        scalingRow({ na: null, na_item_ci: null, model: "m, 2", simulated: true }),
      ]),
    ).split("\n");
    const names = header!.split(",");
    const cells = first!.split(",");
    const at = (name: string) => cells[names.indexOf(name)];
    expect(at("na")).toBe(String(1 / 3));
    expect([at("na_item_ci_low"), at("na_item_ci_high")]).toEqual(["-0.1", "0.7"]);
    expect(at("simulated")).toBe("false");
    expect(second!.startsWith('"m, 2",orthography,full')).toBe(true);
    expect(second!.endsWith(",true")).toBe(true);
    expect(second).not.toContain("null");
  });

  it.each(["=1+1", "+x", "-x", "@x", "\tx", "\rx", "=a\nb"])("neutralises %j", (model) => {
    const csv = tableCsv(scalingTable([scalingRow({ model })]));
    expect(csv).toContain(`"'${model}"`);
  });
});

describe("fileStem", () => {
  it("keeps letters of any script and nothing that a file system minds", () => {
    expect(fileStem("NA against N: 2 models, Türkçe/한국어?", "2026-03-01")).toBe(
      "foilscope-na-against-n-2-models-türkçe-한국어-2026-03-01",
    );
  });
});

describe("texts", () => {
  it("escapes what XML reserves and replaces what it forbids", () => {
    expect(escapeXml(`a<b>&"c"\u0000\u0007한`)).toBe("a&lt;b&gt;&amp;&quot;c&quot;\uFFFD\uFFFD한");
  });
  it("breaks a name that is longer than its line and loses no letter", () => {
    // 0.58 em a letter: three of size 10 are 17.4 wide, four 23.2.
    expect(wrapName("abcdegh xy", 10, 18)).toEqual(["abc", "deg", "h", "xy"]);
    expect(wrapName("ab ab", 10, 100)).toEqual(["ab ab"]);
    expect(wrapName("", 10, 100)).toEqual([]);
  });
  it("wraps at spaces and loses no word", () => {
    const text = "the quick brown fox jumps over the lazy dog";
    const lines = wrapText(text, 11, 80);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join(" ")).toBe(text);
  });
});
