import { expect, it } from "vitest";
import { failureLine } from "./ending";

const failed = (message: string, code?: string) => Object.assign(new Error(message), { code });

it("says what to do where the machine refuses, in one line", () => {
  expect(failureLine(failed("EACCES: permission denied, mkdir '/store/runs'", "EACCES"))).toBe(
    "EACCES: permission denied, mkdir '/store/runs': this user may not do that there; change its permissions, or name another place (FOILSCOPE_DATA, --into or --out)",
  );
  expect(failureLine(failed("ENOSPC: no space left on device, write", "ENOSPC"))).toBe(
    "ENOSPC: no space left on device, write: the disk is full; free some space and run it again",
  );
  expect(
    failureLine(failed('IO Error: Could not write file "/store/x": No space left on device\nmore')),
  ).toBe(
    'IO Error: Could not write file "/store/x": No space left on device: the disk is full; free some space and run it again',
  );
  expect(failureLine(failed('no run "x"\nstack'))).toBe('no run "x"');
});
