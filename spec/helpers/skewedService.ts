import type { VirtualClock } from '../../lib/base/clock/virtualClock.js'
import type { HttpRequest } from '../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import { link, listResponse } from './feed.js'

/** A version of a row: what its writer's clock said, and no two have one value. */
export interface Version {
  readonly id: number
  readonly updated: number
  readonly value: number
  readonly is_deleted: boolean
}

/** What a skewed service does of itself; each is asked anew whenever it is needed. Milliseconds. */
export interface Skew {
  /** How far ahead of the service's clock a writer's is. */
  readonly writer: () => number
  /** How long a write takes until a replica that is up to date shows it. */
  readonly lateness: () => number
  /** How far behind the replica is that answers. */
  readonly lag: () => number
  /** How far ahead of the service's clock the `Date` of an answer is; `undefined`: it has none. */
  readonly date: () => number | undefined
}

/** A service of several writers and replicas, whose clocks need not agree, and whose own clock is set at times. */
export interface SkewedService {
  /** The rows as they are. */
  readonly rows: () => ReadonlyMap<number, Version>
  readonly write: (id: number, isDeleted: boolean) => void
  /** Sets the clock forward, or back. */
  readonly step: (ms: number) => void
  /** From now on it does nothing of itself. */
  readonly heal: () => void
  readonly answer: (request: HttpRequest) => HttpResponse
}

/** The same clocks, and nothing late. */
export const straight: Skew = { writer: () => 0, lateness: () => 0, lag: () => 0, date: () => 0 }

const byStamp = (a: Version, b: Version): number => a.updated - b.updated || a.id - b.id

/** A service whose list is cut after the last row of the page before; any replica may give any page. */
export const skewedService = (clock: VirtualClock, start: number, skewed: Skew): SkewedService => {
  const commits: Array<{ readonly at: number; readonly version: Version }> = []
  const cursors = new Map<string, { readonly since: number; readonly last: Version }>()
  let skew = skewed
  let offset = start
  let writes = 0

  const now = (): number => offset + clock.monotonic()

  const shown = (at: number): ReadonlyMap<number, Version> =>
    new Map(commits.flatMap((commit) => (commit.at <= at ? [[commit.version.id, commit.version]] : [])))

  const date = (): number | undefined => {
    const ahead = skew.date()
    return ahead === undefined ? undefined : now() + ahead
  }

  return {
    rows: () => shown(Infinity),
    write: (id, is_deleted) => {
      const version = { id, updated: Math.floor(now() + skew.writer()), value: ++writes, is_deleted }
      clock.scheduler.schedule(() => commits.push({ at: clock.monotonic(), version }), skew.lateness())
    },
    step: (ms) => {
      offset += ms
    },
    heal: () => {
      skew = { ...straight, date: () => (skewed.date() === undefined ? undefined : 0) }
    },
    answer: ({ url }) => {
      const { searchParams } = new URL(url)
      const limit = Number(searchParams.get('limit'))
      const cursor = cursors.get(searchParams.get('after') ?? '')
      const since = cursor?.since ?? Date.parse(searchParams.get('since') ?? new Date(0).toISOString())
      const list = Array.from(shown(clock.monotonic() - skew.lag()).values())
        .filter((row) => row.updated >= since && (cursor === undefined || byStamp(row, cursor.last) < 0))
        .sort((a, b) => byStamp(b, a))
      const page = list.slice(0, limit)
      const sent = page.map(({ updated, ...row }) => ({ ...row, updated_at: new Date(updated).toISOString() }))
      const last = page.at(-1)
      if (list.length <= limit || last === undefined) return listResponse(sent, date())
      const name = String(cursors.size + 1)
      cursors.set(name, { since, last })
      return listResponse(sent, date(), `${link(name)}&limit=${String(limit)}`)
    },
  }
}
