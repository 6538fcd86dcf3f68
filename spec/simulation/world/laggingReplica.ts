import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { isWithCursor } from './faultLine.js'
import type { Person } from './Person.js'

interface WireRow {
  readonly id: number
  readonly updated_at?: unknown
}

/** The moment that a list is asked from. */
const asked = (url: string): number => Date.parse(decodeURIComponent(/[?&]since=([^&]+)/.exec(url)?.[1] ?? ''))

/** Rows as they were, of those that the round was told of as they are; none is older than what is asked for. */
const outdated = ({ stale, overtaken }: Person, url: string, rows: ReadonlyArray<WireRow>): ReadonlyArray<WireRow> => {
  for (const row of rows) {
    const older = stale.get(row.id)
    if (older === undefined) continue
    const isNewer = typeof row.updated_at === 'string' && Date.parse(row.updated_at) > older.since
    if (isNewer) overtaken.set(row.id, row)
    else overtaken.delete(row.id)
  }
  return Array.from(overtaken).flatMap(([id, row]) => {
    const { since = -Infinity } = stale.get(id) ?? {}
    if (!(since >= asked(url))) return []
    return [{ ...row, id, updated_at: new Date(since).toISOString(), is_deleted: false, description: 'as it was' }]
  })
}

/**
 * An answer of a replica that is behind: without the rows of `hidden`, which it has not yet, and with those of `stale`
 * as they were.
 *
 * What the client promises holds for one round: who was told of a deletion is told of no older row. So a row is shown
 * as it was only after the round that reads was shown it as it is, and never below the moment that the round asks from.
 * The action `stale row` says which rows those are and for how long; when that is over, or another round begins, this
 * forgets them.
 */
export const laggingReplica = (
  person: Person,
  request: HttpRequest,
  response: HttpResponse,
  now: number,
): HttpResponse => {
  const { hidden, stale, overtaken } = person
  if (hidden.size + stale.size === 0) return response
  if (request.operation !== 'transactions.updated' || response.status !== 200) return response
  for (const [id, until] of hidden) if (until <= now) hidden.delete(id)
  for (const [id, { until }] of stale) {
    if (until > now) continue
    stale.delete(id)
    overtaken.delete(id)
  }
  if (!isWithCursor(request.url)) overtaken.clear()
  try {
    const body = JSON.parse(response.body) as { readonly resources: ReadonlyArray<WireRow> }
    const shown = body.resources.filter(({ id }) => !hidden.has(id))
    const older = outdated(person, request.url, shown)
    person.replayed += older.length
    return { ...response, body: JSON.stringify({ ...body, resources: [...shown, ...older] }) }
  } catch {
    return response
  }
}
