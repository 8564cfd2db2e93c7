// `npm test`: every check that a contributor needs, in the order in which they fail fastest.
// Names of steps as arguments run those alone: `npm test -- lint unit`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { z } from "zod";
import { ensureChromium } from "./chromium";
import { ensureRealHost } from "./real-host";

const RESULTS = "test-results";

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly ready?: () => boolean;
}
const STEPS: readonly Step[] = [
  { name: "format", command: ["prettier", "--check", "--log-level=warn", "."] },
  { name: "types", command: ["tsc", "--noEmit"] },
  { name: "lint", command: ["eslint", "--max-warnings=0", "."] },
  {
    name: "boundaries",
    command: ["depcruise", "--output-type=err", "app", "components", "lib", "cli", "scripts"],
  },
  { name: "unused", command: ["knip"] },
  {
    name: "unit",
    command: [
      "vitest",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${RESULTS}/unit.json`,
    ],
  },
  { name: "build", command: ["tsx", "scripts/build.ts"] },
  { name: "browser", command: ["playwright", "test"], ready: ensureChromium },
];

/** Steps whose tests ask a real model, where the machine has one. */
const ASK_MODELS = ["unit", "browser"];

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}
const unitReport = z
  .object({ numPassedTests: z.int(), numFailedTests: z.int(), numPendingTests: z.int() })
  .transform((r): Counts => ({
    passed: r.numPassedTests,
    failed: r.numFailedTests,
    skipped: r.numPendingTests,
  }));
const browserReport = z
  .object({
    stats: z.object({
      expected: z.int(),
      unexpected: z.int(),
      flaky: z.int(),
      skipped: z.int(),
    }),
  })
  .transform(({ stats }): Counts => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }));

function countsOf(file: string, schema: z.ZodType<Counts>): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0 };
  return schema.parse(JSON.parse(readFileSync(file, "utf8")));
}

function run(step: Step): boolean {
  if (step.ready?.() === false) return false;
  const [command, ...args] = step.command;
  const result = spawnSync(command, args, {
    stdio: "inherit",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
    shell: process.platform === "win32",
  });
  return result.status === 0;
}

const only = process.argv.slice(2);
const unknown = only.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `no such step: ${unknown.join(", ")}; there are ${STEPS.map((s) => s.name).join(", ")}`,
  );
  process.exit(2);
}
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const steps = STEPS.filter((step) => only.length === 0 || only.includes(step.name));
if (steps.some(({ name }) => ASK_MODELS.includes(name))) ensureRealHost();
const failures: string[] = [];
for (const [index, step] of steps.entries()) {
  const started = Date.now();
  const title = `[${index + 1}/${steps.length}] ${step.name}`;
  console.log(`\n${title}: ${step.command.join(" ")}`);
  const ok = run(step);
  if (!ok) failures.push(step.name);
  console.log(
    `${title}: ${ok ? "ok" : "FAILED"} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
}

const unit = countsOf(`${RESULTS}/unit.json`, unitReport);
const browser = countsOf(`${RESULTS}/e2e.json`, browserReport);
if (failures.length > 0) console.log(`\nfailed: ${failures.join(", ")}`);
const passed = steps.length - failures.length + unit.passed + browser.passed;
const failed = failures.length + unit.failed + browser.failed;
console.log(
  `\nchecks: ${passed} passed, ${failed} failed, ${unit.skipped + browser.skipped} skipped`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
