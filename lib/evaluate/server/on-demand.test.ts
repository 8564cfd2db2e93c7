import { describe, expect, it } from "vitest";
import { OnDemand } from "./on-demand";
import type { Evaluate } from "./open";

function evaluate(published: number) {
  let closed = 0;
  const made = {
    service: { published: () => published },
    close: () => Promise.resolve(void (closed += 1)),
  } as unknown as Evaluate;
  return { made, closed: () => closed };
}

describe("jobs that are opened on demand", () => {
  it("are opened once, by who asks first, and closed with the process", async () => {
    const { made, closed } = evaluate(3);
    let opened = 0;
    const jobs = new OnDemand(() => Promise.resolve(((opened += 1), made)));
    expect(jobs.published()).toBe(0);
    const both = await Promise.all([jobs.service(), jobs.service()]);
    expect(both[0]).toBe(both[1]);
    expect(opened).toBe(1);
    expect(jobs.published()).toBe(3);
    await jobs.close();
    expect(closed()).toBe(1);
  });

  it("are tried again after a failure, which is told", async () => {
    const { made } = evaluate(0);
    let opened = 0;
    const jobs = new OnDemand(() => {
      opened += 1;
      return opened === 1 ? Promise.reject(new Error("in use")) : Promise.resolve(made);
    });
    await expect(jobs.service()).rejects.toThrow("in use");
    expect(await jobs.service()).toBe(made.service);
  });
});
