import { expect, it } from "vitest";
import { Crash } from "./browser-start";

function dyingWorker() {
  const target = new EventTarget();
  const die = (message: string) =>
    target.dispatchEvent(Object.assign(new Event("error"), { message }));
  return { crash: new Crash(target as Pick<Worker, "addEventListener">), die };
}

it("passes on what a task gives or throws", async () => {
  const { crash } = dyingWorker();
  expect(await crash.guard(() => Promise.resolve(7))).toBe(7);
  await expect(crash.guard(() => Promise.reject(new Error("no table")))).rejects.toThrow(
    "no table",
  );
});

it("ends every task that waits when the worker dies, and refuses later ones", async () => {
  const { crash, die } = dyingWorker();
  const never = () => new Promise<never>(() => undefined);
  const waiting = [crash.guard(never), crash.guard(never)];
  die("out of memory");
  for (const task of waiting) await expect(task).rejects.toThrow("out of memory");
  await expect(crash.guard(() => Promise.resolve(7))).rejects.toThrow("Reload the page");
});
