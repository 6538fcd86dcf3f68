import { none, type Option, some } from 'fp-ts/lib/Option.js'
import type { PermitStatus } from '../../http/budget/PermitSource.js'
import { type Program, statement } from '../core/Program.js'
import { quoted } from './schemaName.js'

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
