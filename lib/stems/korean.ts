import { stemRule, type Span, type StemRule } from "./rule";
import { composed, matchesOf, questionSentence } from "./sentences";

const BOUNDARY = /[.!?？]\s+|\n+/gu;
const ASKS = /[?？]|것은|다음\s*중|어느|무엇|고르/u;

/** What may be asked for behind an attribute: thing, option, answer, statement, example, person ... */
const ASKED_FOR =
  "(?:것|거|보기|선지|선택지|답|설명|진술|서술|문장|내용|주장|의견|예|사례|경우|단어|낱말|표현|사람|인물|항목|부분|곳)";
/** An attribute before it; the space may be missing. */
const attribute = (form: string) => new RegExp(`(?:${form})(?=\\s*${ASKED_FOR})`, "gu");
const FORMS = [
  attribute("[가-힣]+[지치]\\s*(?:않|못|아니)\\s*(?:은|는|한|할|을|하는)"),
  attribute("아닌|없는"),
  attribute("틀린|잘못된|그릇된|어긋나는|어긋난|벗어나는|벗어난|부적절한|부적합한|무관한"),
  attribute("잘못\\s*[가-힣]+"),
  attribute("(?:거리|관계|관련)[가이]?\\s*먼"),
  attribute("(?:사실|내용|설명|본문|글)과\\s*다른"),
  /제외(?:하고|한|하면)/gu,
];

function* forms(sentence: string): Generator<Span> {
  for (const form of FORMS) yield* matchesOf(sentence, form);
}

/**
 * Korean, ours: an attribute that denies (-지 않은, -지 못한, 아닌, 없는) or calls wrong (틀린, 잘못된, 거리가
 * 먼) before what is asked for (것, 설명, 문장 ...), and 제외.
 */
export const korean: StemRule = stemRule("ko-1", "ko", {
  compose: composed,
  sentence: (text) => questionSentence(text, BOUNDARY, (sentence) => ASKS.test(sentence)),
  find: forms,
});
