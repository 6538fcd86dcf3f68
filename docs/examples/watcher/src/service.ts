import type { Logger } from 'pino'
import { type Health, logEvents, runGracefully } from 'rxbank/node'
import { BehaviorSubject, defer, finalize, type Observable, of, Subject, tap } from 'rxjs'
import { type OpenDatabase, openDatabase } from './database.js'
import { health, healthHandler } from './health.js'
import { inventedBank } from './inventedBank.js'
import { tell } from './log.js'
import { keepMetrics } from './metrics.js'
import type { News } from './News.js'
import { openClient, type WatchedClient } from './openClient.js'
import { serve } from './serve.js'
import type { Settings } from './settings.js'
import { userTable } from './userTable.js'
import { watchUsers } from './watchUsers.js'
import { whileOpen } from './whileOpen.js'

/** Mirrors a bank into a database and tells how it fares, until a signal ends it. */
const run = (
  client: WatchedClient,
  opened: OpenDatabase,
  { every, host, port }: Settings,
  log: Logger,
): Observable<unknown> =>
  defer(() => {
    const news$ = new Subject<News>()
    const shown$ = new BehaviorSubject<Health | undefined>(undefined)
    const { keeping, handler } = keepMetrics(client, news$)
    const telling = health(client, news$, every).subscribe(shown$)
    telling.add(keeping)
    telling.add(logEvents(client.events$, log, { level: 'debug' }))
    telling.add(news$.subscribe((news) => tell(log, news)))

    const handlers = { '/health': healthHandler(() => shown$.value), '/metrics': handler }
    return whileOpen(serve(host, port, handlers), (url) => {
      log.info(`health at ${url}/health, metrics at ${url}/metrics`)
      return runGracefully([watchUsers(client, opened, every)])
    }).pipe(
      tap((news) => news$.next(news)), // not how it ends: an error is told once, by the caller
      finalize(() => telling.unsubscribe()),
    )
  })

/** The service as a whole. Completes when a signal has ended it; errors with what it cannot live through. */
export const service = (settings: Settings, log: Logger): Observable<unknown> => {
  const isInvented = settings.bank === undefined
  const bank$ = settings.bank === undefined ? inventedBank : of({ ...settings.bank, users: [] })
  return whileOpen(bank$, ({ users, ...bank }) =>
    defer(() => {
      const { baseUrl } = bank
      const client = openClient(bank)
      const database$ = openDatabase({ file: settings.database, service: baseUrl, isAnew: isInvented })
      return whileOpen(database$, (opened) => {
        log.info(`${isInvented ? 'an invented bank' : baseUrl} is mirrored into ${settings.database}`)
        const table = userTable(opened.database)
        table.add([...users, ...settings.users])
        if (table.isEmpty()) log.warn('nobody is watched: set WATCHER_USERS, or insert into the table users')
        return run(client, opened, settings, log)
      })
    }),
  )
}
