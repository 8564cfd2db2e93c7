import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { z } from "zod";
import { asked, startServer } from "./server";
import { dataDir } from "@/lib/records/store/paths";
import { hasJobs, OnDemand } from "@/lib/evaluate/server/on-demand";
import { openEvaluate } from "@/lib/evaluate/server/open";
import { setServing } from "@/lib/evaluate/standing";
import { note } from "./support/progress";
import { withScratchEngine } from "./support/scratch";
import { jobsDir, runsDir, snapshotsDir } from "./support/store-dir";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const addressSchema = z.object({
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce
    .number({ error: "PORT is not a number" })
    .int("PORT is not a whole number")
    .min(0, "PORT is below 0")
    .max(65_535, "PORT is above 65535")
    .default(3000),
});

/** HOST and PORT of the environment. @throws Error naming the variable that cannot be read. */
export function addressOf(env: NodeJS.ProcessEnv): { host: string; port: number } {
  const result = addressSchema.safeParse({
    HOST: env.HOST || undefined,
    PORT: env.PORT || undefined,
  });
  if (!result.success) throw new Error(result.error.issues[0]?.message ?? "HOST or PORT is wrong");
  return { host: result.data.HOST, port: result.data.PORT };
}

/** Hosts and jobs, put where the routes of this process find them. */
function offerEvaluate(bound: string, token: string | undefined): OnDemand {
  const open = () =>
    openEvaluate({
      dataDir: dataDir(),
      jobsDir: jobsDir(),
      runsDir: runsDir(),
      environment: process.env,
      withEngine: withScratchEngine,
      note: (line) => note(`foilscope: ${line}`),
    });
  const evaluate = new OnDemand(open);
  setServing({ bound, token: token || null, evaluate });
  return evaluate;
}

/**
 * Serves until the process is asked to end. `ready` is told the address.
 * @throws Error in one line where the address or the job database cannot be used
 */
export async function serve(
  address: { host: string; port: number },
  ready: (url: string) => void,
): Promise<void> {
  // Routes run with the package's root as working directory; a relative store is the caller's.
  process.env.FOILSCOPE_DATA = dataDir();
  process.chdir(ROOT);
  const evaluate = offerEvaluate(address.host, process.env.FOILSCOPE_TOKEN);
  try {
    // Jobs that were running go on before anybody looks.
    const { DATABASE_URL } = process.env;
    if (hasJobs(jobsDir(), DATABASE_URL)) await evaluate.service();
    const server = await startServer({ root: ROOT, snapshots: snapshotsDir(), ...address });
    ready(server.url);
    await asked();
    // Streams end first: the server waits for what is open.
    await Promise.all([evaluate.close(), server.close()]);
  } finally {
    await evaluate.close();
  }
}

export function registerServe(program: Command): void {
  program
    .command("serve")
    .description("serve the web application (HOST, PORT and FOILSCOPE_DATA are read)")
    .action(async () => {
      await serve(addressOf(process.env), (url) => {
        process.stderr.write(`foilscope: ${url}\n`);
      });
      process.exit();
    });
}
