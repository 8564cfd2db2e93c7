/**
 * - looks: one a cell of a run and number of trials at which the stopping rule looked. `look` is what
 *   it found, null where the prefix had a row without an answer and the look was passed over; `stop`
 *   the reason where the cell ended there; `spared` the requests that are not made because of it;
 *   `last` says that the cell had no more trials planned.
 * - runs.stopped: sum of `spared` over a run's cells.
 * - batches: files of requests handed in at a host. `content` names the requests (custom ids are
 *   places in it), `name` finds the batch at the host again, `remote` is the host's id for it. It is
 *   written down before anything is sent. `owner` and `until` are a lease, as of chunks; `due` is
 *   when it is looked at next.
 * - chunks.batch: the chunk waits for that batch; no worker leases it.
 */
export const STOPS_AND_BATCHES = `
ALTER TABLE foilscope.runs ADD COLUMN stopped integer NOT NULL DEFAULT 0;

CREATE TABLE foilscope.looks (
  job integer NOT NULL REFERENCES foilscope.jobs ON DELETE CASCADE,
  run_id text NOT NULL,
  cell text NOT NULL,
  trials integer NOT NULL,
  last boolean NOT NULL,
  spared integer NOT NULL,
  stop text,
  look text,
  PRIMARY KEY (run_id, cell, trials)
);
CREATE INDEX looks_by_job ON foilscope.looks (job);

CREATE TABLE foilscope.batches (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job integer NOT NULL REFERENCES foilscope.jobs ON DELETE CASCADE,
  model integer NOT NULL,
  host text NOT NULL,
  name text NOT NULL UNIQUE,
  state text NOT NULL DEFAULT 'submitting'
    CHECK (state IN ('submitting', 'waiting', 'collected', 'refused', 'given up')),
  remote text,
  requests integer NOT NULL,
  bytes double precision NOT NULL,
  content text NOT NULL,
  host_state text,
  host_done integer,
  host_failed integer,
  done integer,
  failed integer,
  missing integer,
  problem text,
  failures integer NOT NULL DEFAULT 0,
  cancel_asked boolean NOT NULL DEFAULT false,
  owner text,
  until double precision,
  due double precision NOT NULL,
  created double precision NOT NULL,
  submitted double precision,
  ended double precision
);
CREATE INDEX batches_by_job ON foilscope.batches (job);

ALTER TABLE foilscope.chunks ADD COLUMN batch integer;
CREATE INDEX chunks_by_batch ON foilscope.chunks (batch) WHERE batch IS NOT NULL;
`;
