import { readHostsFile } from "@/lib/hosts/config-store";
import { contextFault } from "@/lib/hosts/context";
import { systemClock } from "@/lib/hosts/clock";
import type { HostConfig } from "@/lib/hosts/config";
import type { ModelHost } from "@/lib/hosts/host";
import { openHost, type OpenOptions } from "@/lib/hosts/open";
import { hostPause } from "@/lib/hosts/pause";
import { leastTokens } from "@/lib/hosts/prompt-cut";
import { askPatiently } from "@/lib/hosts/retry";
import { adaptiveSlots } from "@/lib/hosts/slots";
import type { HostOpener, JobHost } from "@/lib/jobs/ports";

interface Opened {
  /** The settings it was opened with, as text. */
  readonly settings: string;
  readonly host: ModelHost;
  readonly job: JobHost;
}

/** One pause and one set of slots for all who ask a host. */
function patient(host: ModelHost): JobHost {
  const pause = hostPause(systemClock);
  const slots = adaptiveSlots(host.config.concurrency);
  return {
    config: host.config,
    batch: host.batch,
    probe: (signal) => host.probe(signal),
    tellsModes: (model, signal) => host.tellsModes(model, signal),
    countTokens: (request, signal) => host.countTokens(request, signal),
    leastTokens,
    contextFault,
    async ask(request, { attempts, timeoutMs }, signal) {
      const asked = await askPatiently({
        ask: (own) => host.ask(request, own),
        attempts,
        timeoutMs,
        pause,
        slots,
        clock: systemClock,
        random: Math.random,
        signal,
      });
      return asked.kind === "reply"
        ? { attempts: asked.attempts, reply: asked.reply }
        : { attempts: asked.attempts, failure: asked.error };
    },
  };
}

/** The attached hosts of a file, each opened once until its settings change. */
export class JobHosts implements HostOpener {
  private readonly opened = new Map<string, Opened>();

  constructor(
    /** The file of attached hosts. */
    private readonly file: string,
    private readonly options: OpenOptions,
  ) {}

  async open(id: string): Promise<JobHost> {
    return this.of(await this.config(id)).job;
  }

  /** @throws Error in one line for a host that is not attached, or whose key is missing */
  async model(id: string): Promise<ModelHost> {
    return this.of(await this.config(id)).host;
  }

  private async config(id: string): Promise<HostConfig> {
    const { hosts } = await readHostsFile(this.file);
    const config = hosts.find((host) => host.id === id);
    if (!config) throw new Error(`there is no host "${id}": attach it, or choose another one`);
    return config;
  }

  private of(config: HostConfig): Opened {
    const settings = JSON.stringify(config);
    const known = this.opened.get(config.id);
    if (known?.settings === settings) return known;
    const host = openHost(config, this.options);
    const opened = { settings, host, job: patient(host) };
    this.opened.set(config.id, opened);
    // Requests that are under way at the earlier settings end there.
    void known?.host.close();
    return opened;
  }

  async close(): Promise<void> {
    await Promise.all([...this.opened.values()].map(({ host }) => host.close()));
    this.opened.clear();
  }
}
