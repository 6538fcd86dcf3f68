import { quoted } from '../postgres/schemaName.js'
import { engineFeedFunctions } from './engineFeedFunctions.js'
import { engineChannels, engineFunctions } from './engineFunctions.js'
import { engineRunNowFunctions } from './engineRunNowFunctions.js'

/** The name of the schema with the tables of graphile-worker, for an engine in the given schema. */
export const jobsSchema = (schema: string): string => `${schema}_engine`

/** The scripts, with the names of the schemas in quotes. */
const migrationsOf = (name: string, schema: string, jobs: string): ReadonlyArray<string> => [
  `
  -- Times in milliseconds. A user with a reason is suspended and has no job; every other user has one. feeds: those
  -- that are suspended, as { feed: { reason, at } }; at in milliseconds since 1970.
  CREATE TABLE ${schema}.follower (
    id text PRIMARY KEY,
    uuid text UNIQUE,
    every double precision,
    failures integer NOT NULL DEFAULT 0,
    immediate boolean NOT NULL DEFAULT false,
    reason text,
    feeds jsonb NOT NULL DEFAULT '{}'
  ) WITH (fillfactor = 70);

  -- The workers that take rounds. pid and started are of the connection over which a worker sends its heartbeats. A paused
  -- worker sends heartbeats, and takes no rounds.
  CREATE TABLE ${schema}.worker (
    id text PRIMARY KEY,
    lease double precision NOT NULL,
    seen timestamptz NOT NULL DEFAULT now(),
    pid integer NOT NULL,
    started timestamptz,
    paused boolean NOT NULL DEFAULT false
  );

  CREATE TABLE ${schema}.sweep (at timestamptz NOT NULL);
  INSERT INTO ${schema}.sweep VALUES (now());

  -- Finds the jobs of a worker without reading all jobs.
  CREATE INDEX rxbank_held ON ${jobs}._private_jobs (locked_by) WHERE locked_by IS NOT NULL;
  -- Each round leaves an old version of its job's row, so the table has to be vacuumed often.
  ALTER TABLE ${jobs}._private_jobs
    SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
  -- When users were last immediate by uuids that nobody had. A round may be running whose user gets the uuid only later.
  CREATE TABLE ${schema}.unknown_uuid (uuid text PRIMARY KEY, at timestamptz NOT NULL);

  ${engineFunctions(schema, jobs, engineChannels(name))}
  ${engineRunNowFunctions(schema, jobs, engineChannels(name))}
  ${engineFeedFunctions(schema, jobs)}`,
]

/** The scripts that create the tables. A script that was released is never changed; changes are appended as another one. */
export const engineMigrations = (name: string): ReadonlyArray<string> =>
  migrationsOf(name, quoted(name), quoted(jobsSchema(name)))
