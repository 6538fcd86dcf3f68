import { revokeExecute, searchPath } from '../postgres/schemaTables.js'
import { type EngineChannels, priorities } from './engineFunctions.js'

/** The functions that make users due at most once a second, however often they are run now. */
export const engineRunNowFunctions = (schema: string, jobs: string, channels: EngineChannels): string => `
  -- Immediate rounds are due a second after the last round of their user. No notification is sent, because workers look for
  -- immediate rounds twice a second.
  CREATE OR REPLACE FUNCTION ${schema}.finish(
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
    FROM unnest(given, waits, reasons) AS g(job, wait, reason), ${schema}.follower f
    WHERE j.id = ANY (mine) AND g.job = j.id AND g.reason IS NULL AND f.id = j.key;
    UPDATE ${schema}.follower f
    SET every = coalesce(g.every, f.every), failures = coalesce(g.failures, f.failures), reason = g.reason, immediate = false
    FROM unnest(given, everies, counts, reasons) AS g(job, every, failures, reason), ${jobs}._private_jobs j
    WHERE j.id = ANY (mine) AND g.job = j.id AND f.id = j.key
      AND (f.immediate OR g.reason IS NOT NULL OR f.every IS DISTINCT FROM g.every OR f.failures <> g.failures);
    DELETE FROM ${jobs}._private_jobs j USING unnest(given, reasons) AS g(job, reason)
    WHERE j.id = ANY (mine) AND g.job = j.id AND g.reason IS NOT NULL;
    RETURN QUERY SELECT unnest(mine);
  END $$;

  -- Ends rounds as before. A round that was postponed has read nothing, so a immediate one need not wait.
  CREATE OR REPLACE FUNCTION ${schema}.finish_feeds(
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
        SET feeds = f.feeds - ARRAY(SELECT jsonb_array_elements_text(asked -> 'resumed')) || (
          SELECT coalesce(jsonb_object_agg(
            e.key, jsonb_build_object('reason', e.value, 'at', extract(epoch FROM now()) * 1000)
          ), '{}') FROM jsonb_each_text(asked -> 'aside') e
        )
        FROM ${jobs}._private_jobs j WHERE j.id = ended AND f.id = j.key;
      END IF;
      RETURN NEXT ended;
    END LOOP;
  END $$;

  -- When users were last immediate by uuids that nobody had. A round may be running whose user gets the uuid only later.
  CREATE TABLE ${schema}.unknown_uuid (uuid text PRIMARY KEY, at timestamptz NOT NULL);

  -- Serializes the calls about a uuid that nobody has yet, by a row, because every role may take advisory locks. It is locked
  -- before jobs and users.
  CREATE FUNCTION ${schema}.lock_uuid(named text) RETURNS void LANGUAGE plpgsql SET ${searchPath} AS $$ BEGIN
    INSERT INTO ${schema}.unknown_uuid AS u VALUES (named, '-infinity') ON CONFLICT (uuid) DO UPDATE SET at = u.at;
  END $$;

  -- A call by the uuid since the user's running round began counts now.
  CREATE OR REPLACE FUNCTION ${schema}.identify(who text, named text) RETURNS boolean LANGUAGE plpgsql SET ${searchPath} AS $$
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

  -- A job that waits in the scheduled lane was last updated when the user's last round ended. A user without an interval has
  -- had no round. The clock of the database may have been set back.
  CREATE OR REPLACE FUNCTION ${schema}.run_now(by_id text, by_uuid text) RETURNS boolean LANGUAGE plpgsql SET ${searchPath} AS $$
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
  ${revokeExecute(schema, ['lock_uuid'])}
`
