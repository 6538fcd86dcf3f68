import type { Client } from 'rxbank'
import { type Health, watchHealth } from 'rxbank/node'
import { combineLatest, map, type Observable, scan, startWith } from 'rxjs'
import type { News } from './News.js'
import type { Handler } from './serve.js'

type Failed = Extract<News, { readonly _tag: 'Failed' }>

/** The lists that cannot be watched at present. */
const failing = (news$: Observable<News>): Observable<ReadonlyArray<Failed>> =>
  news$.pipe(
    scan((failed: ReadonlyArray<Failed>, news) => {
      const others = failed.filter(
        ({ user, list }) => user !== news.user || (news._tag !== 'LetGo' && list !== news.list),
      )
      return news._tag === 'Failed' ? [...others, news] : others
    }, []),
    startWith([]),
  )

/** How the service fares: as its client does, and not `ok` while there is a list that cannot be watched. */
export const health = (
  { events$ }: Pick<Client, 'events$'>,
  news$: Observable<News>,
  every: number,
): Observable<Health> =>
  combineLatest([watchHealth(events$, { lateAfter: every, downAfter: 10 * every }), failing(news$)]).pipe(
    map(([known, { length }]) => {
      if (length === 0) return known
      const reasons = [...known.reasons, `lists that cannot be watched, see the log: ${String(length)}`]
      return { ...known, status: known.status === 'ok' ? 'degraded' : known.status, reasons }
    }),
  )

/** Shows the health that is read last: with 200, and 503 when the work is not done. */
export const healthHandler =
  (read: () => Health | undefined): Handler =>
  (_request, response) => {
    const now = read()
    const status = now === undefined || now.status === 'down' ? 503 : 200
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(`${JSON.stringify(now ?? { status: 'down', reasons: ['the service is starting'] }, null, 2)}\n`)
  }
