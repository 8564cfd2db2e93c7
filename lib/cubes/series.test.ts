import { describe, expect, it } from "vitest";
import type { Manifest, ManifestInput } from "@/lib/records/manifest";
import { manifest } from "@/tests/helpers/stage";
import { setApart } from "./apart";
import { differences, seriesId, syncId } from "./series";

const of = (given: Partial<ManifestInput> = {}): Manifest => manifest("r", "m", given);

describe("series", () => {
  it("is the same for runs that differ in id, host, seed or concurrency alone", () => {
    const other = manifest("r2", "m", { concurrency: 8, protocol: { seed: "2" } });
    expect(seriesId(of({ protocol: { seed: "1" } }))).toBe(seriesId(other));
  });
  it("differs where one manifest knows what the other does not", () => {
    expect(seriesId(of({ prompt_hash: "p" }))).not.toBe(seriesId(of()));
    expect(differences(of({ prompt_hash: "p" }), of())).toEqual(["prompt"]);
  });
  it("of simulated runs is that of one policy", () => {
    const simulated = (policy: string) =>
      of({
        provenance: { kind: "simulated", spec_hash: "s" },
        protocol: { sampling: { policy } },
      });
    expect(seriesId(simulated("tail"))).not.toBe(seriesId(simulated("uniform")));
    expect(differences(simulated("tail"), simulated("uniform"))).toEqual(["policy"]);
    expect(differences(of(), simulated("uniform"))).toEqual(["policy"]);
  });
  it("does not depend on the order of sampling parameters", () => {
    const sampling = (given: Record<string, unknown>) => of({ protocol: { sampling: given } });
    expect(seriesId(sampling({ top_p: 1, top_k: 5 }))).toBe(
      seriesId(sampling({ top_k: 5, top_p: 1 })),
    );
    expect(differences(sampling({ top_p: 1 }), sampling({ top_p: 0.9 }))).toEqual(["sampling"]);
  });
});

describe("sync ids", () => {
  it("join runs of one protocol seed and benchmark, or of one file", () => {
    const seed = (value: string, benchmark = "b") =>
      syncId(of({ benchmark, protocol: { seed: value } }));
    expect(seed("1")).toBe(seed("1"));
    expect(seed("1")).not.toBe(seed("2"));
    expect(seed("1")).not.toBe(seed("1", "c"));
    expect(syncId(of())).not.toBeNull();
  });
  it("join simulated runs by their specification, or by the export they came back from", () => {
    const simulated = (spec_hash: string | null, source_hash: string | null) =>
      syncId(of({ provenance: { kind: "simulated", spec_hash, source_hash } }));
    expect(simulated(null, "file")).not.toBeNull();
    expect(simulated(null, "file")).toBe(simulated(null, "file"));
    expect(simulated(null, "file")).not.toBe(simulated(null, "other"));
    expect(simulated("spec", "file")).toBe(simulated("spec", "other"));
    expect(simulated(null, null)).toBeNull();
  });
  it("are undefined where nothing is known, or we numbered the trials", () => {
    expect(syncId(of({ provenance: { kind: "measured" } }))).toBeNull();
    expect(syncId(of({ protocol: { trials_numbered: true, seed: "1" } }))).toBeNull();
  });
});

describe("setting apart", () => {
  const run = (runIx: number) => ({ runIx, runId: `r${runIx}`, seriesId: "s", source: 0 });
  it("keeps the earlier run and later ones that repeat nothing that is kept", () => {
    const apart = setApart(
      [run(1), run(2), run(3)],
      [
        { runA: 1, runB: 2, certain: true },
        { runA: 2, runB: 3, certain: true },
      ],
    );
    expect(apart.map((a) => [a.run.runId, a.repeats.runId])).toEqual([["r2", "r1"]]);
    expect(apart[0]?.seriesId).not.toBe("s");
  });
});
