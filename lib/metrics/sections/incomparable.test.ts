import { expect, it } from "vitest";
import type { ManifestInput } from "@/lib/records/manifest";
import { manifest } from "@/tests/helpers/stage";
import { incomparable, type ComparedRun } from "./incomparable";

const run = (run_id: string, model: string, given: Partial<ManifestInput> = {}): ComparedRun => ({
  run_id,
  model,
  benchmark: "b",
  scorer: "given",
  manifest: manifest(run_id, model, given),
});
const at = (temperature: number | null) => ({ protocol: { temperature } });
const messages = (runs: readonly ComparedRun[]) => incomparable(runs).map((row) => row.message);

it("says of each field which runs agree, and names all of them", () => {
  const runs = [
    run("r1", "m", at(0)),
    run("r2", "m", { ...at(0), prompt_hash: "p" }),
    run("r3", "m", at(0.7)),
    run("r4", "m", at(0)),
  ];
  expect(incomparable(runs)).toEqual([
    {
      code: "incomparable_runs",
      message:
        "runs of m differ in prompt (not stated: r1, r3 and r4; r2) and " +
        "temperature (0: r1, r2 and r4; 0.7: r3)",
      runs: ["r1", "r2", "r3", "r4"],
    },
  ]);
});

it("names models on a benchmark, and the run where the runs of a model differ", () => {
  // The first run agrees with nobody but itself; what parts the others is told all the same.
  const runs = [
    run("a1", "a", at(null)),
    run("b1", "b", at(0)),
    run("c1", "c", at(0)),
    run("c2", "c", at(1)),
  ];
  expect(messages(runs)).toEqual([
    "runs of c differ in temperature (0: c1; 1: c2)",
    "models on b differ in temperature (0: b and c1; not stated: a; 1: c2)",
  ]);
});

it("is silent where nothing differs but the models themselves", () => {
  const weights = (digest: string) => ({ model: { requested: digest, digest } });
  expect(messages([run("a", "a", weights("x")), run("b", "b", weights("y"))])).toEqual([]);
});

it("does not grow with the runs", () => {
  const of = (n: number) => Array.from({ length: n }, (_, i) => run(`run ${i}`, "m", at(i / 1000)));
  const [few, many] = [of(10), of(400)].map((runs) => messages(runs)[0] ?? "");
  expect(few).toMatch(/; 6 other values\)$/);
  expect(many!.length).toBeLessThan(few!.length + 10);
});
