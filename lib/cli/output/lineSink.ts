import { fdatasync, fstatSync, writeFile } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { concat, defer, map, NEVER, Observable, of } from 'rxjs'
import { isClosed, markHandledByWriter, outputClosedError } from '../endSignals.js'
import { countBlocked } from './blockedPipes.js'
import { cannotWrite, flushToDisk, openFile } from './openFile.js'

/** An output for lines. Only one `write` may be in progress at a time. */
export interface LineSink {
  /**
   * Writes lines. Cold; completes when the operating system has them, or, for a file, when they are on its disk. If the
   * reader has closed standard output, errors with {@link outputClosedError}.
   */
  readonly write: (lines: ReadonlyArray<string>) => Observable<never>
}

/** Whether a file is appended to, or overwritten. */
export interface LineSinkConfig {
  readonly append: boolean
}

const textOf = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join('')

/** The operations of an open file that a sink needs. */
export interface LineFile {
  readonly appendFile: (text: string) => Promise<void>
  readonly datasync: () => Promise<void>
}

const pipedOutput: LineSink = {
  write: (lines) =>
    new Observable((subscriber) => {
      process.stdout.write(textOf(lines), (error) => {
        if (error) {
          markHandledByWriter(error)
          subscriber.error(isClosed(error, process.stdout) ? outputClosedError() : cannotWrite('the output', error))
        } else subscriber.complete()
      })
    }),
}

/** A sink that writes to an open file. */
export const fileSink = (path: string, file: LineFile): LineSink => ({
  write: (lines) =>
    new Observable((subscriber) => {
      file
        .appendFile(textOf(lines))
        .then(() => flushToDisk(file))
        .then(
          () => subscriber.complete(),
          (error: unknown) => subscriber.error(cannotWrite(path, error)),
        )
    }),
})

const stdout = 1

/**
 * Standard output that is redirected to a file, at the position that it shares with other processes. `process.stdout`
 * would report a partial write as complete.
 */
const redirectedOutput: LineFile = {
  appendFile: (text) => promisify(writeFile)(stdout, text),
  datasync: () => promisify(fdatasync)(stdout),
}

/** The path may name a pipe whose reader does not read: a write to it counts as blocked. */
const toLineFile = (file: FileHandle): LineFile =>
  fstatSync(file.fd).isFile()
    ? file
    : { appendFile: (text) => countBlocked(file.appendFile(text)), datasync: () => file.datasync() }

const standardOutput = (): LineSink =>
  fstatSync(stdout).isFile() ? fileSink('the output', redirectedOutput) : pipedOutput

/**
 * Opens a file, or standard output for `undefined`. Emits the sink and does not complete; unsubscribing closes it. Errors
 * with a message that says what is wrong with the file.
 */
export const lineSink = (file: string | undefined, { append }: LineSinkConfig): Observable<LineSink> =>
  file === undefined
    ? concat(
        defer(() => of(standardOutput())),
        NEVER,
      )
    : openFile(file, append ? 'a' : 'w').pipe(map((handle) => fileSink(file, toLineFile(handle))))
