import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { oneOf, type Random } from '../random.js'
import { minute } from '../time.js'
import type { CopiedRow, Rows } from './Rows.js'

/** By how much a replica lags at most: less than the `overlap` of copies. */
const maxLag = 30 * minute

/** The `overlap` of copies. */
export const overlap = 45 * minute

/** Answers to requests for whole lists of transactions, each by a replica that has what the service had a while ago. */
export interface LaggingLists {
  /** Notes the transactions that a user has now. */
  readonly note: (uuid: string, rows: Rows) => void
  readonly answer: (request: HttpRequest, response: HttpResponse) => HttpResponse
}

interface State {
  readonly at: number
  readonly rows: Rows
}

/** Whether a request is for all transactions; rows in memory read them as updates since ever. */
const isWhole = ({ operation, url }: HttpRequest): boolean =>
  operation === 'transactions.list' || (operation === 'transactions.updated' && !url.includes('since='))

/**
 * Creates the replicas of whole lists. `present` returns the transactions that a user has, by uuid. Updates, accounts and
 * single rows are not theirs: those are what the service has.
 */
export const createLaggingLists = (
  random: Random,
  now: () => number,
  present: (uuid: string) => Rows,
  onStale: (rows: number) => void,
): LaggingLists => {
  const states = new Map<string, ReadonlyArray<State>>()

  /** The user whose rows these are, and a state of a while ago. */
  const drawState = (rows: ReadonlyArray<CopiedRow>): readonly [uuid: string, State] | undefined => {
    const hasOne = (state: State): boolean => rows.some(({ id }) => state.rows.has(String(id)))
    const found = Array.from(states).find(([, noted]) => noted.some(hasOne))
    const recent = found?.[1].filter(({ at }) => at > now() - maxLag) ?? []
    return found === undefined || recent.length === 0 ? undefined : [found[0], oneOf(random, recent)]
  }

  const isStale = (row: CopiedRow, then: Rows): boolean => then.get(String(row.id))?.updated_at !== row.updated_at

  return {
    note: (uuid, rows) => {
      const kept = (states.get(uuid) ?? []).filter(({ at }) => at > now() - maxLag)
      states.set(uuid, [...kept, { at: now(), rows }])
    },
    answer: (request, response) => {
      // A number beyond those of JavaScript would not be the same afterwards.
      if (!isWhole(request) || response.status !== 200 || response.body.includes('e400')) return response
      try {
        const body = JSON.parse(response.body) as {
          readonly resources: ReadonlyArray<CopiedRow>
          readonly pagination?: { readonly next_uri?: string | null }
        }
        const [uuid, then] = drawState(body.resources) ?? []
        if (uuid === undefined || then === undefined) return response
        const there = present(uuid)
        const isLast = typeof body.pagination?.next_uri !== 'string'
        const gone = isLast ? Array.from(then.rows.values()).filter(({ id }) => !there.has(String(id))) : []
        const resources = [...body.resources.flatMap(({ id }) => then.rows.get(String(id)) ?? []), ...gone]
        onStale(gone.length + body.resources.filter((row) => isStale(row, then.rows)).length)
        return { ...response, body: JSON.stringify({ ...body, resources }) }
      } catch {
        return response
      }
    },
  }
}

/** Tells of a transaction that a copy shows with an earlier stamp than before. */
export const notEarlier = (tell: (what: string) => void) => {
  const stamps = new Map<string, number>()
  return (copy: string, user: string, rows: ReadonlyArray<CopiedRow>): void => {
    for (const { id, updated_at } of rows) {
      const key = `${copy} ${user} ${String(id)}`
      const stamp = Date.parse(String(updated_at instanceof Date ? updated_at.toISOString() : updated_at))
      if (stamp < (stamps.get(key) ?? -Infinity)) tell(`${copy}, ${user}: transaction ${String(id)}`)
      else if (!Number.isNaN(stamp)) stamps.set(key, stamp)
    }
  }
}
