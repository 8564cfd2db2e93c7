import { describe, expect, it } from "vitest";
import { Publisher } from "./publisher";

describe("writing runs for the explorer", () => {
  it("is done one at a time, and counted when it is done", async () => {
    const going: number[] = [];
    let most = 0;
    const publisher = new Publisher({
      publish: async (job) => {
        going.push(job);
        most = Math.max(most, going.length);
        await Promise.resolve();
        going.pop();
      },
      behind: () => Promise.resolve([3]),
      note: () => undefined,
    });
    await Promise.all([publisher.publish(1), publisher.publish(2), publisher.look()]);
    expect(most).toBe(1);
    expect(publisher.published).toBe(3);
  });

  it("is done once where it is asked for again before it has begun", async () => {
    const written: number[] = [];
    let looks = 0;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const publisher = new Publisher({
      publish: async (job) => {
        written.push(job);
        await held;
      },
      behind: () => {
        looks += 1;
        return Promise.resolve([2]);
      },
      note: () => undefined,
    });
    const first = publisher.publish(1);
    const look = publisher.look();
    // A tick while the look before it waits for a long publication.
    await publisher.look();
    expect(looks).toBe(1);
    const again = [publisher.publish(2), publisher.publish(2)];
    release();
    await Promise.all([first, look, ...again]);
    expect(written).toEqual([1, 2]);
    // What has begun may lack what came since.
    await publisher.publish(2);
    await publisher.look();
    expect(written).toEqual([1, 2, 2, 2]);
    expect(looks).toBe(2);
  });

  it("goes on after a failure, which whoever asked hears of", async () => {
    const notes: string[] = [];
    let fails = true;
    const publisher = new Publisher({
      publish: () => (fails ? Promise.reject(new Error("disk full")) : Promise.resolve()),
      behind: () => Promise.resolve([1]),
      note: (line) => notes.push(line),
    });
    await expect(publisher.publish(1)).rejects.toThrow("disk full");
    await publisher.look();
    expect(notes).toEqual(["running jobs could not be published (disk full)"]);
    fails = false;
    await publisher.publish(1);
    expect(publisher.published).toBe(1);
  });

  it("writes what else is behind where one cannot be written", async () => {
    const publisher = new Publisher({
      publish: (job) => (job === 1 ? Promise.reject(new Error("taken")) : Promise.resolve()),
      behind: () => Promise.resolve([1, 2]),
      note: () => undefined,
    });
    await publisher.look();
    expect(publisher.published).toBe(1);
  });
});
