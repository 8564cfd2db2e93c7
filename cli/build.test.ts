import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { foilscope } from "@/tests/helpers/foilscope";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "build-test-"));
  vi.stubEnv("FOILSCOPE_DATA", join(dir, "data"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(dir, { recursive: true, force: true });
});

async function lines(name: string, rows: readonly object[]): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return path;
}

const question = { id: "q1", question: "Hangisi?", options: ["a", "b", "c"], key: 2 };

describe("foilscope build", () => {
  it("makes a set of questions, tells what it left out, and tells a set that was changed", async () => {
    const file = await lines("questions.jsonl", [question, { ...question, id: "q2", key: 3 }]);
    const about = ["--benchmark", "b", "--language", "tr", "--licence", "none"];
    const built = await foilscope("build", "questions", file, ...about);
    expect(built.stderr).toBe(
      '  questions.jsonl:2 key "3": the key is beyond the 3 options (the first is 0)\n',
    );
    const [hash = ""] = built.stdout.split("\n");
    const own = join(dir, "data/sets", hash);
    const manifest = await readFile(join(own, "set.json"), "utf8");
    await writeFile(join(own, "set.json"), manifest.replace('"none"', '"CC0"'));
    const { code, stdout } = await foilscope("sets", "verify");
    expect(code).toBe(1);
    const [first, second, third, fourth] = stdout.split("\n");
    expect([first, second]).toEqual([
      own,
      expect.stringMatching(`^  ${hash}: hash is not the directory's name: what it holds is`),
    ]);
    // The shipped one is found from wherever the command runs.
    expect([third, fourth]).toEqual([expect.stringContaining("samples/item-sets/"), "  sound"]);
  });

  it("says in one line that the analyser's model is not there", async () => {
    await lines("korean_pool.jsonl", [{ id: "s1", text: "가다.", licence: "none" }]);
    await lines("korean_target_pairs.jsonl", []);
    const { code, stderr } = await foilscope("build", "korean", "--from", dir);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `foilscope: the model of the Korean analyser is not in ${join(dir, "data/models/kiwi")}: foilscope models add kiwi puts it there\n`,
    );
  });
});
