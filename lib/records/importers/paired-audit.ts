import { listHash } from "@/lib/records/list-hash";
import { asSet, NOTHING_MORE, type AuditRecord } from "@/lib/records/audit";
import { Fault } from "./fault";
import {
  auditSchema,
  labelSchema,
  parsedBy,
  setNameSchema,
  setSchema,
  type ReadQuestion,
} from "./paired-schema";

/** Questions are sampled by section and negative flag. */
const stratumOf = ({ question }: ReadQuestion): string =>
  JSON.stringify([question.section ?? null, question.negative ?? null]);

function countBy(questions: Iterable<ReadQuestion>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const question of questions) {
    const stratum = stratumOf(question);
    counts.set(stratum, (counts.get(stratum) ?? 0) + 1);
  }
  return counts;
}

/** A label, positions among the options as shown, as the set of indices into the item's options. */
function answersOf(read: ReadQuestion, label: unknown, name: string): number[] | null {
  const positions = parsedBy(labelSchema, label, name);
  if (positions === null) return null;
  const options = positions.map((position) => {
    const option = read.order[position];
    if (option === undefined) throw new Fault(name, position, "is beyond the options shown");
    return option;
  });
  return asSet(options);
}

/**
 * The reviewer records of a bundle. The sample is every question that some record set labels; a
 * question that another set lacks, or labels by what is no label, is unresolved there. A record weighs as many questions as its
 * stratum has for each that was sampled of it.
 * @param questions the bundle's questions that could be read, by id
 */
export function addAudit(
  sink: { addAudit(record: AuditRecord): void },
  item: Pick<AuditRecord, "benchmark" | "item_hash">,
  questions: ReadonlyMap<string, ReadQuestion>,
  audit: unknown,
  reject: (fault: Fault) => void,
): void {
  const guarded = <T>(run: () => T): T | null => {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      reject(error);
      return null;
    }
  };
  const given = guarded(() => parsedBy(auditSchema, audit, "audit"))?.labels ?? {};
  const labels = Object.entries(given).flatMap(([set, own]) => {
    const name = `audit.labels.${set}`;
    const read = guarded(() => {
      parsedBy(setNameSchema, set, name);
      return parsedBy(setSchema, own, name);
    });
    return read === null ? [] : [[set, read] as const];
  });
  const sample = new Map<string, ReadQuestion>();
  for (const id of new Set(labels.flatMap(([, own]) => Object.keys(own)))) {
    const read = questions.get(id);
    if (read) sample.set(id, read);
    else reject(new Fault(`audit.labels.${id}`, id, "labels a question that was not read"));
  }
  const [all, sampled] = [countBy(questions.values()), countBy(sample.values())];
  for (const [set, own] of labels)
    for (const [id, read] of sample) {
      const answers = guarded(() => answersOf(read, own[id] ?? null, `audit.labels.${set}.${id}`));
      const stratum = stratumOf(read);
      sink.addAudit({
        ...item,
        ...NOTHING_MORE,
        item_id: id,
        record_set: set,
        list_hash: listHash(read.options.map(({ text }) => text)),
        stratum,
        weight: (all.get(stratum) ?? 0) / (sampled.get(stratum) ?? 1),
        answers: answers && JSON.stringify(answers),
      });
    }
}
