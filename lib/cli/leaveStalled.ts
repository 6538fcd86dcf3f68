import { wasSignalled } from './ending.js'

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
}

/**
 * Ends the process soon after a signal has ended the command, also where nobody reads what it wrote: the event loop would
 * wait for a reader for ever.
 */
export const leaveStalled = (exitCode: number, leaving: Leaving = process): void => {
  if (!wasSignalled()) return
  const leave = (): void => {
    if (leaving.stdout.writableLength > 0 || leaving.stderr.writableLength > 0) leaving.exit(exitCode)
  }
  setTimeout(leave, grace).unref()
}
