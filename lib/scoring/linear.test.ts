import { expect, it } from "vitest";
import { SCORERS } from "./registry";
import { SCORER_NAMES } from "./scorer";
import { inputOf } from "./testing";

/** Pieces that, repeated, make a careless pattern or a nested scan quadratic. */
const UNITS = [
  "<think>",
  "\\boxed{",
  "\\boxed{B} ",
  "{",
  '"',
  "answer to ",
  "Answer: ",
  "Answer: A, ",
  "Answer:\nA. x\n",
  "12 ",
  "1",
  " ",
  "\n",
  "\u0301\u0316",
  "정답은 ",
  "\n\nQuestion: x",
  "\ud800",
];
const SMALL = 250_000;
const LARGE = 2_000_000;

it.each(SCORER_NAMES)(
  "%s takes some eight times as long for eight times the text",
  (name) => {
    const slow = UNITS.flatMap((unit) => {
      const milliseconds = (length: number) => {
        const text = unit.repeat(length / unit.length);
        const input = inputOf(text, { options: ["12 cm", "x", "y", "z"] });
        const start = performance.now();
        SCORERS[name].read(input);
        return performance.now() - start;
      };
      const small = milliseconds(SMALL);
      const large = milliseconds(LARGE);
      // A quadratic scan takes 64 times as long. Short times say more of the machine than of the text.
      return large > 40 * Math.max(small, 50) ? [{ unit, small, large }] : [];
    });
    expect(slow).toEqual([]);
  },
  300_000,
);

it("reads the end of a reply of 20 million characters", () => {
  const text = "Let us see. ".repeat(1_700_000) + "Answer: **B**";
  expect(SCORERS["declaration-1"].read(inputOf(text)).position).toBe(2);
}, 120_000);
