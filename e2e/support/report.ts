import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { csvRows } from "./rows";

/** The store that the tests' server reads (playwright.config.ts). */
const STORE = "test-results/store/runs";

export type Row = Readonly<Record<string, unknown>>;

/** Sections of the command line's report over the same runs as the page. */
export async function report(...sections: string[]): Promise<Record<string, Row[]>> {
  const { stdout } = await promisify(execFile)(
    "npx",
    ["foilscope", "report", STORE, "--section", ...sections],
    { maxBuffer: 512 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as Record<string, Row[]>;
}

/** Of the samples' cells, those of items that were seen at several N: fixed questions have no environment. */
export const isRepeated = (row: Row): boolean => row.environment !== null;

/** Presses an export button of the view and reads what comes. */
export async function download(page: Page, label: "CSV" | "SVG" | "PNG"): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: label, exact: true }).click(),
  ]);
  return readFile(await file.path());
}

/** The view's table as its CSV says it. */
export async function tableOf(page: Page): Promise<Record<string, string>[]> {
  return csvRows((await download(page, "CSV")).toString("utf8"));
}

/** Empty text is undefined, as null is in the report. */
export function numberOf(text: string | undefined): number | null {
  return text === undefined || text === "" ? null : Number(text);
}

/** Equal to 1e-9, or both undefined. */
export function agrees(a: number | null, b: unknown): boolean {
  if (a === null || b === null) return a === null && b === null;
  return Math.abs(a - Number(b)) <= 1e-9 * Math.max(1, Math.abs(Number(b)));
}
