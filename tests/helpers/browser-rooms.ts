import { vi } from "vitest";
import type { TabRooms } from "@/components/workspace/tab-files";

const gone = () => new DOMException("there is no such entry", "NotFoundError");

class MemoryFile {
  readonly kind = "file";
  private content = new Blob([]);

  getFile = () => Promise.resolve(new File([this.content], ""));
  createWritable = () => {
    const parts: Blob[] = [];
    return Promise.resolve({
      write: (part: Blob) => Promise.resolve(void parts.push(part)),
      close: () => {
        this.content = new Blob(parts);
        return Promise.resolve();
      },
      abort: () => Promise.resolve(),
    });
  };
}

/** A directory of the origin's private file system, as far as the cache uses it, in memory. */
export class MemoryDirectory {
  readonly kind = "directory";
  private readonly held = new Map<string, MemoryDirectory | MemoryFile>();
  /** Names whose removal the browser refuses, as it does while something has them open. */
  readonly stuck = new Set<string>();

  private child<T>(type: new () => T, name: string, create = false): Promise<T> {
    const found = this.held.get(name);
    if (found instanceof type) return Promise.resolve(found as T);
    if (!create) return Promise.reject(gone());
    const made = new type();
    this.held.set(name, made as MemoryDirectory | MemoryFile);
    return Promise.resolve(made);
  }

  getDirectoryHandle = (name: string, { create = false } = {}) =>
    this.child(MemoryDirectory, name, create);
  getFileHandle = (name: string, { create = false } = {}) => this.child(MemoryFile, name, create);
  removeEntry = (name: string) => {
    if (this.stuck.has(name))
      return Promise.reject(new DOMException("it is open", "NoModificationAllowedError"));
    return this.held.delete(name) ? Promise.resolve() : Promise.reject(gone());
  };

  async *entries(): AsyncGenerator<[string, MemoryDirectory | MemoryFile]> {
    for (const entry of this.held) yield Promise.resolve(entry);
  }

  /** Paths of all files below, sorted. */
  paths(): string[] {
    return [...this.held]
      .flatMap(([name, entry]) =>
        entry instanceof MemoryDirectory ? entry.paths().map((path) => `${name}/${path}`) : [name],
      )
      .sort();
  }
}

type Work = (lock: Lock | null) => Promise<unknown>;
interface Asked {
  readonly owner: string;
  readonly begin: () => void;
}

/** The origin's locks: each name has one holder, and the others wait. */
class MemoryLocks {
  private readonly queues = new Map<string, Asked[]>();

  request(owner: string, name: string, options: LockOptions, work: Work): Promise<unknown> {
    const queue = this.queues.get(name) ?? [];
    this.queues.set(name, queue);
    if (options.ifAvailable && queue.length > 0) return Promise.resolve(work(null));
    if (options.signal?.aborted) return Promise.reject(options.signal.reason as Error);
    return new Promise((resolve, reject) => {
      const asked: Asked = {
        owner,
        begin: () => {
          const done = () => this.leave(name, asked);
          work({ name, mode: "exclusive" }).then(resolve, reject).finally(done);
        },
      };
      options.signal?.addEventListener("abort", () => {
        if (queue[0] !== asked) this.leave(name, asked);
        reject(options.signal?.reason as Error);
      });
      queue.push(asked);
      if (queue.length === 1) asked.begin();
    });
  }

  private leave(name: string, asked: Asked): void {
    const queue = this.queues.get(name) ?? [];
    const at = queue.indexOf(asked);
    if (at < 0) return;
    queue.splice(at, 1);
    if (at === 0) queue[0]?.begin();
  }

  /** A page went: what it held or waited for is free. */
  release(owner: string): void {
    for (const [name, queue] of this.queues)
      for (const asked of queue.filter((own) => own.owner === owner)) this.leave(name, asked);
  }
}

function memoryStorage(texts: Map<string, string>): Storage {
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  } as Storage;
}

/** One page of a tab. */
export interface MemoryPage {
  readonly rooms: TabRooms;
  /** The page before a reload has had time enough to let go of the tab's name. */
  readonly endPatience: () => void;
  /** The next page of this tab, whether or not this one is gone already. */
  readonly next: () => MemoryPage;
  /** This page goes in good order and the next one comes. */
  readonly reload: () => MemoryPage;
  /** A page of another tab, which begins with a copy of this one's session. */
  readonly duplicate: () => MemoryPage;
  /** The page goes in good order, or dies. */
  readonly close: () => void;
  readonly die: () => void;
}

/** A browser with one origin: its private files, and pages that share them. */
export function memoryBrowser() {
  const files = new MemoryDirectory();
  const locks = new MemoryLocks();
  let pages = 0;
  const page = (session: Map<string, string>): MemoryPage => {
    const owner = `page ${(pages += 1)}`;
    const patience = new AbortController();
    const leaving: (() => void)[] = [];
    const request = vi.fn((name: string, options: LockOptions, work: Work) =>
      locks.request(owner, name, options, work),
    );
    const die = () => locks.release(owner);
    const close = () => {
      for (const listener of leaving) listener();
      die();
    };
    return {
      rooms: {
        directory: () => Promise.resolve(files as unknown as FileSystemDirectoryHandle),
        locks: () => ({ request }) as unknown as LockManager,
        session: () => memoryStorage(session),
        onLeave: (listener) => leaving.push(listener),
        patience: () => patience.signal,
      },
      endPatience: () => patience.abort(),
      next: () => page(session),
      reload: () => {
        close();
        return page(session);
      },
      duplicate: () => page(new Map(session)),
      close,
      die,
    };
  };
  return { files, open: () => page(new Map<string, string>()) };
}
