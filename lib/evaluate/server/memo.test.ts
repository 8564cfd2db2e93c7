import { describe, expect, it } from "vitest";
import { Memo } from "./memo";

function counted() {
  let now = 0;
  let looks = 0;
  const memo = new Memo<number>(() => now);
  const look = (takes: number) => async () => {
    looks += 1;
    const mine = looks;
    await Promise.resolve();
    now += takes;
    return mine;
  };
  return { memo, look, pass: (ms: number) => (now += ms) };
}

describe("values that are dear to look up", () => {
  it("are known until the job has another event", async () => {
    const { memo, look, pass } = counted();
    expect(await memo.get(1, 7, true, look(0))).toBe(1);
    pass(1_000_000);
    expect(await memo.get(1, 7, true, look(0))).toBe(1);
    expect(await memo.get(1, 8, true, look(0))).toBe(2);
  });

  it("rest for twenty times what they took while a job runs, and not when it has ended", async () => {
    const { memo, look, pass } = counted();
    await memo.get(1, 1, true, look(100));
    pass(1999);
    expect(await memo.get(1, 2, true, look(0))).toBe(1);
    expect(await memo.get(1, 2, false, look(0))).toBe(2);
    await memo.get(2, 1, true, look(100));
    pass(2000);
    expect(await memo.get(2, 2, true, look(0))).toBe(4);
  });

  it("are looked up once for all who ask meanwhile, and again after a failure", async () => {
    const { memo, look } = counted();
    const both = [memo.get(1, 1, true, look(0)), memo.get(1, 2, true, look(0))];
    expect(await Promise.all(both)).toEqual([1, 1]);
    const failed = memo.get(2, 1, true, () => Promise.reject(new Error("gone")));
    await expect(failed).rejects.toThrow("gone");
    expect(await memo.get(2, 1, true, look(0))).toBe(2);
  });
});
