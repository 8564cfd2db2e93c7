/** A file for the reader's disk. */
export interface ExportFile {
  readonly name: string;
  readonly blob: Blob;
}

/** Hands a file to the browser's download. */
export function saveFile({ name, blob }: ExportFile): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The download has begun by the time the next task runs in every engine; a minute is ample.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
