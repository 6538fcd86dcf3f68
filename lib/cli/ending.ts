import type { EventEmitter } from 'node:events'
import { filter, fromEvent, map, merge, mergeMap, type Observable, take, throwError } from 'rxjs'
import { CommandError, exitCodes } from './CommandError.js'

/** The signals that end a command, and what shells add 128 to for its exit code. */
const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const

/** Whoever read the output has closed it, or the terminal is gone. */
export const isClosed = (error: unknown): boolean =>
  /^(EPIPE|EIO|ERR_STREAM_DESTROYED)$/.test((error as NodeJS.ErrnoException).code ?? '')

const toldToWriter = new WeakSet<Error>()

/** Notes that who wrote knows of a failure, and deals with it: nobody else need. */
export const leaveToWriter = (error: Error): void => {
  toldToWriter.add(error)
}

/** Lets writing to an output that nobody reads any more be no failure: it ends the command instead. */
export const forgiveClosedOutput = (output: EventEmitter): void => {
  output.on('error', (error: Error) => {
    if (!isClosed(error) && !toldToWriter.has(error)) throw error
  })
}

const signal$ = (): Observable<number> =>
  merge(...Object.entries(signals).map(([name, number]) => fromEvent(process, name).pipe(map(() => number))))

/** Emits once, when the command is to end in good order: at Ctrl-C, a signal, or when `output` is closed. */
export const ending = (output: EventEmitter): Observable<unknown> =>
  merge(signal$(), fromEvent(output, 'error').pipe(filter(isClosed))).pipe(take(1))

/** Errors at Ctrl-C or a signal, for a command that was not done by then; `takeUntil` passes it on. */
export const interruption = (message = 'interrupted'): Observable<never> =>
  signal$().pipe(
    take(1),
    mergeMap((number) => throwError(() => new CommandError(message, 128 + number))),
  )

/** Ends a command whose output nobody reads any more. */
export const outputClosed = (): CommandError => new CommandError('', exitCodes.done)
