/**
 * Dropped files, copied so that they survive a reload. It is a cache: where the browser refuses, or
 * its room is used up, everything works but for that. No method ever rejects.
 */
export interface FileCache {
  /** What this tab kept, for the page's first moments: asked once. */
  saved(): Promise<Saved>;
  /** Files of `saved` are about to be read. A tab that dies over them is not made to die again. */
  begin(key: string): void;
  /** They were read, or given up. */
  settled(key: string): void;
  /** @returns the key to remove them by; null where they could not be kept. */
  keep(files: readonly File[]): Promise<string | null>;
  remove(key: string): Promise<void>;
}

export interface Saved {
  /** In the order of their drops. */
  readonly files: readonly SavedFiles[];
  /** Copies that are no longer there to be read. */
  readonly lost: readonly LostFiles[];
}

export interface SavedFiles {
  readonly key: string;
  readonly files: readonly File[];
}

export interface LostFiles {
  readonly files: readonly string[];
  /** A clause: why they are not read again. */
  readonly why: string;
}
