import { bareStatement, looseIntegers } from "./bare";
import { lastDeclaration, prepareDeclared } from "./declarations";
import { noReading, readingOf } from "./readings";
import type { Scorer } from "./scorer";

/**
 * For options that are numbered from 1: one integer alone, or the last declared one. A reply that
 * declares nothing and names two different integers names several.
 */
export const index1: Scorer = {
  name: "index-1",
  description: 'Reads one option number, alone or declared, such as "12", "12번" or "Answer: 12".',
  read(input) {
    const reply = prepareDeclared(input, "integers");
    if (reply.reasoning) return noReading(reply);
    const statement = lastDeclaration(reply) ?? bareStatement(reply);
    if (statement) return readingOf(reply, statement);
    const loose = reply.cut ? null : looseIntegers(reply);
    return loose ? readingOf(reply, loose) : noReading(reply);
  },
};
