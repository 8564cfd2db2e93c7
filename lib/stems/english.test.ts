import { describe, expect, it } from "vitest";
import { english } from "./english";

const forms = (stem: string) => english.read(stem).evidence.map(({ form }) => form);

describe("en-1", () => {
  it.each([
    ["Which of the following is NOT a metal?", ["NOT"]],
    ["All of the following are metals EXCEPT", ["EXCEPT"]],
    ["Which change is LEAST likely to help?", ["LEAST"]],
    ["Which of the following must be FALSE?", ["FALSE"]],
    ["Which of the following is not a metal?", ["not"]],
    ["Which of these does not dissolve?", ["not"]],
    ["Which of the following did the author not name?", ["not"]],
    ["Which metals cannot be melted here?", ["cannot"]],
    ["Which of these doesn't float?", ["doesn't"]],
    ["In which of the following cases would a tax penalty not apply?", ["not"]],
    ["What is not a duty of a clerk?", ["not"]],
    ["What one of the following is not a duty?", ["not"]],
    ["Who was not a king of England?", ["not"]],
    ["Three are metals; which one is not?", ["not"]],
    ["The plan does not include which of the following?", ["not"]],
    ["Which of the following statements is false?", ["false"]],
    ["Which of the following is an incorrect statement about gases?", ["incorrect"]],
    ["Which of the following is incorrectly named?", ["incorrectly"]],
    ["Of gases it is incorrect that:", ["incorrect"]],
    ["The list has all of the following except:", ["except"]],
    [
      "Women do better on all of the following tasks with the exception of:",
      ["with the exception of"],
    ],
    ["Which of the following is least likely to help?", ["least"]],
  ])("%s", (stem, found) => {
    expect(forms(stem)).toEqual(found);
  });

  it.each([
    "Which of the following best explains why the plan does not work?",
    "Which of the following is the best argument that Ann is not liable?",
    "Which of the following would cause a clerk not to sign?",
    "Which of the following is not only a metal but a conductor?",
    "The land, which was not sold, is worth how much?",
    "What is the speed at which the coin will not slide?",
    "What do we call a person who does not believe it?",
    "What is the chance that at least one is red?",
    "How many do we need AT LEAST of each?",
    "What is the least common multiple of 4 and 10?",
    "Are the statements TRUE or FALSE?",
    "What is wrong with this plan?",
    "WHICH OF THESE IS NOT A METAL?",
    "It was not sold. Which metal is it?",
    "Why can we see the corona of the sun except at noon?",
    "Which one is a metal?",
    "",
  ])("is not flagged: %s", (stem) => {
    // In capitals throughout, nothing is set off by capitals: that one is read by its words.
    expect(forms(stem)).toEqual(stem === stem.toUpperCase() && stem !== "" ? ["NOT"] : []);
  });
});
