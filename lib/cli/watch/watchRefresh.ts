import picocolors from 'picocolors'
import { catchError, concatMap, concatWith, defer, type Observable, takeUntil, tap } from 'rxjs'
import { isClientError } from '../../base/error/ClientError.js'
import { reveal } from '../../base/Redacted.js'
import type { RefreshStatus } from '../../service/model/RefreshStatus.js'
import { CommandError, exitCodes } from '../CommandError.js'
import { interruption } from '../endSignals.js'
import { duration } from '../formatText.js'
import { jsonLine } from '../output/jsonLine.js'
import { lineSink } from '../output/lineSink.js'
import { useWhileOpen } from '../output/useWhileOpen.js'
import { connectWithUser } from '../service/connectService.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { printEvents } from './printEvents.js'
import { failureMessage, refreshLine, statusText } from './refreshLine.js'

/** The options of `rxbank watch refresh`. Times in milliseconds. */
export interface WatchRefreshOptions extends ServiceOptions {
  readonly every: number
  readonly deadline: number
  readonly quiet?: boolean
}

const failure = (message: string): CommandError => new CommandError(message, exitCodes.failed)

/** Turns a `DeadlineExceeded` into a message with the last status. */
const withLastStatus = (itemId: number, error: unknown): unknown => {
  if (!isClientError(error) || error._tag !== 'DeadlineExceeded') return error
  const { deadline, last } = error
  const lastStatus =
    last._tag === 'Some'
      ? `the last status was ${statusText(reveal(last.value) as RefreshStatus)}`
      : 'there was no answer'
  return failure(
    `the refresh of item ${String(itemId)} has not ended within ${duration(deadline)}: ${lastStatus}; raise --deadline`,
  )
}

const statusLine = (status: RefreshStatus): string =>
  process.stdout.isTTY ? refreshLine(status, new Date(), picocolors, process.stdout.columns || 80) : jsonLine(status)

/** Writes each status of a refresh as a line until the refresh ends; errors if it ended without success. */
export const watchRefresh = (itemId: number, options: WatchRefreshOptions): Observable<never> =>
  defer(() => {
    const { every, deadline, quiet = false } = options
    const { client, user } = connectWithUser(options)
    let last: string | undefined
    const statuses$ = user.items.watchRefresh(itemId, { every, deadline }).pipe(
      tap((status) => {
        last = statusText(status)
      }),
      catchError((error: unknown) => {
        throw withLastStatus(itemId, error)
      }),
    )
    const failUnlessFinished$ = defer(() => {
      if (last !== 'finished') throw failure(failureMessage(itemId, last ?? 'no status'))
      return []
    })
    return useWhileOpen(lineSink(undefined, { append: true }), ({ write }) =>
      statuses$.pipe(
        concatMap((status) => write([statusLine(status)])),
        concatWith(failUnlessFinished$),
      ),
    ).pipe(printEvents(client, quiet), takeUntil(interruption()))
  })
