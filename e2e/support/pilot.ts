/** Two models of P2's table 10 on 100 questions, with one alone and with both modes right. */
export const PILOT = [
  { model: "gemma4:e4b", both: 36, direct_only: 6, thinking_only: 17 },
  { model: "gemma4:e2b", both: 23, direct_only: 7, thinking_only: 6 },
] as const;

/** Direct runs take 0.1 s and 2 tokens an answer, thinking ones 4.2 s and 900 tokens. */
const MODES = {
  direct: { latency: 100, tokens: 2, reasoned: false },
  thinking: { latency: 4200, tokens: 900, reasoned: true },
} as const;

function answersOf({ model, both, direct_only, thinking_only }: (typeof PILOT)[number]): string[] {
  return (["direct", "thinking"] as const).flatMap((mode) => {
    const { latency, tokens, reasoned } = MODES[mode];
    const alone =
      mode === "direct"
        ? { from: both, until: both + direct_only }
        : { from: both + direct_only, until: both + direct_only + thinking_only };
    const right = (i: number) => i < both || (i >= alone.from && i < alone.until);
    return Array.from({ length: 100 }, (_, i) =>
      [
        ...[`${model} ${mode}`, model, "pilot", `q${i + 1}`, 10, mode, 1, right(i) ? 1 : 2],
        ...[latency, tokens, reasoned],
      ].join(","),
    );
  });
}

/** Their answers as a file: the key is the first of ten options, a wrong answer the second. */
export function pilotFile(): { readonly name: string; readonly bytes: Buffer } {
  const heading =
    "run_id,model,benchmark,item_id,n_options,mode,gold_pos,resp_pos,latency_ms,completion_tokens,reasoning_observed";
  return {
    name: "pilot.csv",
    bytes: Buffer.from([heading, ...PILOT.flatMap(answersOf)].join("\n")),
  };
}
