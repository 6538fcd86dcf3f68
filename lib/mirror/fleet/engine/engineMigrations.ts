import { quoted, revokeExecute, searchPath } from '../../postgres/schemaTables.js'
import { engineChannels, type EngineChannels, engineFunctions, priorities } from './engineFunctions.js'

/** The functions that make users due at most once a second, however often `runNow` is called. */
const engineRunNowFunctions = (schema: string, jobs: string, channels: EngineChannels): string => `
  -- Serializes the calls for a uuid that no user has yet, with a row, because every role may take advisory locks. The
  -- row is locked before jobs and users.
  CREATE FUNCTION ${schema}.lock_uuid(named text) RETURNS void LANGUAGE plpgsql SET ${searchPath} AS $$ BEGIN
    INSERT INTO ${schema}.unknown_uuid AS u VALUES (named, '-infinity') ON CONFLICT (uuid) DO UPDATE SET at = u.at;
  END $$;

  -- If run_now was called with this uuid since the user's running round began, the call takes effect now.
  CREATE FUNCTION ${schema}.identify(who text, named text) RETURNS boolean LANGUAGE plpgsql SET ${searchPath} AS $$
  DECLARE began timestamptz; immediate_at timestamptz;
  BEGIN
    PERFORM ${schema}.lock_uuid(named);
    SELECT j.locked_at INTO began FROM ${jobs}._private_jobs j WHERE j.key = who FOR UPDATE;
    PERFORM FROM ${schema}.follower f WHERE f.id = who;
    IF NOT FOUND THEN RETURN false; END IF;
    UPDATE ${schema}.follower f SET uuid = NULL WHERE f.uuid = named AND f.id <> who;
    UPDATE ${schema}.follower f SET uuid = named WHERE f.id = who AND f.uuid IS DISTINCT FROM named;
    DELETE FROM ${schema}.unknown_uuid u WHERE u.uuid = named RETURNING u.at INTO immediate_at;
    IF immediate_at >= began THEN PERFORM ${schema}.run_now(who, NULL); END IF;
    DELETE FROM ${schema}.unknown_uuid WHERE uuid IN (
      SELECT u.uuid FROM ${schema}.unknown_uuid u WHERE u.at < now() - interval '1 day' FOR UPDATE SKIP LOCKED
    );
    RETURN true;
  END $$;

  -- A job that waits in the scheduled lane was last updated when the user's last round ended. A user without an
  -- interval has had no round. The clock of the database may have been set back.
  CREATE FUNCTION ${schema}.run_now(by_id text, by_uuid text) RETURNS boolean LANGUAGE plpgsql SET ${searchPath} AS $$
  DECLARE who text; holder text; lane integer; due timestamptz;
  BEGIN
    IF by_id IS NULL THEN SELECT f.id INTO who FROM ${schema}.follower f WHERE f.uuid = by_uuid;
    ELSE SELECT f.id INTO who FROM ${schema}.follower f WHERE f.id = by_id;
    END IF;
    IF NOT FOUND AND by_id IS NULL THEN
      PERFORM ${schema}.lock_uuid(by_uuid);
      SELECT f.id INTO who FROM ${schema}.follower f WHERE f.uuid = by_uuid;
      IF FOUND THEN DELETE FROM ${schema}.unknown_uuid u WHERE u.uuid = by_uuid;
      ELSE UPDATE ${schema}.unknown_uuid u SET at = now() WHERE u.uuid = by_uuid;
      END IF;
    END IF;
    IF who IS NULL THEN RETURN false; END IF;
    SELECT j.locked_by, j.priority, greatest(now(), least(j.run_at, j.updated_at + interval '1 second', now() + interval '1 second'))
    INTO holder, lane, due FROM ${jobs}._private_jobs j WHERE j.key = who FOR UPDATE;
    IF NOT FOUND THEN RETURN true; END IF;
    IF holder IS NOT NULL THEN
      UPDATE ${schema}.follower f SET immediate = true WHERE f.id = who AND NOT f.immediate;
      IF FOUND THEN PERFORM pg_notify('${channels.held}', ''); END IF;
    ELSIF lane = ${String(priorities.scheduled)} THEN
      PERFORM FROM ${schema}.follower f WHERE f.id = who AND f.every IS NULL;
      IF FOUND THEN due := now(); END IF;
      UPDATE ${jobs}._private_jobs j
      SET priority = ${String(priorities.immediate)}, run_at = due, updated_at = now() WHERE j.key = who;
      IF due <= now() THEN PERFORM pg_notify('${channels.immediate}', ''); END IF;
    END IF;
    RETURN true;
  END $$;
  ${revokeExecute(schema, ['lock_uuid', 'identify', 'run_now'])}
`

/** The functions that suspend and resume feeds of users. */
const engineFeedFunctions = (schema: string, jobs: string): string => `
  -- The feeds of a user that are suspended, with the milliseconds since then. It is volatile, so that it reads the last
  -- committed state also in a statement with take.
  CREATE FUNCTION ${schema}.feeds_aside(who text) RETURNS jsonb LANGUAGE plpgsql SET ${searchPath} AS $$
  BEGIN
    RETURN (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'feed', e.key,
        'reason', e.value -> 'reason',
        'isRetried', e.value ? 'retried',
        'age', greatest(0, extract(epoch FROM now()) * 1000 - (e.value ->> 'at')::double precision)
      ) ORDER BY e.key), '[]') FROM ${schema}.follower f, jsonb_each(f.feeds) e WHERE f.id = who
    );
  END $$;

  -- Ends rounds as finish does, and changes which feeds are suspended and the error. changes maps the id of a job to
  -- { aside: { feed: reason }, resumed: [feed], resumed_user, error }, or to { postponed } for a round that has read
  -- nothing: an immediate round then need not wait.
  CREATE FUNCTION ${schema}.finish_feeds(
    me text, given bigint[], revisions integer[], waits double precision[], everies double precision[],
    counts integer[], reasons text[], changes jsonb
  ) RETURNS SETOF bigint LANGUAGE plpgsql SET ${searchPath} AS $$
  DECLARE ended bigint; asked jsonb;
  BEGIN
    FOR ended IN SELECT ${schema}.finish(me, given, revisions, waits, everies, counts, reasons) LOOP
      asked := changes -> ended::text;
      IF asked ? 'postponed' THEN
        UPDATE ${jobs}._private_jobs j
        SET updated_at = now() - interval '1 second',
          run_at = CASE WHEN j.priority = ${String(priorities.immediate)} THEN now() ELSE j.run_at END
        WHERE j.id = ended;
      ELSIF asked IS NOT NULL THEN
        UPDATE ${schema}.follower f
        SET error = coalesce(asked ->> 'error', f.error),
          reason = CASE WHEN asked ? 'resumed_user' THEN NULL ELSE f.reason END, feeds = f.feeds - ARRAY(SELECT jsonb_array_elements_text(asked -> 'resumed')) || (
          SELECT coalesce(jsonb_object_agg(
            e.key, jsonb_build_object('reason', e.value, 'at', extract(epoch FROM now()) * 1000)
          ), '{}') FROM jsonb_each_text(asked -> 'aside') e
        )
        FROM ${jobs}._private_jobs j WHERE j.id = ended AND f.id = j.key;
      END IF;
      RETURN NEXT ended;
    END LOOP;
  END $$;

  -- Makes a round due at once that reads the suspended feeds too. Jobs are locked before users, as everywhere.
  CREATE FUNCTION ${schema}.retry(who text) RETURNS boolean LANGUAGE plpgsql SET ${searchPath} AS $$
  BEGIN
    PERFORM FROM ${jobs}._private_jobs j WHERE j.key = who FOR UPDATE;
    UPDATE ${schema}.follower f
    SET feeds = (SELECT jsonb_object_agg(e.key, e.value || '{"retried": true}') FROM jsonb_each(f.feeds) e)
    WHERE f.id = who AND f.feeds <> '{}';
    UPDATE ${schema}.follower f SET dormant = false WHERE f.id = who AND f.dormant;
    IF NOT FOUND THEN RETURN ${schema}.run_now(who, NULL); END IF;
    PERFORM ${schema}.arm(ARRAY[who], ARRAY[0.0]);
    RETURN true;
  END $$;
  ${revokeExecute(schema, ['feeds_aside', 'finish_feeds', 'retry'])}
`

/** The name of the schema with the tables of graphile-worker, for an engine in the given schema. */
export const jobsSchema = (schema: string): string => `${schema}_engine`

/** The scripts, with the names of the schemas in quotes. */
const migrationsOf = (name: string, schema: string, jobs: string): ReadonlyArray<string> => [
  `
  -- Times in milliseconds. A user with a reason is suspended. A dormant user has no job until retry; every other user
  -- has one. error: why the last round has failed, and failing_since: when the first of these rounds has; both are NULL
  -- once a later one has succeeded. feeds: the suspended feeds, as { feed: { reason, at, retried } }; at in milliseconds
  -- since 1970.
  CREATE TABLE ${schema}.follower (
    id text PRIMARY KEY,
    uuid text UNIQUE,
    every double precision,
    failures integer NOT NULL DEFAULT 0,
    failing_since timestamptz,
    error text,
    immediate boolean NOT NULL DEFAULT false,
    reason text,
    dormant boolean NOT NULL DEFAULT false,
    feeds jsonb NOT NULL DEFAULT '{}'
  ) WITH (fillfactor = 70);

  -- The workers that take rounds. A worker that starts again has its name and a new id. pid and started identify the
  -- connection over which a worker sends its heartbeats. A paused worker sends heartbeats, and takes no rounds.
  CREATE TABLE ${schema}.worker (
    id text PRIMARY KEY,
    name text NOT NULL,
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
  -- When run_now was last called with a uuid that no user had. The round that gives a user this uuid may be running.
  CREATE TABLE ${schema}.unknown_uuid (uuid text PRIMARY KEY, at timestamptz NOT NULL);

  ${engineFunctions(schema, jobs, engineChannels(name))}
  ${engineRunNowFunctions(schema, jobs, engineChannels(name))}
  ${engineFeedFunctions(schema, jobs)}`,
]

/**
 * The scripts that create the tables. A script that was released is never changed; changes are appended as another one.
 */
export const engineMigrations = (name: string): ReadonlyArray<string> =>
  migrationsOf(name, quoted(name), quoted(jobsSchema(name)))
