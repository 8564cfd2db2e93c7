/** What the file system says is wrong (`ENOENT`, `EACCES` …); undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}
