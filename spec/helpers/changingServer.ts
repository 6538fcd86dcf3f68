import type { VirtualClock } from '../../lib/base/clock/virtualClock.js'
import type { HttpRequest } from '../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import { asked, link, listResponse } from './feed.js'
import { json } from './responses.js'

/** A row of the server, as it is committed. */
export interface ServerRow {
  readonly id: number
  readonly updated: number
  readonly value: number
  readonly is_deleted: boolean
}

/**
 * How pages are cut from a list that changes meanwhile: newest first, by position or after the last row of the page
 * before; or oldest first, after the last row.
 */
export type Paging = 'offset' | 'keyset' | 'oldest'

/** A server whose rows change while they are read, and which fails when it is told to. */
export interface ChangingServer {
  readonly rows: ReadonlyMap<number, ServerRow>
  /** Creates, updates or deletes a row; it is seen `lateness` after the moment that it names. */
  readonly write: (id: number, isDeleted: boolean, lateness: number) => void
  /** The next answers are these statuses. */
  readonly fail: (statuses: ReadonlyArray<number>) => void
  /** The `Date` of so many of the next answers is so far from its clock. */
  readonly leap: (ms: number, answers: number) => void
  /** Forgets all cursors that it has given. */
  readonly forgetCursors: () => void
  readonly answer: (request: HttpRequest) => HttpResponse
}

interface Cursor {
  readonly since: number
  readonly offset: number
  readonly last: ServerRow | undefined
}

const isOlder = (a: ServerRow, b: ServerRow): boolean =>
  a.updated < b.updated || (a.updated === b.updated && a.id < b.id)

/**
 * Its clock runs with the client's monotonic one, whatever the client's wall clock does; it may not tell it, as it cannot
 * be read in a browser.
 */
export const changingServer = (
  clock: VirtualClock,
  start: number,
  paging: Paging,
  isTellingTime = true,
): ChangingServer => {
  const rows = new Map<number, ServerRow>()
  const uncommitted = new Set<number>()
  const cursors = new Map<string, Cursor>()
  let failures: ReadonlyArray<number> = []
  let leaps: ReadonlyArray<number> = []
  let writes = 0
  let given = 0

  const isAfter = (a: ServerRow, b: ServerRow): boolean => (paging === 'oldest' ? isOlder(b, a) : isOlder(a, b))

  const now = (): number => start + clock.monotonic()

  const date = (): number | undefined => {
    if (!isTellingTime) return undefined
    const [leap = 0, ...rest] = leaps
    leaps = rest
    return now() + leap
  }

  const cut = ({ since, offset, last }: Cursor, limit: number): HttpResponse => {
    const list = Array.from(rows.values())
      .filter(({ updated }) => updated >= since)
      .sort((a, b) => (isAfter(a, b) ? 1 : -1))
    const rest =
      paging === 'offset' ? list.slice(offset) : list.filter((row) => last === undefined || isAfter(row, last))
    const page = rest.slice(0, limit)
    const sent = page.map(({ updated, ...row }) => ({ ...row, updated_at: new Date(updated).toISOString() }))
    if (rest.length <= limit) return listResponse(sent, date())
    const cursor = String(++given)
    cursors.set(cursor, { since, offset: offset + limit, last: page.at(-1) })
    return listResponse(sent, date(), `${link(cursor)}&limit=${String(limit)}`)
  }

  return {
    rows,
    write: (id, is_deleted, lateness) => {
      const updated = now()
      // Whoever writes a row holds it until it is committed, and a row has one version a millisecond.
      if (uncommitted.has(id) || rows.get(id)?.updated === updated) return
      const value = ++writes
      uncommitted.add(id)
      clock.scheduler.schedule(() => {
        uncommitted.delete(id)
        rows.set(id, { id, updated, value, is_deleted })
      }, lateness)
    },
    fail: (statuses) => {
      failures = [...failures, ...statuses]
    },
    leap: (ms, answers) => {
      leaps = [...leaps, ...Array<number>(answers).fill(ms)]
    },
    forgetCursors: () => {
      cursors.clear()
    },
    answer: (request) => {
      const [failure, ...rest] = failures
      failures = rest
      if (failure !== undefined) return json({}, failure)
      const { searchParams } = new URL(request.url)
      const limit = Number(searchParams.get('limit'))
      const after = searchParams.get('after')
      if (after === null) {
        const since = searchParams.get('since')
        return cut({ since: since === null ? 0 : Date.parse(since), offset: 0, last: undefined }, limit)
      }
      const cursor = cursors.get(asked(request))
      return cursor === undefined ? json({}, 410) : cut(cursor, limit)
    },
  }
}
