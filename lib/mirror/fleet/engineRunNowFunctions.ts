import { revokeExecute, searchPath } from '../postgres/schemaTables.js'
import { type EngineChannels, priorities } from './engineFunctions.js'

/** The functions that make users due at most once a second, however often they are run now. */
export const engineRunNowFunctions = (schema: string, jobs: string, channels: EngineChannels): string => `
  -- Serializes the calls about a uuid that nobody has yet, by a row, because every role may take advisory locks. It is locked
  -- before jobs and users.
  CREATE FUNCTION ${schema}.lock_uuid(named text) RETURNS void LANGUAGE plpgsql SET ${searchPath} AS $$ BEGIN
    INSERT INTO ${schema}.unknown_uuid AS u VALUES (named, '-infinity') ON CONFLICT (uuid) DO UPDATE SET at = u.at;
  END $$;

  -- A call by the uuid since the user's running round began counts now.
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

  -- A job that waits in the scheduled lane was last updated when the user's last round ended. A user without an interval has
  -- had no round. The clock of the database may have been set back.
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
