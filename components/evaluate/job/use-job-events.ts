"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { jobEventSchema, type JobEventReply } from "@/lib/evaluate/contract/jobs";
import type { ProgressPoint } from "@/lib/chart-models/job-progress";
import { eventsAddress } from "../client";
import { looksAt } from "./looks";

/** Milliseconds for which events are gathered, and before a lost stream is opened anew. */
const GATHER_MS = 700;
const AGAIN_MS = 2000;

export interface JobEvents {
  readonly points: readonly ProgressPoint[];
  /** The stream is open; a lost one is opened again by itself. */
  readonly connected: boolean;
}

/** The point of an event behind those that are known; the first start is a point with nothing done. */
function pointOf(event: JobEventReply, isFirst: boolean): ProgressPoint | null {
  const at = Date.parse(event.at);
  if (event.kind === "results") return { at, done: event.done, failed: event.errors };
  const starts = event.kind === "state" && event.state === "running" && isFirst;
  return starts ? { at, done: 0, failed: 0 } : null;
}

interface Listener {
  readonly onEvent: (event: JobEventReply) => void;
  readonly onState: (connected: boolean) => void;
}

/**
 * Listens to a job until told to stop, each event once, from the first one on. Where the browser
 * gives a stream up (the server was away), another one goes on behind the last event.
 */
function listen(job: number, { onEvent, onState }: Listener): () => void {
  let last = 0;
  let source: EventSource | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(eventsAddress(job, last));
    source.onopen = () => onState(true);
    source.addEventListener("job", (message: MessageEvent<string>) => {
      const id = Number(message.lastEventId);
      if (id <= last) return;
      last = id;
      onEvent(jobEventSchema.parse(JSON.parse(message.data)));
    });
    source.onerror = () => {
      onState(false);
      if (source?.readyState !== EventSource.CLOSED) return;
      again = setTimeout(open, AGAIN_MS);
    };
  };
  open();
  return () => {
    clearTimeout(again);
    source?.close();
  };
}

/** What happens to a job, as it happens; what is shown of it is read again with it. */
export function useJobEvents(job: number): JobEvents {
  const client = useQueryClient();
  const [points, setPoints] = useState<readonly ProgressPoint[]>([]);
  const [connected, setConnected] = useState(false);
  useEffect(() => {
    let fresh: ProgressPoint[] = [];
    let begun = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const looks = looksAt(client, ["job", job]);
    // Events come in bursts, the first of them with the whole past: one look serves them all.
    const gather = () => {
      timer = undefined;
      const added = fresh;
      fresh = [];
      if (added.length > 0) setPoints((known) => [...known, ...added]);
      looks.want();
    };
    const stop = listen(job, {
      onEvent: (event) => {
        const point = pointOf(event, !begun);
        if (point) {
          begun = true;
          fresh.push(point);
        }
        timer ??= setTimeout(gather, GATHER_MS);
      },
      onState: setConnected,
    });
    return () => {
      clearTimeout(timer);
      looks.stop();
      stop();
    };
  }, [job, client]);
  return { points, connected };
}
