import { lastSignalNumber } from './endSignals.js'
import { isBlockedOnPipe } from './output/blockedPipes.js'

/** How long a reader may take to read the last lines, in milliseconds. */
const graceMs = 1000

interface Stream {
  readonly writableLength: number
}

/** The parts of a process that {@link exitIfStalled} uses. */
export interface ProcessParts {
  readonly stdout: Stream
  readonly stderr: Stream
  readonly exit: (code: number) => unknown
  /** Ends the process by a signal, without running its signal handlers. */
  readonly endBySignal: (signal: number) => unknown
}

/**
 * `process.exit` waits for a thread that is blocked on a pipe; a signal ends the process anyway.
 */
const thisProcess: ProcessParts = {
  stdout: process.stdout,
  stderr: process.stderr,
  exit: (code) => process.exit(code),
  endBySignal: (signal) => {
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
 * Ends the process a second after a signal has ended the command, if output is left. Otherwise the event loop would
 * wait forever for a reader of the output, or for another process to open the pipe.
 */
export const exitIfStalled = (exitCode: number, parts: ProcessParts = thisProcess): void => {
  const signal = lastSignalNumber()
  if (signal === undefined) return
  const leave = (): void => {
    if (isBlockedOnPipe()) parts.endBySignal(signal)
    else if (parts.stdout.writableLength > 0 || parts.stderr.writableLength > 0) parts.exit(exitCode)
  }
  setTimeout(leave, graceMs).unref()
}
