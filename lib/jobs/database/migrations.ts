import { STOPS_AND_BATCHES } from "./stops-and-batches";

/** One step of the schema. A step that was released never changes: another one follows it. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly sql: string;
}

/**
 * Times are milliseconds since 1970 by the database's clock, as doubles: workers may differ in
 * theirs. `now_ms` is a function so that tests can set it.
 *
 * - queues: one a (job, model); `identity` is the model as it was when the job was first run; `cursor` is the first chunk of the plan that was not looked at yet.
 *   Chunks under `check_below` may have results from an earlier round.
 * - chunks: those that are leased or wait to be asked again; a chunk that is done has no row, and
 *   one behind the cursor none yet, so that the table stays small however much is planned.
 *   `attempts` counts leases that brought nothing; `recheck` says that a result of it was offered
 *   for another try while it was leased. Every lease has an epoch of its own.
 * - results: one row a request key; `record` is JSON text of the response and what the host said
 *   (text, since jsonb refuses U+0000 and half surrogate pairs). `again` marks a row that was
 *   offered for another try: it stays until the new one is there.
 */
const FIRST = `
CREATE FUNCTION foilscope.now_ms() RETURNS double precision LANGUAGE sql VOLATILE
  AS 'SELECT extract(epoch FROM clock_timestamp())::double precision * 1000';

CREATE SEQUENCE foilscope.epochs AS integer;

CREATE TABLE foilscope.jobs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  spec text NOT NULL,
  spec_hash text NOT NULL,
  item_set text NOT NULL,
  state text NOT NULL
    CHECK (state IN ('planned', 'running', 'paused', 'complete', 'incomplete', 'cancelled')),
  reason text,
  planned integer NOT NULL,
  chunks integer NOT NULL,
  last_event integer NOT NULL DEFAULT 0,
  published boolean NOT NULL DEFAULT false,
  created double precision NOT NULL,
  started double precision,
  finished double precision
);
CREATE INDEX jobs_by_state ON foilscope.jobs (state);

CREATE TABLE foilscope.runs (
  run_id text PRIMARY KEY,
  job integer NOT NULL REFERENCES foilscope.jobs ON DELETE CASCADE,
  model integer NOT NULL,
  mode text NOT NULL,
  host text NOT NULL,
  planned integer NOT NULL,
  items integer NOT NULL,
  facts text,
  served text,
  dropped text NOT NULL DEFAULT '[]',
  started double precision,
  finished double precision,
  active_ms double precision NOT NULL DEFAULT 0,
  last_active double precision,
  answered integer NOT NULL DEFAULT 0,
  unparsed integer NOT NULL DEFAULT 0,
  multiple integer NOT NULL DEFAULT 0,
  out_of_range integer NOT NULL DEFAULT 0,
  truncated integer NOT NULL DEFAULT 0,
  prompt_truncated integer NOT NULL DEFAULT 0,
  error integer NOT NULL DEFAULT 0,
  correct integer NOT NULL DEFAULT 0,
  prompt_known integer NOT NULL DEFAULT 0,
  prompt_tokens double precision NOT NULL DEFAULT 0,
  completion_known integer NOT NULL DEFAULT 0,
  completion_tokens double precision NOT NULL DEFAULT 0,
  reasoning_known integer NOT NULL DEFAULT 0,
  reasoning_tokens double precision NOT NULL DEFAULT 0,
  cached_known integer NOT NULL DEFAULT 0,
  cached_tokens double precision NOT NULL DEFAULT 0,
  cached_of double precision NOT NULL DEFAULT 0
);
CREATE INDEX runs_by_job ON foilscope.runs (job);

CREATE TABLE foilscope.queues (
  job integer NOT NULL REFERENCES foilscope.jobs ON DELETE CASCADE,
  model integer NOT NULL,
  host text NOT NULL,
  identity text,
  cursor integer NOT NULL DEFAULT 0,
  check_below integer NOT NULL DEFAULT 0,
  PRIMARY KEY (job, model)
);

CREATE TABLE foilscope.chunks (
  job integer NOT NULL REFERENCES foilscope.jobs ON DELETE CASCADE,
  chunk integer NOT NULL,
  model integer NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'failed')),
  owner text,
  until double precision,
  epoch integer NOT NULL,
  attempts integer NOT NULL DEFAULT 1,
  recheck boolean NOT NULL DEFAULT false,
  PRIMARY KEY (job, chunk)
);

CREATE TABLE foilscope.results (
  run_id text NOT NULL,
  cell text NOT NULL,
  trial integer NOT NULL,
  item_id text NOT NULL,
  epoch integer NOT NULL,
  outcome text NOT NULL,
  correct boolean NOT NULL,
  again boolean NOT NULL DEFAULT false,
  failure text,
  record text NOT NULL,
  PRIMARY KEY (run_id, cell, trial, item_id)
);

CREATE INDEX results_failed ON foilscope.results (run_id, failure) WHERE failure IS NOT NULL;

CREATE TABLE foilscope.workers (
  owner text PRIMARY KEY,
  until double precision NOT NULL,
  pools text[] NOT NULL
);

CREATE TABLE foilscope.slots (
  pool text NOT NULL,
  slot integer NOT NULL,
  owner text,
  until double precision,
  PRIMARY KEY (pool, slot)
);

CREATE TABLE foilscope.logs (
  log text PRIMARY KEY,
  stored double precision NOT NULL
);

CREATE TABLE foilscope.events (
  job integer NOT NULL REFERENCES foilscope.jobs ON DELETE CASCADE,
  id integer NOT NULL,
  at double precision NOT NULL,
  kind text NOT NULL,
  data text NOT NULL,
  PRIMARY KEY (job, id)
);
`;

/** What a host called itself in its replies: all names, as a JSON list, for there may be several. */
const SERVED_NAMES = `
UPDATE foilscope.runs SET served = json_build_array(served)::text WHERE served IS NOT NULL;
UPDATE foilscope.runs SET served = '[]' WHERE served IS NULL;
ALTER TABLE foilscope.runs ALTER COLUMN served SET DEFAULT '[]', ALTER COLUMN served SET NOT NULL;
`;

export const MIGRATIONS: readonly Migration[] = [
  { id: 1, name: "jobs", sql: FIRST },
  { id: 2, name: "stops and batches", sql: STOPS_AND_BATCHES },
  { id: 3, name: "all names under which a model answered", sql: SERVED_NAMES },
];
