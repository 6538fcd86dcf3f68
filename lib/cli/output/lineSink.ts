import { fdatasync, fstatSync, writeFile } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { concat, defer, map, NEVER, Observable, of } from 'rxjs'
import { isClosed, leaveToWriter, outputClosed } from '../ending.js'
import { openFile } from './openFile.js'
import { withOtherEnd } from './otherEnd.js'
import { cannotWrite } from './outputError.js'
import { sync } from './sync.js'

/** Where lines go; one write at a time. */
export interface LineSink {
  /**
   * Writes whole lines. Cold; completes when they are handed to the system, and for a file when they are on its disk, also
   * where standard output is one. A standard output that nobody reads any more errors with what ends a command quietly.
   */
  readonly write: (lines: ReadonlyArray<string>) => Observable<never>
}

/** Opens a sink: standard output, or a file that is begun anew or added to. */
export interface LineSinkConfig {
  readonly append: boolean
}

const textOf = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join('')

/** An open file: what lines are written with. */
export interface LineFile {
  readonly appendFile: (text: string) => Promise<void>
  readonly datasync: () => Promise<void>
}

const stream: LineSink = {
  write: (lines) =>
    new Observable((subscriber) => {
      process.stdout.write(textOf(lines), (error) => {
        if (error) {
          leaveToWriter(error)
          subscriber.error(isClosed(error, process.stdout) ? outputClosed() : cannotWrite('the output', error))
        } else subscriber.complete()
      })
    }),
}

/** A sink over an open file. */
export const fileSink = (path: string, file: LineFile): LineSink => ({
  write: (lines) =>
    new Observable((subscriber) => {
      file
        .appendFile(textOf(lines))
        .then(() => sync(file))
        .then(
          () => subscriber.complete(),
          (error: unknown) => subscriber.error(cannotWrite(path, error)),
        )
    }),
})

const stdout = 1

/** Standard output as a file, at the place that is shared with whoever opened it. The stream would take half for whole. */
const redirected: LineFile = {
  appendFile: (text) => promisify(writeFile)(stdout, text),
  datasync: () => promisify(fdatasync)(stdout),
}

/** A file that was opened; a pipe may have a reader that does not read. */
const openedFile = (file: FileHandle): LineFile =>
  fstatSync(file.fd).isFile()
    ? file
    : { appendFile: (text) => withOtherEnd(file.appendFile(text)), datasync: () => file.datasync() }

const standardOutput = (): LineSink => (fstatSync(stdout).isFile() ? fileSink('the output', redirected) : stream)

/**
 * Opens standard output, or a file. Emits the sink and stays open; unsubscribing closes it. Errors say in words what is
 * wrong with the file.
 */
export const lineSink = (file: string | undefined, { append }: LineSinkConfig): Observable<LineSink> =>
  file === undefined
    ? concat(
        defer(() => of(standardOutput())),
        NEVER,
      )
    : openFile(file, append ? 'a' : 'w').pipe(map((handle) => fileSink(file, openedFile(handle))))
