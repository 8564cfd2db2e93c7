import { describe, expect, it } from "vitest";
import { whatChanged } from "./same-model";

const BEFORE = {
  kind: "llama-server",
  base_url: "http://127.0.0.1:8080/",
  digest: null,
  quantisation: null,
  parameters: null,
};
const KNOWN = { ...BEFORE, digest: "d1", quantisation: "Q4_K_M", parameters: 7_000_000_000 };

describe("a model that goes on with a run", () => {
  it.each([
    ["host kind", KNOWN, { kind: "ollama" }, "a host of kind llama-server, now ollama"],
    ["digest", KNOWN, { digest: "d2" }, "digest d1, now d2"],
    [
      "quantisation where no digest is told",
      { ...KNOWN, digest: null },
      { quantisation: "Q8_0" },
      "quantisation Q4_K_M, now Q8_0",
    ],
    [
      "parameters where no digest is told",
      { ...KNOWN, digest: null },
      { parameters: 8_000_000_000 },
      "parameters 7000000000, now 8000000000",
    ],
    [
      "address where no digest is told",
      BEFORE,
      { base_url: "http://127.0.0.1:9090/" },
      "its host at http://127.0.0.1:8080/, now at http://127.0.0.1:9090/, and no digest says that it is the same",
    ],
  ])("is another one by its %s", (_, before, changes, said) => {
    expect(whatChanged(before, { ...before, ...changes })).toBe(said);
  });

  it.each([
    ["nothing changed", BEFORE, {}],
    ["its digest is the same elsewhere", KNOWN, { base_url: "http://127.0.0.1:9090/" }],
    ["its host tells less than before", KNOWN, { quantisation: null, parameters: null }],
    ["its host tells more than before", BEFORE, { quantisation: "Q8_0", digest: "d1" }],
  ])("is the same where %s", (_, before, changes) => {
    expect(whatChanged(before, { ...before, ...changes })).toBeNull();
  });
});
