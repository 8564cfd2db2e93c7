import { WorkspaceStore } from "@/components/workspace/store";
import { tabFileCache } from "@/components/workspace/tab-files";
import { report, type Report } from "@/lib/metrics/report";
import type { SectionName } from "@/lib/metrics/rows";
import type { Filters } from "@/lib/view-state/filters";

/**
 * The explorer's data without its views: the product's own workspace, asked from outside. Tests
 * compare its numbers with the oracle's, benchmarks time its queries.
 */
class Harness {
  private readonly store = new WorkspaceStore(tabFileCache);

  private until<T>(read: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const { opening, jobs } = this.store.getActivity();
        const failed = opening.kind === "failed" ? opening.error : jobs.find((j) => j.error)?.error;
        const found = read();
        if (!failed && found === undefined) return;
        stop();
        if (failed) reject(failed);
        else resolve(found as T);
      };
      const stop = this.store.subscribe(check);
      check();
    });
  }

  /** Opens the server's snapshot; resolves when the engine answers all that is asked. */
  async open(): Promise<void> {
    this.store.open(null);
    await this.until(() => (this.store.getActivity().opening.kind === "open" ? true : undefined));
  }

  /** Imports a file as if it had been dropped; resolves with the rows kept. */
  async drop(name: string, text: string): Promise<number> {
    const before = this.store.getData();
    this.store.importFiles([new File([text], name)]);
    // The version grows when the views hold the new rows; the list of drops is there before.
    const drop = await this.until(() => {
      const { version, drops } = this.store.getData();
      return version > before.version ? drops[before.drops.length] : undefined;
    });
    return drop.kept;
  }

  async report(sections: readonly SectionName[], filters: Filters): Promise<Report> {
    const workspace = await this.until(() => this.store.getData().workspace ?? undefined);
    return report(workspace, { filters }, sections);
  }

  /** Makes the rows readable, so that their fetch is not part of what is timed next. */
  async ensureRows(): Promise<void> {
    await this.store.getData().workspace?.ensureRows();
  }

  /** Milliseconds that sections take under filters. */
  async time(sections: readonly SectionName[], filters: Filters): Promise<number> {
    const started = performance.now();
    await this.report(sections, filters);
    return performance.now() - started;
  }
}

declare global {
  interface Window {
    harness: Harness;
  }
}
window.harness = new Harness();
