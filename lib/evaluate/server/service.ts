import { attachHost, detachHost } from "@/lib/hosts/config-store";
import type { HostConfig } from "@/lib/hosts/config";
import type { OpenOptions } from "@/lib/hosts/open";
import type { ModelHost } from "@/lib/hosts/host";
import type { Database } from "@/lib/jobs/database/database";
import type { Drive } from "@/lib/jobs/evaluation";
import type { Clock } from "@/lib/jobs/ports";
import { watch } from "@/lib/jobs/queue/events";
import { readJob } from "@/lib/jobs/queue/rows";
import type { JobSpec } from "@/lib/protocol/job-spec";
import type { StreamEvent } from "@/lib/http/events";
import { EvaluateError } from "../refused";
import type { HostProbeReply, HostsReply, ModelProbeReply } from "../contract/hosts";
import type {
  JobActionBody,
  JobEventReply,
  JobReply,
  JobSummary,
  ResultsReply,
} from "../contract/jobs";
import type { PreflightReply } from "../contract/preflight";
import type { ItemSetsReply, PaddingsReply, PromptsReply } from "../contract/sets";
import type { DrawnSheetReply, DrawSheet, SheetBankReply } from "../contract/sheets";
import { listHosts, modelProbeReply, probeReply } from "./hosts";
import type { JobHosts } from "./job-hosts";
import { isSentence, telling, tellingOfSpec, type Jobs } from "./jobs";
import { preflight } from "./preflight";
import type { Publisher } from "./publisher";
import { Turns } from "./turns";
import { paddings, prompts, type ItemSets } from "./sets";
import { drawSheet, sheetBank } from "./sheets";

export interface ServiceParts {
  readonly dataDir: string;
  readonly environment: OpenOptions["environment"];
  readonly database: Database;
  readonly clock: Clock;
  readonly hosts: JobHosts;
  readonly sets: ItemSets;
  readonly jobs: Jobs;
  readonly publisher: Publisher;
  /** Ends the program's streams. */
  readonly ending: AbortSignal;
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What is wrong with the file of attached hosts as a whole, for whoever asked. */
async function ofHostsFile<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && isSentence(error))
      throw new EvaluateError(409, "hosts.json cannot be read", "hosts.json", error.message);
    throw error;
  }
}

/** Everything that the routes of Evaluate do; each does no more than call one of these. */
export class EvaluateService {
  /** Counts of prompts and checks of specs, which take a second or two. */
  private readonly turns = new Turns();

  constructor(private readonly parts: ServiceParts) {}

  hosts(): Promise<HostsReply> {
    return ofHostsFile(() => listHosts(this.parts.dataDir, this.parts.environment));
  }

  async attach(config: HostConfig): Promise<HostsReply> {
    await ofHostsFile(() => attachHost(this.parts.dataDir, config));
    return this.hosts();
  }

  async detach(id: string): Promise<{ detached: boolean }> {
    return { detached: await ofHostsFile(() => detachHost(this.parts.dataDir, id)) };
  }

  async probe(id: string, signal: AbortSignal): Promise<HostProbeReply> {
    return this.asking(id, signal, async (host) => probeReply(await host.probe(signal)));
  }

  async probeModel(id: string, model: string, signal: AbortSignal): Promise<ModelProbeReply> {
    return this.asking(id, signal, async (host) =>
      modelProbeReply(await host.probeModel(model, signal)),
    );
  }

  itemSets(): Promise<ItemSetsReply> {
    return this.parts.sets.list();
  }

  sheetBank(set: string): Promise<SheetBankReply> {
    return sheetBank(this.parts.sets, set);
  }

  drawSheet(asked: DrawSheet): Promise<DrawnSheetReply> {
    return drawSheet(this.parts.sets, asked);
  }

  prompts(): PromptsReply {
    return prompts();
  }

  paddings(): PaddingsReply {
    return paddings();
  }

  preflight(spec: JobSpec, signal: AbortSignal): Promise<PreflightReply> {
    const { sets, hosts, database } = this.parts;
    const open = (id: string) => hosts.model(id);
    const ports = { sets, open, queries: database, turns: this.turns };
    return tellingOfSpec(() => preflight(ports, spec, signal));
  }

  jobs(): Promise<JobSummary[]> {
    return this.parts.jobs.list();
  }

  job(id: number): Promise<JobReply> {
    return this.parts.jobs.read(id);
  }

  results(id: number): Promise<ResultsReply> {
    return this.parts.jobs.results(id);
  }

  makeJob(spec: JobSpec, run: boolean, signal: AbortSignal): Promise<number> {
    return this.parts.jobs.make(spec, run, signal, this.inTurns(signal));
  }

  act(
    id: number,
    body: JobActionBody,
    signal: AbortSignal,
  ): Promise<{ id: number; offered: number | null }> {
    return this.parts.jobs.act(id, body, signal, this.inTurns(signal));
  }

  private inTurns(signal: AbortSignal): Drive {
    return (steps) => this.turns.run(steps, signal);
  }

  /** How often runs were written for the explorer. */
  published(): number {
    return this.parts.publisher.published;
  }

  /** @throws EvaluateError where there is no such job */
  async assertJob(id: number): Promise<void> {
    await telling(`job ${id}`, () => readJob(this.parts.database, id));
  }

  /** Events of a job from behind an id on, until the client is gone or the program ends. */
  async *events(id: number, after: number, client: AbortSignal): AsyncGenerator<StreamEvent> {
    const { database, clock, ending } = this.parts;
    const signal = AbortSignal.any([client, ending]);
    for await (const event of watch(database, clock, id, after, signal)) {
      const at = new Date(event.at).toISOString();
      const data: JobEventReply = { ...event.data, at };
      yield { id: String(event.id), event: "job", data };
    }
  }

  /** What a host says, or why it says nothing. */
  private async asking<T>(
    id: string,
    signal: AbortSignal,
    ask: (host: ModelHost) => Promise<T>,
  ): Promise<T> {
    const { hosts } = await this.hosts();
    const attached = hosts.find((host) => host.config.id === id);
    if (!attached)
      throw new EvaluateError(
        404,
        "the host is not attached",
        `host ${id}`,
        `there is no host "${id}"`,
      );
    if (attached.fault !== null)
      throw new EvaluateError(409, "the host cannot be asked", `host ${id}`, attached.fault);
    try {
      return await ask(await this.parts.hosts.model(id));
    } catch (error) {
      signal.throwIfAborted();
      throw new EvaluateError(502, "the host gave no usable answer", `host ${id}`, sentence(error));
    }
  }
}
