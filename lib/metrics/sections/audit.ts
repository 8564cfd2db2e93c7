import { z } from "zod";
import { AUDIT_CLASSES, auditRow } from "@/lib/cubes/schema";
import { queryRows } from "@/lib/engine/decode";
import { plural } from "@/lib/format/number";
import { sameItem } from "@/lib/records/shown";
import { recordsSql } from "../audit-records";
import { RECORDED_POLARITIES, STEM_FLAGS, type AuditSectionRow } from "../question-rows";
import type { WarningRow } from "../rows";
import type { MetricOptions, Workspace } from "../workspace";

const classRow = z.strictObject({
  benchmark: z.string(),
  record_set: z.string(),
  status: auditRow.shape.status,
  key_and_borrowed: z.boolean(),
  stem_negative: z.boolean().nullable(),
  polarity: auditRow.shape.polarity,
  n: z.int(),
  weight: z.number(),
});
type ClassRow = z.infer<typeof classRow>;

const totalOf = (rows: readonly ClassRow[]) => ({
  count: rows.reduce((sum, row) => sum + row.n, 0),
  weight: rows.reduce((sum, row) => sum + row.weight, 0),
});

function shareOf(rows: readonly ClassRow[], total: number) {
  const { count, weight } = totalOf(rows);
  return { count, weighted_pct: total === 0 ? null : (100 * weight) / total };
}

const flagOf = ({ stem_negative }: ClassRow): (typeof STEM_FLAGS)[number] =>
  stem_negative === null ? "without_flag" : stem_negative ? "flagged" : "unflagged";

/** Items by flag and recorded polarity, those that nobody recorded apart (P2, Table 8). */
function polarityOf(rows: readonly ClassRow[]): AuditSectionRow["polarity"] {
  const of = (flag: (typeof STEM_FLAGS)[number]) =>
    Object.fromEntries(
      RECORDED_POLARITIES.map((name) => [
        name,
        totalOf(
          rows.filter((row) => flagOf(row) === flag && (row.polarity ?? "not_recorded") === name),
        ),
      ]),
    );
  return Object.fromEntries(
    STEM_FLAGS.map((flag) => [flag, of(flag)]),
  ) as AuditSectionRow["polarity"];
}

function recordSetRow(
  rows: readonly ClassRow[],
): Omit<AuditSectionRow, "benchmark" | "record_set"> {
  const { count, weight: total } = totalOf(rows);
  const of = (test: (row: ClassRow) => boolean) => shareOf(rows.filter(test), total);
  const both = of((row) => row.key_and_borrowed);
  // Every unresolved item might hold the key and a borrowed option, or none of them.
  const most = of((row) => row.key_and_borrowed || row.status === "unresolved").weighted_pct;
  const classes = AUDIT_CLASSES.map((name) => [name, of((row) => row.status === name)]);
  return {
    n: count,
    total_weight: total,
    classes: Object.fromEntries(classes) as AuditSectionRow["classes"],
    key_plus_borrowed: {
      ...both,
      range_pct: both.weighted_pct === null || most === null ? null : [both.weighted_pct, most],
    },
    polarity: polarityOf(rows),
  };
}

/** Items whose records differ between sources, of which `audit` holds none. */
export async function contradictoryAudit(
  { engine }: Workspace,
  { filters, signal }: MetricOptions,
): Promise<WarningRow[]> {
  const rows = await queryRows(
    engine,
    z.strictObject({ record_set: z.string(), item_id: z.string() }),
    `WITH ${recordsSql(filters)}
      SELECT record_set, item_id FROM records WHERE NOT agreed
      ORDER BY benchmark, record_set, item_id`,
    { signal },
  );
  if (rows.length === 0) return [];
  const named = rows.map((row) => `${row.item_id} in ${row.record_set}`).join(", ");
  return [
    {
      code: "contradictory_audit",
      message: `reviewer records of several sources or versions of an item contradict each other, all left out: ${named}`,
      runs: [],
    },
  ];
}

/** Records that came without responses and whose items no open run was asked any more. */
export async function apartAudit(
  { engine }: Workspace,
  { signal }: MetricOptions,
): Promise<WarningRow[]> {
  const [row] = await queryRows(
    engine,
    z.strictObject({ n: z.number() }),
    `SELECT count(*)::DOUBLE AS n FROM data.audit_apart AS t WHERE NOT EXISTS (
      SELECT 1 FROM data.audit AS a JOIN data.items AS d USING (item_ix)
      WHERE a.record_set = t.record_set AND ${sameItem("d", "t")})`,
    { signal },
  );
  const n = row?.n ?? 0;
  if (n === 0) return [];
  return [
    {
      code: "audit_apart",
      message:
        plural(n, "reviewer record is", "reviewer records are") +
        " about items that no open run was asked any more, or with other options: they count for nothing",
      runs: [],
    },
  ];
}

const NAMES = "benchmark, record_set, status, key_and_borrowed, stem_negative, polarity";

/** Reviewer records of the items in scope whose benchmark some run in scope was asked, by record set. */
export async function audit(
  { engine }: Workspace,
  { filters, signal }: MetricOptions,
): Promise<AuditSectionRow[]> {
  const rows = await queryRows(
    engine,
    classRow,
    `WITH ${recordsSql(filters)}
      SELECT ${NAMES}, count(*)::INTEGER AS n, sum(weight)::DOUBLE AS weight
      FROM records WHERE agreed GROUP BY ${NAMES} ORDER BY ${NAMES}`,
    { signal },
  );
  const bySet = Map.groupBy(rows, (row) => JSON.stringify([row.benchmark, row.record_set]));
  return [...bySet.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { benchmark, record_set } = first;
    return [{ benchmark, record_set, ...recordSetRow(own) }];
  });
}
