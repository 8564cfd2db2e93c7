import { SingleBar } from "cli-progress";

/** Where a long command stands; numbers in whatever unit `total` has. */
export interface Progress {
  update(done: number, total: number, label: string): void;
  /** Ends the bar; safe to call twice. */
  stop(): void;
}

const LINE_EVERY_MS = 2000;

function barProgress(): Progress {
  const bar = new SingleBar({
    stream: process.stderr,
    format: "{bar} {percentage}%  {label}",
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: false,
  });
  let running = false;
  return {
    update(done, total, raw) {
      const label = printable(raw);
      if (!running) bar.start(total, done, { label });
      else bar.setTotal(total);
      running = true;
      bar.update(done, { label });
    },
    stop() {
      if (running) bar.stop();
      running = false;
    },
  };
}

function lineProgress(): Progress {
  let last = Date.now();
  return {
    update(done, total, label) {
      if (Date.now() - last < LINE_EVERY_MS) return;
      last = Date.now();
      const share = total > 0 ? `${Math.floor((100 * Math.min(done, total)) / total)}%  ` : "";
      note(`${share}${label}`);
    },
    stop() {
      last = Date.now();
    },
  };
}

/** Progress on stderr: a bar on a terminal, plain lines (at most one every two seconds) otherwise. */
export function startProgress(): Progress {
  return process.stderr.isTTY ? barProgress() : lineProgress();
}

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text for a terminal: control characters that a file's names brought along (escape sequences,
 * changes of direction) are spelled out. Tabs and line ends stay.
 */
export function printable(text: string): string {
  return text.replace(CONTROL, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** One plain line on stderr. */
export function note(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}
