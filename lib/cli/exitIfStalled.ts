import { signalled } from './endSignals.js'
import { waitsForOtherEnd } from './output/blockedPipes.js'

/** How long a reader has to read the last lines, in milliseconds. */
const grace = 1000

interface Stream {
  readonly writableLength: number
}

/** The parts of a process that ending it needs. */
export interface Leaving {
  readonly stdout: Stream
  readonly stderr: Stream
  readonly exit: (code: number) => unknown
  /** Ends the process by a signal, without its own handlers. */
  readonly endBy: (signal: number) => unknown
}

/**
 * `process.exit` waits for a thread that is blocked on opening or reading a pipe; a signal ends the process all the
 * same.
 */
const thisProcess: Leaving = {
  stdout: process.stdout,
  stderr: process.stderr,
  exit: (code) => process.exit(code),
  endBy: (signal) => {
    process.once('exit', () => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name)
      process.kill(process.pid, signal)
      // Process 1 of a container ignores signals that it sends to itself; `abort` ends it.
      process.abort()
    })
    process.exit()
  },
}

/**
 * Ends the process soon after a signal has ended the command. Without this, the event loop would wait for ever for a
 * reader of the output, or for another process to open the pipe.
 */
export const leaveStalled = (exitCode: number, leaving: Leaving = thisProcess): void => {
  const signal = signalled()
  if (signal === undefined) return
  const leave = (): void => {
    if (waitsForOtherEnd()) leaving.endBy(signal)
    else if (leaving.stdout.writableLength > 0 || leaving.stderr.writableLength > 0) leaving.exit(exitCode)
  }
  setTimeout(leave, grace).unref()
}
