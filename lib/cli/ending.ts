import type { EventEmitter } from 'node:events'
import { EMPTY, filter, fromEvent, map, merge, mergeMap, type Observable, take, tap, throwError, using } from 'rxjs'
import { CommandError, exitCodes } from './CommandError.js'

/** The signals that end a command, and what shells add 128 to for its exit code. */
const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const

/** Where a command writes to; `isTTY` says that it is a terminal. */
export type Output = EventEmitter & { readonly isTTY?: boolean }

/** Whoever read the output has closed it, or the terminal is gone. */
export const isClosed = (error: unknown, { isTTY = false }: Output): boolean => {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  // Of what is no terminal it says that a disk is broken.
  return code === 'EIO' ? isTTY : /^(EPIPE|ERR_STREAM_DESTROYED)$/.test(code)
}

const toldToWriter = new WeakSet<Error>()

/** Notes that who wrote knows of a failure, and deals with it: nobody else need. */
export const leaveToWriter = (error: Error): void => {
  toldToWriter.add(error)
}

/** Lets writing to an output that nobody reads any more be no failure: it ends the command instead. */
export const forgiveClosedOutput = (output: Output): void => {
  output.on('error', (error: Error) => {
    if (!isClosed(error, output) && !toldToWriter.has(error)) throw error
  })
}

let lastSignal: number | undefined

/** The number of the signal that has come to a command that heeds it, as of Ctrl-C. */
export const signalled = (): number | undefined => lastSignal

const signal$ = (): Observable<number> =>
  merge(...Object.entries(signals).map(([name, number]) => fromEvent(process, name).pipe(map(() => number)))).pipe(
    tap((number) => {
      lastSignal = number
    }),
  )

/** Emits once, when the command is to end in good order: at Ctrl-C, a signal, or when `output` is closed. */
export const ending = (output?: Output): Observable<unknown> => {
  const closed$ = output === undefined ? EMPTY : fromEvent(output, 'error').pipe(filter((e) => isClosed(e, output)))
  return merge(signal$(), closed$).pipe(take(1))
}

/** Errors at Ctrl-C or a signal, for a command that was not done by then; `takeUntil` passes it on. */
export const interruption = (message = 'interrupted'): Observable<never> =>
  signal$().pipe(
    take(1),
    mergeMap((number) => throwError(() => new CommandError(message, 128 + number))),
  )

/** Does what is not to be left half done: signals that come meanwhile come too late. */
export const undisturbed = <A>(work$: Observable<A>): Observable<A> =>
  using(
    () => signal$().subscribe(),
    () => work$,
  )

/** Ends a command whose output nobody reads any more. */
export const outputClosed = (): CommandError => new CommandError('', exitCodes.done)
