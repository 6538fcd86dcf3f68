import picocolors from 'picocolors'
import { catchError, concatMap, concatWith, defer, type Observable, takeUntil, tap } from 'rxjs'
import { isClientError, type RefreshStatus, reveal } from '../../index.js'
import { CommandError, exitCodes } from '../CommandError.js'
import { interruption } from '../endSignals.js'
import { duration } from '../formatText.js'
import { jsonLine } from '../output/jsonLine.js'
import { lineSink } from '../output/lineSink.js'
import { whileOpen } from '../output/useWhileOpen.js'
import { connectWithUser } from '../service/connectService.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { meanwhile } from './printEvents.js'
import { badEnd, refreshLine, wordOf } from './refreshLine.js'

/** The options of `rxbank watch refresh`. Times in milliseconds. */
export interface WatchRefreshOptions extends ServiceOptions {
  readonly every: number
  readonly deadline: number
  readonly quiet?: boolean
}

const failed = (message: string): CommandError => new CommandError(message, exitCodes.failed)

/** Turns a `DeadlineExceeded` into a message with the last status. */
const inWords = (itemId: number, error: unknown): unknown => {
  if (!isClientError(error) || error._tag !== 'DeadlineExceeded') return error
  const { deadline, last } = error
  const came = last._tag === 'Some' ? `last it was ${wordOf(reveal(last.value) as RefreshStatus)}` : 'no answer came'
  return failed(
    `the refresh of item ${String(itemId)} has not ended within ${duration(deadline)}: ${came}; raise --deadline`,
  )
}

const text = (status: RefreshStatus): string =>
  process.stdout.isTTY ? refreshLine(status, new Date(), picocolors, process.stdout.columns || 80) : jsonLine(status)

/** Writes each status of a refresh as a line until the refresh ends; errors if it ended without success. */
export const watchRefresh = (itemId: number, options: WatchRefreshOptions): Observable<never> =>
  defer(() => {
    const { every, deadline, quiet = false } = options
    const { client, user } = connectWithUser(options)
    let last: string | undefined
    const statuses$ = user.items.watchRefresh(itemId, { every, deadline }).pipe(
      tap((status) => {
        last = wordOf(status)
      }),
      catchError((error: unknown) => {
        throw inWords(itemId, error)
      }),
    )
    const verdict = defer(() => {
      if (last !== 'finished') throw failed(badEnd(itemId, last ?? 'no status'))
      return []
    })
    return whileOpen(lineSink(undefined, { append: true }), ({ write }) =>
      statuses$.pipe(
        concatMap((status) => write([text(status)])),
        concatWith(verdict),
      ),
    ).pipe(meanwhile(client, quiet), takeUntil(interruption()))
  })
