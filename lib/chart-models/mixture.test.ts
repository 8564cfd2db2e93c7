import { expect, it } from "vitest";
import { mixtureText } from "./mixture";

const ONE = {
  environments: [null],
  paddings: ["none"],
  modes: [null],
  conditions: [null],
  n_options: [5, 10],
};

it("names what one mean would be of", () => {
  expect(mixtureText(null)).toBeNull();
  expect(mixtureText(ONE)).toBe("asked at N=5 and N=10: filter by one");
  expect(mixtureText({ ...ONE, paddings: ["none", "symbol:front"] })).toBe(
    "asked with no padding and symbol front: filter by one",
  );
  expect(mixtureText({ ...ONE, environments: ["easy", "full"], conditions: ["five", "ten"] })).toBe(
    "asked under five and ten, in easy and full: filter by one of each",
  );
});
