import { beforeAll, describe, expect, it } from "vitest";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { dataDir } from "@/lib/records/store/paths";
import table8 from "@/lib/reference/data/p1-table8.json";
import { scoreOf } from "../difficulty";
import { TABLE_8_RANGES } from "../testing";
import { openKiwi, type KiwiAnalyser } from "./analyser";
import { featuresOf } from "./features";
import { modelDir } from "./model-files";

const MODEL = modelDir(dataDir());

/** The sentences of the first paper's Table 8, in its order. */
const SENTENCES = [
  "저는 매일 물을 열 컵씩 마십니다.",
  "오늘은 하루 종일 바빴습니다.",
  "시간이 없어서 나는 거의 뛰다시피 급히 걸어갔다.",
  "그는 자신이 맡은 일에서만큼은 최고의 전문가다.",
  "8시니까 벌써 저녁은 다 먹었다시피 했을 거야.",
  "우리가 팔 걷어붙이고 달려들면 금방 끝낼 일이다.",
  "병원 측은 더 이상의 방법이 없다며 나머지는 하늘에 맡기자고 했다.",
  "정밀하게 떨어지는 모래시계의 초침 소리 같은 흙의 속삭임이 귓가에 바짝 가까이 들려온다.",
];

describe.skipIf(!existsSync(join(MODEL, "cong.mdl")))(
  "the analyser on Table 8 (skipped where foilscope models add kiwi has not been run)",
  () => {
    let kiwi: KiwiAnalyser;
    beforeAll(async () => {
      kiwi = await openKiwi(MODEL);
    });

    it("gives the printed counts of all eight sentences", () => {
      const features = SENTENCES.map((text) => featuresOf(text, kiwi.analyse(text)));
      expect(features.map((f) => f.eojeol)).toEqual(table8.map((row) => row.eojeol));
      expect(features.map((f) => f.morphemes)).toEqual(table8.map((row) => row.morphemes));
      // By hand, see difficulty.test.ts.
      expect(features.map((f) => f.clause_endings)).toEqual([0, 1, 1, 1, 0, 3, 1, 0]);
    });

    it("finds dependent nouns and auxiliary predicates where the table has them, but for row 4", () => {
      const tags = SENTENCES.map((text) => kiwi.analyse(text).morphemes.map((m) => m.tag));
      const has = (wanted: string) => tags.map((of) => Number(of.includes(wanted)));
      // 만큼 in 일에서만큼은 is a particle; the score that row 4 prints holds no noun either.
      expect(has("NNB")).toEqual(table8.map((row) => row.dependent_noun).with(3, 0));
      expect(has("VX")).toEqual(table8.map((row) => row.auxiliary_predicate));
    });

    it("gives seven of the printed scores, and row 4's when that is cut to four decimals", () => {
      const scores = SENTENCES.map((text) =>
        scoreOf(featuresOf(text, kiwi.analyse(text)), TABLE_8_RANGES),
      );
      const agree = scores.map((score, i) => score.toFixed(4) === table8[i]?.score.toFixed(4));
      expect(agree).toEqual([true, true, true, false, true, true, true, true]);
      expect(Math.floor((scores[3] ?? 0) * 1e4)).toBe(2239);
    });

    it("names its routine, by which a set can be made again", () => {
      expect(kiwi.sources[0]?.name).toBe("analyser: kiwi-nlp 0.22.1, balanced routine");
    });

    it("sees a linking ㅅ in compounds, not in nouns that end in one", () => {
      const seen = (text: string) => kiwi.analyse(text).saiSiot;
      expect(["장맛비가 왔다.", "낚싯대를 샀다.", "나뭇잎이 졌다."].map(seen)).toEqual([
        true,
        true,
        true,
      ]);
      expect(["옷장을 열었다.", "맛집에 갔다.", "붓글씨를 썼다."].map(seen)).toEqual([
        false,
        false,
        false,
      ]);
    });
  },
);
