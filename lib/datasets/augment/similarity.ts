import { byCodeUnits } from "./order";
import type { BankQuestion } from "./source";
import { canonical } from "./wording";

const SIZE = 3;

/** Runs of three characters and how often each stands in a text. */
function grams(text: string): ReadonlyMap<string, number> {
  const padded = ` ${canonical(text)} `;
  const counts = new Map<string, number>();
  for (let at = 0; at + SIZE <= padded.length; at += 1) {
    const gram = padded.slice(at, at + SIZE);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

type Vector = ReadonlyMap<string, number>;

function unitVector(counts: ReadonlyMap<string, number>, idf: (gram: string) => number): Vector {
  const weighed = [...counts].map(([gram, count]) => [gram, count * idf(gram)] as const);
  const length = Math.sqrt(weighed.reduce((sum, [, weight]) => sum + weight * weight, 0));
  return new Map(weighed.map(([gram, weight]) => [gram, length === 0 ? 0 : weight / length]));
}

function dot(a: Vector, b: Vector): number {
  let sum = 0;
  for (const [gram, weight] of a) sum += weight * (b.get(gram) ?? 0);
  return sum;
}

/**
 * Ranks the other questions of a section by the likeness of their stems: the cosine of runs of three
 * characters, each weighed by how few stems have it; ties by id. It stands for the sentence embeddings
 * of P2, section 3.2, needs no model, and comes out the same everywhere.
 */
export function neighboursIn(
  section: readonly BankQuestion[],
): (recipient: BankQuestion) => readonly BankQuestion[] {
  const counts = new Map(section.map((one) => [one.id, grams(one.question)]));
  const having = new Map<string, number>();
  for (const own of counts.values())
    for (const gram of own.keys()) having.set(gram, (having.get(gram) ?? 0) + 1);
  const idf = (gram: string) => Math.log((1 + section.length) / (1 + (having.get(gram) ?? 0)));
  const vectors = new Map([...counts].map(([id, own]) => [id, unitVector(own, idf)]));
  const none: Vector = new Map();
  return (recipient) => {
    const own = vectors.get(recipient.id) ?? none;
    return section
      .filter(({ id }) => id !== recipient.id)
      .map((donor) => ({ donor, likeness: dot(own, vectors.get(donor.id) ?? none) }))
      .sort((a, b) => b.likeness - a.likeness || byCodeUnits(a.donor.id, b.donor.id))
      .map(({ donor }) => donor);
  };
}
