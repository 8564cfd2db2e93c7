import { errorCode } from "@/lib/records/store/error-code";
import { removeWorkDirsNow } from "@/lib/records/store/work-dirs";

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

let listening = false;

/**
 * A command that is told to end, or whose reader (as `head`) has gone, ends at once and leaves
 * nothing half done behind: what is finished was renamed already.
 * @param atOnce false for a command that has signals of its own
 */
export function endCleanly(atOnce = true): void {
  if (listening) return;
  listening = true;
  process.once("exit", removeWorkDirsNow);
  if (atOnce)
    for (const [signal, number] of Object.entries(SIGNALS))
      process.once(signal, () => process.exit(128 + number));
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
}

const DISK_FULL = /ENOSPC|No space left|max_temp_directory_size/;
const FORBIDDEN: ReadonlySet<string | undefined> = new Set(["EACCES", "EPERM", "EROFS"]);

/** A failure in one line: what and where, and for what the machine refuses also what to do. */
export function failureLine(error: Error): string {
  const said = error.message.split("\n")[0] || error.name;
  if (DISK_FULL.test(error.message))
    return `${said}: the disk is full; free some space and run it again`;
  if (FORBIDDEN.has(errorCode(error)))
    return `${said}: this user may not do that there; change its permissions, or name another place (FOILSCOPE_DATA, --into or --out)`;
  return said;
}

/**
 * Tells a command that works for hours of the signals that it should end: `first` once, then
 * `again` each time.
 * @returns stops listening
 */
export function onSignals(first: () => void, again: () => void): () => void {
  let told = false;
  const hear = () => {
    if (told) again();
    else first();
    told = true;
  };
  for (const signal of Object.keys(SIGNALS)) process.on(signal, hear);
  return () => {
    for (const signal of Object.keys(SIGNALS)) process.off(signal, hear);
  };
}
