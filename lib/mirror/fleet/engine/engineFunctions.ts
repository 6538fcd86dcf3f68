import { revokeExecute, searchPath } from '../../postgres/schemaTables.js'

/** The channels of an engine. */
export interface EngineChannels {
  /** Rounds of the immediate lane are due at once. */
  readonly immediate: string
  /** Rounds of both lanes are due at once. */
  readonly due: string
  /** `runNow` was called for users during their rounds. */
  readonly held: string
}

/**
 * The channels of the engine in a schema. Any role of the database may send notifications and receive them, so they
 * have no payload and only make workers read the tables earlier.
 */
export const engineChannels = (schema: string): EngineChannels => ({
  immediate: `${schema}_immediate`,
  due: `${schema}_due`,
  held: `${schema}_held`,
})

/** The `SQLSTATE` of the error for a worker that was declared dead. */
export const stalledState = 'RXB01'

/** The priority that marks the jobs of each lane. */
export const priorities = { scheduled: 0, immediate: -10 } as const

/**
 * The functions of an engine. `schema` and `jobs` are quoted identifiers.
 *
 * A worker runs each function as one statement and one transaction, so a worker that hangs between statements holds no
 * lock. Other callers use transactions that PostgreSQL ends after five idle seconds.
 *
 * A worker holds a job as long as the job has the worker's name and the revision that `take` returned. To avoid
 * deadlocks, all functions lock jobs before users, and jobs in the order of their ids.
 */
export const engineFunctions = (schema: string, jobs: string, channels: EngineChannels): string => `
  -- Takes rounds that are due. The row of the worker is locked, so that it is not declared dead meanwhile.
  CREATE FUNCTION ${schema}.take(me text, lane integer, most integer)
  RETURNS TABLE (
    job bigint, revision integer, id text, uuid text, lag double precision, every double precision, failures integer,
    suspended boolean
  )
  LANGUAGE plpgsql SET ${searchPath} AS $$
  BEGIN
    PERFORM FROM ${schema}.worker w WHERE w.id = me FOR KEY SHARE;
    IF NOT FOUND THEN RAISE EXCEPTION 'stalled' USING ERRCODE = '${stalledState}'; END IF;
    RETURN QUERY
    WITH due AS (
      SELECT j.id FROM ${jobs}._private_jobs j
      WHERE j.is_available AND j.priority = lane AND j.run_at <= now()
      ORDER BY j.run_at LIMIT most FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE ${jobs}._private_jobs j
      SET locked_by = me, locked_at = now(), attempts = j.attempts + 1, revision = j.revision + 1
      FROM due WHERE j.id = due.id
      RETURNING j.id, j.revision, j.key, j.run_at
    )
    SELECT t.id, t.revision, f.id, f.uuid, greatest(0, extract(epoch FROM now() - t.run_at) * 1000)::double precision,
      f.every, f.failures, f.reason IS NOT NULL
    FROM taken t JOIN ${schema}.follower f ON f.id = t.key ORDER BY t.run_at;
  END $$;

  -- Ends rounds, and schedules the next ones by updating their jobs, or deletes the jobs that have no wait. A reason
  -- suspends the user. Returns the jobs that the caller still held.
  -- Immediate rounds are due a second after the last round of their user. No notification is sent, because workers look
  -- for immediate rounds twice a second.
  CREATE FUNCTION ${schema}.finish(
    me text, given bigint[], revisions integer[], waits double precision[], everies double precision[],
    counts integer[], reasons text[]
  ) RETURNS SETOF bigint LANGUAGE plpgsql SET ${searchPath} AS $$
  DECLARE mine bigint[];
  BEGIN
    SELECT array_agg(held.id) INTO mine FROM (
      SELECT j.id FROM ${jobs}._private_jobs j
      JOIN unnest(given, revisions) AS g(job, revision) ON g.job = j.id AND g.revision = j.revision
      WHERE j.locked_by = me ORDER BY j.id FOR UPDATE OF j
    ) held;
    IF mine IS NULL THEN RETURN; END IF;
    UPDATE ${jobs}._private_jobs j
    SET locked_by = NULL, locked_at = NULL, attempts = 0, updated_at = now(),
      priority = CASE WHEN f.immediate THEN ${String(priorities.immediate)} ELSE ${String(priorities.scheduled)} END,
      run_at = now() + (CASE WHEN f.immediate THEN least(g.wait, 1000) ELSE g.wait END) * interval '1 millisecond'
    FROM unnest(given, waits) AS g(job, wait), ${schema}.follower f
    WHERE j.id = ANY (mine) AND g.job = j.id AND g.wait IS NOT NULL AND f.id = j.key;
    UPDATE ${schema}.follower f
    SET every = coalesce(g.every, f.every), failures = g.failures, reason = coalesce(g.reason, f.reason),
      dormant = g.wait IS NULL, immediate = false,
      error = CASE WHEN g.failures = 0 THEN NULL ELSE coalesce(g.reason, f.error) END,
      failing_since = CASE WHEN g.failures = 0 THEN NULL ELSE coalesce(f.failing_since, now()) END
    FROM unnest(given, waits, everies, counts, reasons) AS g(job, wait, every, failures, reason), ${jobs}._private_jobs j
    WHERE j.id = ANY (mine) AND g.job = j.id AND f.id = j.key
      AND (f.immediate OR g.reason IS NOT NULL OR f.every IS DISTINCT FROM g.every OR f.failures <> g.failures);
    DELETE FROM ${jobs}._private_jobs j USING unnest(given, waits) AS g(job, wait)
    WHERE j.id = ANY (mine) AND g.job = j.id AND g.wait IS NULL;
    RETURN QUERY SELECT unnest(mine);
  END $$;

  -- Releases the jobs that workers hold, or only the listed ones: they are due at once. Jobs of users for whom run_now
  -- was called meanwhile move to the immediate lane.
  CREATE FUNCTION ${schema}.release(workers text[], only_these bigint[] DEFAULT NULL) RETURNS integer
  LANGUAGE plpgsql SET ${searchPath} AS $$
  DECLARE freed text[];
  BEGIN
    WITH held AS (
      SELECT j.id FROM ${jobs}._private_jobs j
      WHERE j.locked_by = ANY (workers) AND (only_these IS NULL OR j.id = ANY (only_these)) ORDER BY j.id FOR UPDATE
    ), back AS (
      UPDATE ${jobs}._private_jobs j
      SET locked_by = NULL, locked_at = NULL,
        priority = CASE WHEN f.immediate THEN ${String(priorities.immediate)} ELSE j.priority END
      FROM held, ${schema}.follower f WHERE j.id = held.id AND f.id = j.key
      RETURNING j.key
    )
    SELECT array_agg(back.key) INTO freed FROM back;
    IF freed IS NULL THEN RETURN 0; END IF;
    UPDATE ${schema}.follower f SET immediate = false WHERE f.id = ANY (freed) AND f.immediate;
    PERFORM pg_notify('${channels.due}', '');
    RETURN cardinality(freed);
  END $$;

  CREATE FUNCTION ${schema}.leave(me text) RETURNS integer LANGUAGE plpgsql SET ${searchPath} AS $$
  BEGIN
    DELETE FROM ${schema}.worker w WHERE w.id = me;
    RETURN ${schema}.release(ARRAY[me]);
  END $$;

  -- Records a heartbeat, and declares other workers dead whose last heartbeat is older than their lease, or older than
  -- a second if their connection is closed. Time before the start of the server does not count. Returns those that held
  -- rounds, without earlier lives of this worker, which have its name.
  CREATE FUNCTION ${schema}.beat(me text) RETURNS TABLE (dead text, rounds integer) LANGUAGE plpgsql SET ${searchPath} AS $$
  DECLARE own_name text; dead_id text;
  BEGIN
    UPDATE ${schema}.worker w SET seen = now() WHERE w.id = me RETURNING w.name INTO own_name;
    IF NOT FOUND THEN RAISE EXCEPTION 'stalled' USING ERRCODE = '${stalledState}'; END IF;
    FOR dead_id, dead IN
      DELETE FROM ${schema}.worker w WHERE w.id IN (
        SELECT o.id FROM ${schema}.worker o
        WHERE o.id <> me AND (
          greatest(o.seen, pg_postmaster_start_time()) < now() - o.lease * interval '1 millisecond'
          OR greatest(o.seen, pg_postmaster_start_time()) < now() - interval '1 second' AND NOT EXISTS (
            SELECT FROM pg_stat_activity a
            WHERE a.pid = o.pid AND (a.backend_start IS NULL OR a.backend_start = o.started)
          )
        ) FOR UPDATE SKIP LOCKED
      ) RETURNING w.id, w.name
    LOOP
      rounds := ${schema}.release(ARRAY[dead_id]);
      IF rounds > 0 AND dead <> own_name THEN RETURN NEXT; END IF;
    END LOOP;
  END $$;

  -- Creates jobs for users who have none.
  CREATE FUNCTION ${schema}.arm(users text[], waits double precision[]) RETURNS void LANGUAGE plpgsql SET ${searchPath} AS $$
  BEGIN
    PERFORM ${jobs}.add_jobs(array_agg((
      'round', NULL, NULL, now() + u.wait * interval '1 millisecond', 32767, u.id, ${String(priorities.scheduled)}, NULL
    )::${jobs}.job_spec)) FROM unnest(users, waits) AS u(id, wait) HAVING count(*) > 0;
  END $$;

  CREATE FUNCTION ${schema}.add(users text[], waits double precision[]) RETURNS integer LANGUAGE plpgsql SET ${searchPath} AS $$
  DECLARE fresh text[]; moments double precision[];
  BEGIN
    WITH added AS (
      INSERT INTO ${schema}.follower AS f (id) SELECT unnest(users) ON CONFLICT DO NOTHING RETURNING f.id
    )
    SELECT array_agg(a.id), array_agg(u.wait) INTO fresh, moments
    FROM added a JOIN (SELECT DISTINCT ON (u.id) u.* FROM unnest(users, waits) AS u(id, wait)) u ON u.id = a.id;
    PERFORM ${schema}.arm(fresh, moments);
    RETURN coalesce(cardinality(fresh), 0);
  END $$;

  CREATE FUNCTION ${schema}.remove(who text) RETURNS boolean LANGUAGE plpgsql SET ${searchPath} AS $$
  BEGIN
    DELETE FROM ${jobs}._private_jobs j WHERE j.key = who;
    DELETE FROM ${schema}.follower f WHERE f.id = who;
    RETURN FOUND;
  END $$;

  -- Creates jobs for users whose job was lost, and deletes jobs without a user, at most once in pause milliseconds for
  -- all workers together.
  CREATE FUNCTION ${schema}.rearm(pause double precision) RETURNS integer LANGUAGE plpgsql SET ${searchPath} AS $$
  DECLARE lost text[];
  BEGIN
    UPDATE ${schema}.sweep s SET at = now() WHERE s.at <= now() - pause * interval '1 millisecond';
    IF NOT FOUND THEN RETURN 0; END IF;
    DELETE FROM ${jobs}._private_jobs j WHERE NOT EXISTS (SELECT FROM ${schema}.follower f WHERE f.id = j.key);
    SELECT array_agg(u.id) INTO lost FROM (
      SELECT f.id FROM ${schema}.follower f
      WHERE NOT f.dormant AND NOT EXISTS (SELECT FROM ${jobs}._private_jobs j WHERE j.key = f.id)
      FOR KEY SHARE OF f
    ) u;
    PERFORM ${schema}.arm(lost, array_fill(0.0::double precision, ARRAY[coalesce(cardinality(lost), 0)]));
    RETURN coalesce(cardinality(lost), 0);
  END $$;
  ${revokeExecute(schema, ['take', 'finish', 'release', 'leave', 'beat', 'arm', 'add', 'remove', 'rearm'])}
`
