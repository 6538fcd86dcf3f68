import type { PermitLease, PermitRequest, ReleasedPermit } from '../../http/budget/PermitSource.js'
import type { Limit } from '../../service/profile/rateLimits.js'
import { type Program, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import { quoted } from './schemaName.js'

/** The statements on the permits of one application. */
export interface PermitRows {
  /** Creates missing rows, stores the limit, and returns a number for the process. Must run as one transaction. */
  readonly declare: () => Program<number>
  readonly lease: (request: PermitRequest, process: number) => Program<PermitLease>
  readonly release: (permits: ReadonlyArray<ReleasedPermit>) => Program<void>
  readonly coolDown: (ms: number) => Program<void>
}

/** The id of a permit: its slot, and the number of its lease. */
const permitId = /^([1-9]\d{0,8})\.([1-9]\d{0,17})$/

/** Creates the statements. All times are by the server's clock. */
export const permitRows = (schema: string, scope: string, { requests, per }: Limit): PermitRows => ({
  declare: function* () {
    yield statement(
      `INSERT INTO ${quoted(schema)}.permit_scopes (scope, requests, per) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      scope,
      requests,
      per,
    )
    const [storedScope] = yield statement(
      `SELECT per FROM ${quoted(schema)}.permit_scopes WHERE scope = $1 FOR UPDATE`,
      scope,
    )
    const extension = per - Number(storedScope?.per)
    // If the window became longer, used permits stay used until the end of the longer window.
    if (extension > 0)
      yield statement(
        `UPDATE ${quoted(schema)}.permits SET free = free + $2 * interval '1 millisecond' WHERE scope = $1`,
        scope,
        extension,
      )
    yield statement(
      `UPDATE ${quoted(schema)}.permit_scopes SET requests = $2, per = $3 WHERE scope = $1 AND (requests, per) <> ($2, $3)`,
      scope,
      requests,
      per,
    )
    yield statement(
      `INSERT INTO ${quoted(schema)}.permits (scope, slot) SELECT $1, generate_series(1, $2::integer) ON CONFLICT DO NOTHING`,
      scope,
      requests,
    )
    const [row] = yield statement(`SELECT nextval('${quoted(schema)}.permit_leases'::regclass)::text AS process`)
    return Number(row?.process)
  },
  lease: function* ({ count, priority, hold }, process) {
    const [row] = yield statement(
      `SELECT * FROM ${quoted(schema)}.lease_permits($1, $2, $3, $4, $5, $6, $7)`,
      scope,
      requests,
      per,
      priority === 'background',
      count,
      hold,
      process,
    )
    const { permits, wait, cool_down: coolDown, remaining } = row ?? {}
    return {
      permits: typeof permits === 'string' ? permits.split(',') : [],
      wait: Number(wait),
      coolDown: Number(coolDown),
      remaining: Number(remaining),
    }
  },
  release: function* (permits) {
    const returned = permits.flatMap(({ permit, arrivesIn }) => {
      const [, slot, lease] = permitId.exec(permit) ?? []
      return slot === undefined ? [] : [{ slot, lease, arrives: arrivesIn }]
    })
    if (returned.length === 0) return
    yield statement(
      `UPDATE ${quoted(schema)}.permits p SET lease = 0, free = clock_timestamp() + CASE WHEN arrives IS NULL THEN interval '0'
         ELSE (arrives + greatest($2, s.per)) * interval '1 millisecond' END
       FROM jsonb_to_recordset($3::jsonb) AS returned(slot integer, lease bigint, arrives double precision),
         ${quoted(schema)}.permit_scopes s
       WHERE s.scope = $1 AND p.scope = $1 AND p.slot = returned.slot AND p.lease = returned.lease`,
      scope,
      per,
      toStorableJson(returned),
    )
  },
  coolDown: function* (ms) {
    yield statement(
      `UPDATE ${quoted(schema)}.permit_scopes SET opens = clock_timestamp() + $2 * interval '1 millisecond', leased = 0
       WHERE scope = $1 AND opens < clock_timestamp() + $2 * interval '1 millisecond'`,
      scope,
      ms,
    )
  },
})
