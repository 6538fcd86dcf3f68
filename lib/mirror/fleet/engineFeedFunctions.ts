import { revokeExecute, searchPath } from '../postgres/schemaTables.js'
import { priorities } from './engineFunctions.js'

/** The functions with which an engine sets feeds of users aside. */
export const engineFeedFunctions = (schema: string, jobs: string): string => `
  -- The feeds of a user that are suspended, with the milliseconds since then. It is volatile, so that it reads the last
  -- committed state also in a statement with take.
  CREATE FUNCTION ${schema}.feeds_aside(who text) RETURNS jsonb LANGUAGE plpgsql SET ${searchPath} AS $$
  BEGIN
    RETURN (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'feed', e.key,
        'reason', e.value -> 'reason',
        'age', greatest(0, extract(epoch FROM now()) * 1000 - (e.value ->> 'at')::double precision)
      ) ORDER BY e.key), '[]') FROM ${schema}.follower f, jsonb_each(f.feeds) e WHERE f.id = who
    );
  END $$;

  -- Ends rounds as finish does, and changes which feeds are suspended: changes maps the id of a job to
  -- { aside: { feed: reason }, resumed: [feed] }, or to { postponed } for a round that has read nothing, so that an immediate one
  -- need not wait.
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

  -- Jobs are locked before users, as everywhere.
  CREATE FUNCTION ${schema}.retry(who text) RETURNS boolean LANGUAGE plpgsql SET ${searchPath} AS $$
  DECLARE had_feeds boolean;
  BEGIN
    PERFORM FROM ${jobs}._private_jobs j WHERE j.key = who FOR UPDATE;
    UPDATE ${schema}.follower f SET feeds = '{}' WHERE f.id = who AND f.feeds <> '{}';
    had_feeds := FOUND;
    UPDATE ${schema}.follower f SET reason = NULL, failures = 0 WHERE f.id = who AND f.reason IS NOT NULL;
    IF FOUND THEN
      PERFORM ${schema}.arm(ARRAY[who], ARRAY[0.0]);
      RETURN true;
    END IF;
    IF had_feeds THEN PERFORM ${schema}.run_now(who, NULL); END IF;
    RETURN had_feeds;
  END $$;
  ${revokeExecute(schema, ['feeds_aside', 'finish_feeds', 'retry'])}
`
