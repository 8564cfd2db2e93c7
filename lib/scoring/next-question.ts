import { trimSpan } from "./space";

/** The heading of a question, on a paragraph of its own, in the languages whose cues are read. */
const HEADING =
  /\n[^\S\n]{0,8}\n[^\S\n]{0,8}(?:\*\*|#{1,4} )?(?:Question|Frage|Soru|문제|질문|问题|問題|题目|題目)(?: ?\p{Nd}{1,4})?(?:\*\*)?:/giu;
const OPTIONS_HEADING =
  /(?<![\p{L}\p{N}\p{M}])(?:Options|Choices|Optionen|Antwortmöglichkeiten|Seçenekler|Ş[ıI]klar|보기|선택지|选项|選項)(?:\*\*)?:/giu;

/**
 * Where a reply ends. A base model that continues a few-shot prompt does not stop at its answer but
 * invents the next question, with options of its own, and answers that too; no declaration in there
 * speaks of the question that was asked. So the reply ends at the first paragraph that opens with a
 * question's heading, where a heading of options follows. A heading that opens the reply restates
 * the question and ends nothing.
 *
 * @param start where the reply starts in the normalised text
 */
export function replyEnd(text: string, start: number): number {
  HEADING.lastIndex = trimSpan(text, { start, end: text.length }).start;
  const heading = HEADING.exec(text);
  if (!heading) return text.length;
  OPTIONS_HEADING.lastIndex = heading.index + heading[0].length;
  return OPTIONS_HEADING.test(text) ? heading.index : text.length;
}
