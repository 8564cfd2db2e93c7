/** Names that want to be markup, to turn the line round, or to burst it. */
export const HOSTILE_NAMES = {
  markup: `<think>x</think><img src=x onerror=window.ran=1> **B**`,
  script: `"><script>window.ran=1</script><svg onload=window.ran=1>`,
  turned: "\u202Eנחש\u202C عربي model",
  long: "w".repeat(500),
  signs: "👩‍👩‍👧‍👦🏳️‍🌈 말모델 İstanbul ığşç",
} as const;

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/**
 * Runs whose model, run, benchmark, section, item, environment, mode and condition are such names:
 * each model is right at every trial of 4 options and at half of 8, with and without padding.
 */
export function hostileFile(): { readonly name: string; readonly bytes: Buffer } {
  const names = Object.values(HOSTILE_NAMES);
  const items = names.map((item, i) => ({ item, section: names[(i + 1) % names.length] ?? "" }));
  const lines = names.flatMap((model) =>
    ["none", "symbol:front"].flatMap((padding) =>
      [4, 8].flatMap((n) =>
        items.flatMap(({ item, section }, place) =>
          [1, 2, 3, 4].map((trial) => {
            const gold = ((trial * 2) % n) + 1;
            const response = n === 8 && trial % 2 === 0 ? 1 : gold;
            const texts = [`run ${model}`, model, names[0] ?? "", item, section, model, padding];
            return [...texts.map(quoted), n, trial, gold, response, place % 2 === 0].join(",");
          }),
        ),
      ),
    ),
  );
  const heading =
    "run_id,model,benchmark,item_id,section,environment,padding,n_options,trial,gold_pos,resp_pos,stem_negative";
  return {
    name: `${HOSTILE_NAMES.markup.replaceAll("/", "_")}.csv`,
    bytes: Buffer.from([heading, ...lines].join("\n")),
  };
}
