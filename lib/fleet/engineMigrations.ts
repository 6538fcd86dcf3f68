import { functions } from './engineFunctions.js'

/** Where the jobs of graphile-worker are, beside the tables of a schema. */
export const jobsSchema = (schema: string): string => `${schema}_engine`

/** What makes the tables, in steps: one that is released stays as it is, and the next one is added behind it. */
export const engineMigrations = (schema: string): ReadonlyArray<string> => [
  `
  -- Times in milliseconds. A user is set aside where there is a reason, and has a job otherwise.
  CREATE TABLE ${schema}.follower (
    id text PRIMARY KEY,
    uuid text UNIQUE,
    every double precision,
    failures integer NOT NULL DEFAULT 0,
    hurried boolean NOT NULL DEFAULT false,
    reason text
  ) WITH (fillfactor = 70);

  -- Who takes rounds: pid and started are of the connection that says that the worker lives.
  CREATE TABLE ${schema}.worker (
    id text PRIMARY KEY,
    lease double precision NOT NULL,
    seen timestamptz NOT NULL DEFAULT now(),
    pid integer NOT NULL,
    started timestamptz
  );

  CREATE TABLE ${schema}.sweep (at timestamptz NOT NULL);
  INSERT INTO ${schema}.sweep VALUES (now());

  -- What a worker holds is found without reading all jobs.
  CREATE INDEX rxbank_held ON ${jobsSchema(schema)}._private_jobs (locked_by) WHERE locked_by IS NOT NULL;
  -- Each round leaves an old version of its job behind.
  ALTER TABLE ${jobsSchema(schema)}._private_jobs
    SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
  ${functions(schema, jobsSchema(schema))}
  `,
]
