import { signalled } from './ending.js'
import { waitsForOtherEnd } from './output/otherEnd.js'

/** What a reader has to take the last lines in, in milliseconds. */
const grace = 1000

interface Stream {
  readonly writableLength: number
}

/** What of a process has to do with its end. */
export interface Leaving {
  readonly stdout: Stream
  readonly stderr: Stream
  readonly exit: (code: number) => unknown
  /** Ends it by a signal that nobody heeds any more. */
  readonly endBy: (signal: number) => unknown
}

/** The system waits at an exit for a thread that waits for the other end of a pipe, but not at a signal. */
const thisProcess: Leaving = {
  stdout: process.stdout,
  stderr: process.stderr,
  exit: (code) => process.exit(code),
  endBy: (signal) => {
    process.once('exit', () => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name)
      process.kill(process.pid, signal)
      // The first process of a container is not ended by its own signals, but by this.
      process.abort()
    })
    process.exit()
  },
}

/**
 * Ends the process soon after a signal has ended the command, also where nobody reads what it wrote, or opens the pipe that
 * it writes to: the event loop would wait for a reader for ever.
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
