#!/usr/bin/env node
import { CommandError, exitCodes } from './CommandError.js'
import { lastSignalNumber } from './endSignals.js'
import { isBlockedOnPipe } from './output/blockedPipes.js'
import { reportError } from './reportError.js'
import { runCommandLine } from './runCommandLine.js'

/**
 * Makes the process fail with a message if it exits before its command is done, because the event loop has nothing left
 * that could finish the command. Returns a function to call when the command is done.
 */
export const failIfUnfinished = (
  program: Pick<NodeJS.Process, 'once' | 'off' | 'exitCode'> = process,
): (() => void) => {
  const onExit = (code: number): void => {
    if (code !== exitCodes.done) return
    program.exitCode = reportError(
      new CommandError(
        'the command ended before it was done; please report this, with its arguments',
        exitCodes.failed,
      ),
    )
  }
  program.once('exit', onExit)
  return () => {
    program.off('exit', onExit)
  }
}

/** How long a reader may take to read the last lines, in milliseconds. */
const graceMs = 1000

interface Stream {
  readonly writableLength: number
}

/** The parts of a process that {@link exitIfStalled} uses. */
interface ProcessParts {
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

const finish = failIfUnfinished()
// With a top-level `await`, Node would exit with code 13 if the event loop became empty first.
void runCommandLine(process.argv.slice(2)).then((code) => {
  finish()
  process.exitCode = code
  exitIfStalled(code)
})
