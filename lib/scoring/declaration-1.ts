import { bareStatement } from "./bare";
import { lastDeclaration, prepareDeclared } from "./declarations";
import { noReading, readingOf } from "./readings";
import type { Scorer } from "./scorer";

/** For answers with an explanation: the last valid declaration, else a reply that is one label. */
export const declaration1: Scorer = {
  name: "declaration-1",
  description:
    'Reads the last declared answer of a reply with an explanation, such as "The answer is (C)".',
  read(input) {
    const reply = prepareDeclared(input, input.labels);
    if (reply.reasoning) return noReading(reply);
    const statement = lastDeclaration(reply) ?? bareStatement(reply);
    return statement ? readingOf(reply, statement) : noReading(reply);
  },
};
