import { z } from "zod";
import { METRICS } from "@/lib/metrics/registry";
import type { Report } from "@/lib/metrics/report";
import { hardSplitModel, SECTION_ROWS, type SectionName } from "@/lib/metrics/rows";

/** How a column prints. `list` is numbers of trials. */
export type ColumnKind =
  "text" | "count" | "rate" | "slope" | "one" | "seconds" | "p" | "interval" | "flag" | "list";
export type Cell = string | number | boolean | null | readonly number[];

export interface ReportColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** One section as a flat table: objects become columns, models of a hard split become rows. */
export interface ReportTable {
  readonly section: SectionName;
  readonly label: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

type Row = Readonly<Record<string, unknown>>;

/** Numbers that are no rates; everything else with decimals is one. */
const KINDS: Readonly<Record<string, ColumnKind>> = {
  slope: "slope",
  slope_unit_range: "slope",
  mean_pos: "one",
  mean_pos_gold: "one",
  mean_completion_tokens: "one",
  seconds_per_item: "seconds",
  parameters: "count",
  cost: "one",
  hard_trials: "list",
  less_hard_trials: "list",
  runs: "text",
  time_ratio: "one",
  total_weight: "one",
  weight: "one",
  differ_in: "text",
};

/** Curves belong to JSON: a table of them is `position_distribution`. */
const LEFT_OUT = new Set(["cdf_response", "cdf_gold", "models"]);

/** Percentage points and percent have one decimal. */
const IN_POINTS = /_(pp|pct|pp_per_position)$/;
const P_VALUE = /^(.+_)?p(_holm|_bonferroni)?$/;

function kindOf(name: string, field: z.ZodType): ColumnKind | "object" {
  const known = KINDS[name];
  if (known) return known;
  if (field.safeParse([0, 1]).success) return "interval";
  if (IN_POINTS.test(name)) return "one";
  if (P_VALUE.test(name)) return "p";
  if (field.safeParse({}).success) return "object";
  if (field.safeParse(true).success) return "flag";
  if (field.safeParse(3).success) return field.safeParse(2.5).success ? "rate" : "count";
  return "text";
}

function fieldsOf(section: SectionName): [string, z.ZodType][] {
  const shape: Record<string, z.ZodType> = {
    ...SECTION_ROWS[section].shape,
    ...(section === "hard_split" ? hardSplitModel.shape : {}),
  };
  return Object.entries(shape).filter(([name]) => !LEFT_OUT.has(name));
}

/** A hard split has one row a model and group; every other row is one already. */
function flatRows(section: SectionName, rows: readonly Row[]): readonly Row[] {
  if (section !== "hard_split") return rows;
  return rows.flatMap((row) => (row.models as readonly Row[]).map((m) => ({ ...row, ...m })));
}

/** Sub-columns of an object column: every key that some row has, in order of first appearance. */
function keysOf(name: string, rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys((row[name] as Row | null) ?? {})))];
}

interface Part extends ReportColumn {
  readonly value: (row: Row) => unknown;
}

/** The columns of one field: an object has one for each of its fields, however deep. */
function partsOf(name: string, key: string, field: z.ZodType, rows: readonly Row[]): Part[] {
  const plain = field instanceof z.ZodNullable ? (field.unwrap() as z.ZodType) : field;
  const inner = (row: Row) => row[key] as Row | null | undefined;
  if (plain instanceof z.ZodObject)
    return Object.entries(plain.shape as Record<string, z.ZodType>).flatMap(([own, of]) =>
      partsOf(`${name}_${own}`, own, of, []).map((part) => ({
        ...part,
        value: (row: Row) => part.value(inner(row) ?? {}),
      })),
    );
  const kind = kindOf(key, field);
  if (kind !== "object") return [{ name, kind, value: (row: Row) => row[key] }];
  return keysOf(key, rows).map((own) => ({
    name: `${name}_${own}`,
    kind: "rate" as const,
    value: (row: Row) => inner(row)?.[own],
  }));
}

export function reportTable(report: Report, section: SectionName): ReportTable {
  const rows = flatRows(section, report[section] ?? []);
  const parts = fieldsOf(section).flatMap(([name, field]) => partsOf(name, name, field, rows));
  return {
    section,
    label: METRICS[section].label,
    columns: parts.map(({ name, kind }) => ({ name, kind })),
    rows: rows.map((row) => parts.map(({ kind, value }) => cellOf(kind, value(row)))),
  };
}

function cellOf(kind: ColumnKind, value: unknown): Cell {
  if (kind === "text" && Array.isArray(value)) return value.join(" ");
  return (value ?? null) as Cell;
}
