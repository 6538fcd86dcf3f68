import { none, type Option, some } from 'fp-ts/lib/Option.js'
import type { PermitStatus } from '../../http/budget/PermitSource.js'
import { type Program, statement } from '../core/Program.js'
import { shortText } from '../core/shortText.js'
import type { TableMigrations } from '../core/SqlDialect.js'
import { quoted, revokeExecute, schemaName, schemaTables, searchPath } from './schemaTables.js'

/** The codecs of the options that select permits: the schema and the name. */
export const permitFields = { schema: schemaName, name: shortText }

/** Reads how the permits of a scope are used, in one statement; returns `None` if no process has used the scope. */
export function* permitStatus(schema: string, scope: string): Program<Option<PermitStatus>> {
  const [row] = yield statement(
    `SELECT s.requests, s.per,
       CASE WHEN s.opens > now() THEN extract(epoch FROM s.opens - now()) * 1000 ELSE 0 END AS cool_down,
       count(*) FILTER (WHERE p.lease <> 0) AS leased, count(*) FILTER (WHERE p.lease = 0) AS spent,
       count(DISTINCT p.holder) AS processes
     FROM ${quoted(schema)}.permit_scopes s
     LEFT JOIN ${quoted(schema)}.permits p ON p.scope = s.scope AND p.free > now() AND p.slot <= s.requests
     WHERE s.scope = $1 GROUP BY s.scope`,
    scope,
  )
  if (row === undefined) return none
  const [requests, leased, spent] = [Number(row.requests), Number(row.leased), Number(row.spent)]
  return some({
    limit: { requests, per: Number(row.per) },
    leased,
    spent,
    free: requests - leased - spent,
    coolDown: Number(row.cool_down),
    processes: Number(row.processes),
  })
}

/** The scripts that create the tables of permits. A script that was released is never changed; changes are appended. */
const migrations = (schema: string): ReadonlyArray<string> => [
  `
  CREATE SEQUENCE ${schema}.permit_leases;

  -- One row for each request of the limit. free: from when on it may be leased. lease: the number of its last lease, 0
  -- if it was released. holder: the number of the process that has it.
  CREATE TABLE ${schema}.permits (
    scope text NOT NULL,
    slot integer NOT NULL,
    free timestamptz NOT NULL DEFAULT '-infinity',
    lease bigint NOT NULL DEFAULT 0,
    holder bigint,
    PRIMARY KEY (scope, slot)
  ) WITH (fillfactor = 50);
  CREATE INDEX permits_free ON ${schema}.permits (scope, free, slot);

  -- The limit of the process that started last, the end of the last cool-down, and how many permits were leased since.
  CREATE TABLE ${schema}.permit_scopes (
    scope text PRIMARY KEY,
    requests integer NOT NULL,
    per double precision NOT NULL,
    opens timestamptz NOT NULL DEFAULT '-infinity',
    leased integer NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50);

  CREATE FUNCTION ${schema}.lease_permits(
    of_scope text, own_requests integer, own_per double precision, is_background boolean, wanted integer,
    hold double precision, process bigint, OUT permits text, OUT wait double precision, OUT cool_down double precision,
    OUT remaining integer
  ) LANGUAGE plpgsql SET ${searchPath} AS $$
  DECLARE
    known ${schema}.permit_scopes%ROWTYPE;
    most integer;
    spare integer := 0;
    allowed integer := wanted;
    since double precision;
    moment timestamptz;
    taken integer;
    next_free timestamptz;
  BEGIN
    SELECT * INTO STRICT known FROM ${schema}.permit_scopes WHERE scope = of_scope;
    cool_down := 0;
    wait := 0;
    -- During a cool-down and the slow start after it, only one caller at a time may lease.
    IF known.opens > clock_timestamp() - interval '20 seconds' THEN
      SELECT * INTO STRICT known FROM ${schema}.permit_scopes WHERE scope = of_scope FOR UPDATE;
      since := extract(epoch FROM clock_timestamp() - known.opens);
      IF since < 0 THEN
        cool_down := since * -1000;
        allowed := 0;
      ELSE
        allowed := least(wanted, 1 + floor(4 * (power(2, since) - 1)) - known.leased);
      END IF;
    END IF;
    most := least(own_requests, known.requests);
    IF is_background THEN spare := least(ceil(most / 10.0), most - 1); END IF;

    moment := clock_timestamp();
    SELECT count(*) INTO remaining FROM ${schema}.permits p
      WHERE p.scope = of_scope AND p.free <= moment AND p.slot <= most;
    WITH picked AS MATERIALIZED (
      SELECT p.slot FROM ${schema}.permits p WHERE p.scope = of_scope AND p.free <= moment AND p.slot <= most
      ORDER BY p.free LIMIT greatest(0, least(allowed, remaining - spare)) FOR UPDATE SKIP LOCKED
    ), changed AS (
      UPDATE ${schema}.permits p
      SET free = moment + (hold + greatest(own_per, known.per)) * interval '1 millisecond',
        lease = nextval('${schema}.permit_leases'), holder = process
      FROM picked WHERE p.scope = of_scope AND p.slot = picked.slot RETURNING p.slot, p.lease
    )
    SELECT count(*), string_agg(slot || '.' || lease, ',') INTO taken, permits FROM changed;
    remaining := remaining - taken;

    IF since >= 0 THEN
      UPDATE ${schema}.permit_scopes SET leased = leased + taken WHERE scope = of_scope;
      wait := greatest(0, ln((known.leased + taken) / 4.0 + 1) / ln(2) - since) * 1000;
    END IF;
    IF taken < wanted THEN
      SELECT p.free INTO next_free FROM ${schema}.permits p WHERE p.scope = of_scope AND p.slot <= most
        ORDER BY p.free OFFSET spare LIMIT 1;
      wait := greatest(wait, cool_down, extract(epoch FROM greatest(next_free, moment) - moment) * 1000);
    ELSE
      wait := 0;
    END IF;
  END $$;
  ${revokeExecute(schema, ['lease_permits'])}
  `,
]

/** The tables of permits in a schema, with migrations of their own. */
export const permitTables = (schema: string): TableMigrations =>
  schemaTables(schema, 'permit_', migrations(quoted(schema)))
