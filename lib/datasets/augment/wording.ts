/**
 * What a reader takes for the same wording: Unicode forms, white space and case do not count, nor
 * whether an i has its dot. Punctuation does: "25,5" is not "2,55".
 */
export function canonical(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("i\u0307", "i")
    .replaceAll("ı", "i")
    .replace(/\s+/gu, " ")
    .trim();
}

/** A stem without its white space: texts taken from print lose spaces where lines broke. */
export const canonicalStem = (stem: string): string => canonical(stem).replaceAll(" ", "");

/** In canonical form, where every Turkish ı is an i. */
const DEPENDENT = [
  /^(?:(?:yukaridakilerin|bunlarin|verilenlerin|seceneklerin|seçeneklerin) )?(?:hepsi|hiç ?biri|tümü|tamami)(?: (?:doğru|yanliş)\S*)?\.?$/u,
  /^[a-j](?: ve | veya | ya da |, ?)[a-j](?: (?:şik|seçene)\S*)?\.?$/u,
  /(?:^| )(?:seçenekler|seçeneği|şikki|şiklar)\S*/u,
  /\b(?:all|none|both|any) of (?:the above|these)\b/u,
  /^both [a-j] and [a-j]\b/u,
];

/** Whether an option means something beside its own neighbours alone ("all of the above"). */
export const isDependent = (option: string): boolean => {
  const text = canonical(option);
  return DEPENDENT.some((pattern) => pattern.test(text));
};

const FIGURE = "(?:şekil|şekl|grafi[kğ]|tablo|harita|görsel|resim|resm|diyagram|şema|çizelge)";
const POINTS =
  "(?:aşağida|yukarida|aşağidaki|yukaridaki|verilen|gösterilen|görülen|numarali|numaralandirilmiş)";
const FIGURES = [
  new RegExp(`(?<!\\p{L})${POINTS}(?: \\p{L}+){0,3} ${FIGURE}\\p{L}*`, "u"),
  /(?<!\p{L})(?:şekildeki|grafikteki|grafikte|tablodaki|tabloda|haritadaki|haritada|görseldeki|görselde|resimdeki|diyagramdaki|şemadaki)(?!\p{L})/u,
  /\b(?:figure|graph|diagram|table|map|picture) (?:below|above|shown)\b/u,
];

/** Whether a stem likely speaks of a figure, which a text cannot show. */
export const needsFigure = (stem: string): boolean => {
  const text = canonical(stem);
  return FIGURES.some((pattern) => pattern.test(text));
};

/** What kind of answer an option is; a borrowed one of another kind would give itself away. */
export type Format = "number" | "statements" | "text";

const STATEMENTS =
  /^(?:(?:Yalnız|Sadece|Only)\s+)?[IVX]+(?:(?:\s*,\s*|\s+(?:ve|and)\s+)[IVX]+)*\.?$/u;
/** Letters of a unit at most: "25,5 g", "100 mL". */
const UNIT = 4;

export function formatOf(option: string): Format {
  const text = option.normalize("NFKC").trim();
  if (STATEMENTS.test(text)) return "statements";
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return /\d/u.test(text) && letters <= UNIT ? "number" : "text";
}
