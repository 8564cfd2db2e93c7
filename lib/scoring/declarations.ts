import { nextCue } from "./cues";
import type { LabelSet } from "./label-at";
import type { LabelStyle } from "./labels";
import { replyEnd } from "./next-question";
import { prepare, type Prepared } from "./readings";
import type { ScorerInput } from "./scorer";
import { statementAt, type Statement } from "./statement";

/**
 * Makes a reply ready whose answer stands in a declaration: without a next question that the model
 * went on to invent. Where there was one, the reply itself was not cut off.
 */
export function prepareDeclared(input: ScorerInput, style: LabelStyle): Prepared {
  const reply = prepare(input, style);
  const end = replyEnd(reply.view.text, reply.start);
  return { ...reply, end, cut: reply.cut && end === reply.end };
}

/**
 * The last valid declaration of a reply: a cue ("answer is", "정답은", `\boxed{`) with a label, or a
 * list of labels, behind it. Its span runs from the cue to the last label. A cue with anything else
 * behind it declares nothing.
 */
export function lastDeclaration({ view, set, start, end }: Prepared): Statement | null {
  // A pair of capitals behind a cue is a label, whatever the size of the set: "Answer: AB" names none
  // of four options, and surely not A.
  const declared: LabelSet = { ...set, longest: Math.max(2, set.longest) };
  const text = view.text.slice(0, end);
  let last: Statement | null = null;
  let found = nextCue(text, start);
  while (found) {
    const statement = statementAt(text, found.end, declared, found.cue);
    if (statement) last = { ...statement, start: found.start };
    // A cue within what was just read, such as a box behind "answer is", says nothing of its own.
    found = nextCue(text, statement ? statement.end : found.end);
  }
  return last;
}
