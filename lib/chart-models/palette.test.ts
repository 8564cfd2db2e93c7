import { describe, expect, it } from "vitest";
import { MARKERS } from "./model";
import { assignStyles, HEAT, heatColour, PALETTE, variantOf } from "./palette";

const channels = (hex: string) =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
const luminance = (rgb: readonly number[]) =>
  0.2126 * (rgb[0] ?? 0) + 0.7152 * (rgb[1] ?? 0) + 0.0722 * (rgb[2] ?? 0);
const contrast = (a: string, b: string) => {
  const [high, low] = [luminance(channels(a)), luminance(channels(b))].sort((x, y) => y - x);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
};

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
const SIGHT = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deutan: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
  tritan: [
    1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039,
  ],
} as const;

const times = (m: readonly number[], v: readonly number[]) =>
  [0, 1, 2].map((r) => [0, 1, 2].reduce((sum, c) => sum + (m[3 * r + c] ?? 0) * (v[c] ?? 0), 0));

function oklab(rgb: readonly number[]): number[] {
  const lms = times(
    [
      0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566,
      0.0883024619, 0.2817188376, 0.6299787005,
    ],
    rgb,
  ).map(Math.cbrt);
  return times(
    [
      0.2104542553, 0.793617785, -0.0040720468, 1.9779984951, -2.428592205, 0.4505937099,
      0.0259040371, 0.7827717662, -0.808675766,
    ],
    lms,
  );
}

describe("palette", () => {
  it("stands off the ground of both themes by 3:1", () => {
    for (const { light, dark } of PALETTE) {
      expect(contrast(light, "#ffffff")).toBeGreaterThanOrEqual(3);
      expect(contrast(dark, "#171a1d")).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(["light", "dark"] as const)("tells its colours apart under any sight (%s)", (theme) => {
    for (const [sight, matrix] of Object.entries(SIGHT)) {
      const seen = PALETTE.map((c) =>
        oklab(times(matrix, channels(c[theme])).map((v) => Math.min(1, Math.max(0, v)))),
      );
      seen.forEach((a, i) =>
        seen.slice(i + 1).forEach((b, j) => {
          const distance = Math.hypot(...a.map((v, axis) => v - (b[axis] ?? 0)));
          const pair = `${sight}: ${PALETTE[i]?.name ?? ""}, ${PALETTE[i + j + 1]?.name ?? ""}`;
          expect(distance, pair).toBeGreaterThan(0.085);
        }),
      );
    }
  });
});

describe("assignStyles", () => {
  const on = (benchmark: string, models: readonly string[]) =>
    models.map((model) => ({ model, benchmark }));
  const models = on("b", ["EXAONE", "HyperCLOVAX", "A.X", "Gemini Pro", "Gemini Flash"]);
  const many = Array.from({ length: 20 }, (_, i) => `model ${i}`);
  const colours = (names: readonly string[], styles: ReturnType<typeof assignStyles>) =>
    new Set(names.map((name) => styles.get(name)?.colour));

  it("keeps the colours of what was open when a file brings other models", () => {
    const open = on("b", ["alpha", "beta", "gamma", "delta", "epsilon"]);
    const before = assignStyles(open);
    const drop = on("b", ["aaa", "aab", "aac", "aad"]).map((cell) => ({ ...cell, source: 1 }));
    const after = assignStyles([...drop, ...open]);
    for (const [model, style] of before) expect(after.get(model)).toEqual(style);
  });

  it("does not depend on the order in which models come", () => {
    const styles = assignStyles(models);
    expect([...assignStyles([...models].reverse())].sort()).toEqual([...styles].sort());
  });

  it("gives eight models eight colours, and more models other markers", () => {
    expect(colours(many.slice(0, 8), assignStyles(on("b", many.slice(0, 8)))).size).toBe(8);
    const all = [...assignStyles(on("b", many)).values()];
    expect(new Set(all.map(({ colour, marker }) => JSON.stringify([colour, marker]))).size).toBe(
      20,
    );
  });

  it("keeps the models of one benchmark apart first", () => {
    const [a, b] = [many.slice(0, 8), many.slice(8, 16)];
    const styles = assignStyles([...on("one", a), ...on("two", b)]);
    expect(colours(a, styles).size).toBe(8);
    expect(colours(b, styles).size).toBe(8);
    expect(new Set(b.map((name) => styles.get(name)?.marker)).size).toBe(8);
    const all = [...styles.values()];
    expect(new Set(all.map(({ colour, marker }) => JSON.stringify([colour, marker]))).size).toBe(
      16,
    );
  });

  it("keeps the colour of a model's further curves and changes the rest", () => {
    const base = { colour: 3, marker: MARKERS[2], dash: "solid" } as const;
    expect(variantOf(base, 0)).toEqual(base);
    expect(variantOf(base, 1)).toEqual({ colour: 3, marker: MARKERS[3], dash: "dashed" });
  });
});

describe("heat colours", () => {
  const INK = { light: "#16191d", dark: "#e8eaed" } as const;
  const TENTHS = Array.from({ length: 11 }, (_, i) => i / 10);

  it.each(["light", "dark"] as const)("leave the ink of the %s theme readable", (theme) => {
    for (const place of TENTHS)
      expect(contrast(heatColour(place, theme), INK[theme]), String(place)).toBeGreaterThan(4.5);
  });

  it.each(["light", "dark"] as const)("go one way in lightness in the %s theme", (theme) => {
    const steps = TENTHS.map((place) => luminance(channels(heatColour(place, theme))));
    const sorted = [...steps].sort((a, b) => (theme === "light" ? b - a : a - b));
    expect(steps).toEqual(sorted);
    expect(heatColour(0, theme)).toBe(HEAT[theme].ground);
    expect(heatColour(1, theme)).toBe(HEAT[theme].end);
    // Beyond the scale there are no other colours.
    expect(heatColour(1.2, theme)).toBe(HEAT[theme].end);
    expect(heatColour(-0.1, theme)).toBe(HEAT[theme].ground);
  });
});
