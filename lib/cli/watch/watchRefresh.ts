import picocolors from 'picocolors'
import { catchError, concatMap, concatWith, defer, type Observable, takeUntil, tap } from 'rxjs'
import { systemClock } from '../../base/clock/systemClock.js'
import { isClientError } from '../../base/error/ClientError.js'
import { reveal } from '../../base/Redacted.js'
import type { RefreshStatus } from '../../service/model/RefreshStatus.js'
import { CommandError, exitCodes } from '../CommandError.js'
import { refreshTone } from '../demo/statusLines.js'
import { interruption } from '../endSignals.js'
import { asText, clockTime, count, duration, plural, printable } from '../formatText.js'
import { jsonLine } from '../output/jsonLine.js'
import { lineSink } from '../output/lineSink.js'
import { useWhileOpen } from '../output/openFile.js'
import { connectWithUser } from '../service/connectService.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { type Colors, type Line, printLine } from '../styledLine.js'
import { printEvents } from './printEvents.js'

/** The meanings of the terminal statuses of a refresh, except success. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['finished_error', 'the bank or the service failed; refresh it again later'],
  ['info_required', 'the bank has a question for the user, to answer in the bank form'],
  ['invalid_creds', 'the bank refused the credentials; the user can edit them in the bank form'],
])

/** The text of a status, whose type is only assumed. */
const statusText = ({ status }: RefreshStatus): string => asText(status, 'no status')

/** The message about a refresh that ended without success. */
export const failureMessage = (itemId: number, status: string): string => {
  const meaning = meanings.get(status)
  const end = `the refresh of item ${String(itemId)} ended with ${printable(status)}`
  return meaning === undefined ? end : `${end}: ${meaning}`
}

/** A status as a line of text. */
export const refreshLine = (status: RefreshStatus, time: Date, colors: Colors, width: number): string => {
  const { refreshed_accounts_count: done, total_accounts_count: total } = status
  const word = statusText(status)
  const isEnded = word === 'finished' || meanings.has(word)
  const accounts =
    typeof done === 'number' && typeof total === 'number' ? `${count(done)} of ${plural(total, 'account')}` : ''
  const line: Line = [
    ['faint', `${clockTime(time)}  `],
    [refreshTone(word, isEnded), printable(word)],
    ['faint', accounts && `  ${accounts}`],
  ]
  return printLine(colors, line, width)
}

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
      : 'there was no response'
  return failure(
    `the refresh of item ${String(itemId)} has not ended within ${duration(deadline)}: ${lastStatus}; raise --deadline`,
  )
}

const statusLine = (status: RefreshStatus): string =>
  process.stdout.isTTY
    ? refreshLine(status, new Date(systemClock.wall()), picocolors, process.stdout.columns || 80)
    : jsonLine(status)

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
