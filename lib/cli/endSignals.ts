import type { EventEmitter } from 'node:events'
import { EMPTY, filter, fromEvent, map, merge, mergeMap, type Observable, take, tap, throwError, using } from 'rxjs'
import { CommandError, exitCodes } from './CommandError.js'
import { launcherEnd } from './launcherEnd.js'

/** The signals that end a command, with their numbers. The exit code is 128 plus the number, as in a shell. */
const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const

/** An output of a command; `isTTY` if it is a terminal. */
export type Output = EventEmitter & { readonly isTTY?: boolean }

/** Whether a write failed because the reader has closed the pipe or the terminal was closed. */
export const isClosed = (error: unknown, { isTTY = false }: Output): boolean => {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  // EIO on anything but a terminal is a failure of the disk.
  return code === 'EIO' ? isTTY : /^(EPIPE|ERR_STREAM_DESTROYED)$/.test(code)
}

const handledErrors = new WeakSet<Error>()

/** Marks a write error that the writer handles itself, so that it is not thrown as unhandled. */
export const markHandledByWriter = (error: Error): void => {
  handledErrors.add(error)
}

/**
 * Ignores write errors after the reader has closed the output: {@link commandEnd} then ends the command.
 */
export const ignoreClosedOutput = (output: Output): void => {
  output.on('error', (error: Error) => {
    if (!isClosed(error, output) && !handledErrors.has(error)) throw error
  })
}

let lastSignal: number | undefined

/** The number of the last signal that a command listened to, such as 2 for Ctrl-C. */
export const lastSignalNumber = (): number | undefined => lastSignal

/** The numbers of signals that arrive. The end of `npx` counts as the SIGTERM that `npx` would have to pass on. */
const signal$ = (): Observable<number> =>
  merge(
    ...Object.entries(signals).map(([name, number]) => fromEvent(process, name).pipe(map(() => number))),
    launcherEnd().pipe(map(() => signals.SIGTERM)),
  ).pipe(
    tap((number) => {
      lastSignal = number
    }),
  )

/**
 * Emits once when the command must end: at Ctrl-C, at another signal, or when the reader has closed `output`.
 */
export const commandEnd = (output?: Output): Observable<unknown> => {
  const closed$ = output === undefined ? EMPTY : fromEvent(output, 'error').pipe(filter((e) => isClosed(e, output)))
  return merge(signal$(), closed$).pipe(take(1))
}

/** Errors at Ctrl-C or another signal. As the notifier of `takeUntil` it makes an unfinished command fail. */
export const interruption = (message = 'interrupted'): Observable<never> =>
  signal$().pipe(
    take(1),
    mergeMap((number) => throwError(() => new CommandError(message, 128 + number))),
  )

/** Ignores signals until a stream has ended. */
export const ignoreSignalsDuring = <A>(work$: Observable<A>): Observable<A> =>
  using(
    () => signal$().subscribe(),
    () => work$,
  )

/** The error that ends a command without a message after its reader has closed the output. */
export const outputClosedError = (): CommandError => new CommandError('', exitCodes.done)
