import type { EventEmitter } from 'node:events'
import { filter, fromEvent, merge, type Observable, take } from 'rxjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Whoever read the output has closed it, or the terminal is gone. */
const isClosed = (error: unknown): boolean => /^(EPIPE|EIO)$/.test((error as NodeJS.ErrnoException).code ?? '')

/** Lets writing to an output that nobody reads any more be no failure: it ends the command instead. */
export const forgiveClosedOutput = (output: EventEmitter): void => {
  output.on('error', (error: unknown) => {
    if (!isClosed(error)) throw error
  })
}

/** Emits once, when the command is to end in good order: at Ctrl-C, a signal, or when `output` is closed. */
export const ending = (output: EventEmitter): Observable<unknown> =>
  merge(...signals.map((signal) => fromEvent(process, signal)), fromEvent(output, 'error').pipe(filter(isClosed))).pipe(
    take(1),
  )
