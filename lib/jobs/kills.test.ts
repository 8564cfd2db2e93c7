import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startCountingHost } from "@/tests/helpers/jobs/http-host";
import { accountOf, spawnWorker, untilAsked } from "@/tests/helpers/jobs/kills";

// bench/kills.ts does this twenty times, on PostgreSQL too.
it("loses no reply and asks only what was in flight again when its process is killed", async () => {
  const dir = await mkdtemp(join(tmpdir(), "foilscope-kills-"));
  const host = await startCountingHost(5);
  const settings = { dir, host: host.url, items: 20, trials: 10, concurrency: 4 };
  try {
    for (const at of [30, 120]) {
      const worker = spawnWorker(settings);
      await untilAsked(host, at, worker);
      await worker.kill();
    }
    expect(await spawnWorker(settings).ended).toBe(0);
    const account = await accountOf(host, settings);
    expect(account).toMatchObject({ planned: 200, rows: 200, counted: 200, invented: 0 });
    expect(account.askedAgain).toBeLessThanOrEqual(2 * settings.concurrency);
  } finally {
    await host.close();
    await rm(dir, { recursive: true, force: true });
  }
});
