import type { SetManifest } from "@/lib/records/item-set";
import type { LabelStyle } from "@/lib/scoring/labels";

export interface BuiltInPrompt {
  readonly id: string;
  readonly kind: SetManifest["kind"];
  /** BCP 47, of the instruction. */
  readonly language: "en" | "ko" | "tr";
  /** By label style: an answer is a number, or letters. */
  readonly text: Readonly<Record<LabelStyle, string>>;
}

/**
 * Error identification asks of every item the same: the instruction, then the options, so that the
 * items of a trial share everything up to the gold option, and a host computes it once.
 */
function errorPrompt(instruction: string, cue: string): string {
  return `{padding_front}${instruction}\n\n{options}\n\n{padding_back}${cue}`;
}

/**
 * A fixed question brings its own options, so that items share the instruction alone. The question
 * comes next: it is then shared by all presentations of an item, and read before its options.
 */
function questionPrompt(instruction: string, question: string, cue: string): string {
  return `{padding_front}${instruction}\n\n${question}: {question}\n\n{options}\n\n{padding_back}${cue}`;
}

/** Each asks for the label alone and ends with a cue, so that no padding has the last word. */
export const BUILT_IN_PROMPTS: readonly BuiltInPrompt[] = [
  {
    id: "error-en",
    kind: "error-identification",
    language: "en",
    text: {
      integers: errorPrompt(
        "Below are {n} numbered sentences. Exactly one of them contains a spelling or spacing error; all the others are written correctly. Reply with the number of the sentence that contains the error and with nothing else.",
        "Number of the sentence with the error:",
      ),
      letters: errorPrompt(
        "Below are {n} sentences, labelled {first_label} to {last_label}. Exactly one of them contains a spelling or spacing error; all the others are written correctly. Reply with the label of the sentence that contains the error and with nothing else.",
        "Label of the sentence with the error:",
      ),
    },
  },
  {
    id: "error-ko",
    kind: "error-identification",
    language: "ko",
    text: {
      integers: errorPrompt(
        "아래에 번호를 붙인 문장이 {n}개 있습니다. 이 가운데 단 한 문장에만 맞춤법이나 띄어쓰기 오류가 있고, 나머지는 모두 바르게 쓴 문장입니다. 오류가 있는 문장의 번호만 숫자로 답하고 다른 말은 쓰지 마세요.",
        "오류가 있는 문장의 번호:",
      ),
      letters: errorPrompt(
        "아래에 {first_label}부터 {last_label}까지 기호를 붙인 문장이 {n}개 있습니다. 이 가운데 단 한 문장에만 맞춤법이나 띄어쓰기 오류가 있고, 나머지는 모두 바르게 쓴 문장입니다. 오류가 있는 문장의 기호만 답하고 다른 말은 쓰지 마세요.",
        "오류가 있는 문장의 기호:",
      ),
    },
  },
  {
    id: "error-tr",
    kind: "error-identification",
    language: "tr",
    text: {
      integers: errorPrompt(
        "Aşağıda numaralandırılmış {n} cümle var. Bunlardan yalnızca birinde yazım ya da boşluk hatası bulunuyor; diğerlerinin hepsi doğru yazılmış. Hatalı cümlenin numarasını yaz, başka hiçbir şey ekleme.",
        "Hatalı cümlenin numarası:",
      ),
      letters: errorPrompt(
        "Aşağıda {first_label} ile {last_label} arasında etiketlenmiş {n} cümle var. Bunlardan yalnızca birinde yazım ya da boşluk hatası bulunuyor; diğerlerinin hepsi doğru yazılmış. Hatalı cümlenin etiketini yaz, başka hiçbir şey ekleme.",
        "Hatalı cümlenin etiketi:",
      ),
    },
  },
  {
    id: "question-en",
    kind: "fixed-question",
    language: "en",
    text: {
      integers: questionPrompt(
        "Answer the multiple-choice question below. Reply with the number of the correct option, from {first_label} to {last_label}, and with nothing else.",
        "Question",
        "Number of the correct option:",
      ),
      letters: questionPrompt(
        "Answer the multiple-choice question below. Reply with the letter of the correct option, from {first_label} to {last_label}, and with nothing else.",
        "Question",
        "Letter of the correct option:",
      ),
    },
  },
  {
    id: "question-ko",
    kind: "fixed-question",
    language: "ko",
    text: {
      integers: questionPrompt(
        "다음 객관식 문제를 푸세요. {first_label}번부터 {last_label}번까지의 선택지 가운데 정답의 번호만 숫자로 답하고 다른 말은 쓰지 마세요.",
        "문제",
        "정답 번호:",
      ),
      letters: questionPrompt(
        "다음 객관식 문제를 푸세요. {first_label}부터 {last_label}까지의 선택지 가운데 정답의 기호만 답하고 다른 말은 쓰지 마세요.",
        "문제",
        "정답 기호:",
      ),
    },
  },
  {
    id: "question-tr",
    kind: "fixed-question",
    language: "tr",
    text: {
      integers: questionPrompt(
        "Aşağıdaki çoktan seçmeli soruyu yanıtla. {first_label} ile {last_label} arasındaki seçeneklerden doğru olanın yalnızca numarasını yaz, başka hiçbir şey ekleme.",
        "Soru",
        "Doğru seçeneğin numarası:",
      ),
      letters: questionPrompt(
        "Aşağıdaki çoktan seçmeli soruyu yanıtla. {first_label} ile {last_label} arasındaki seçeneklerden doğru olanın yalnızca harfini yaz, başka hiçbir şey ekleme.",
        "Soru",
        "Doğru seçeneğin harfi:",
      ),
    },
  },
];
