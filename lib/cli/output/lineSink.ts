import type { FileHandle } from 'node:fs/promises'
import { concat, map, NEVER, Observable, of } from 'rxjs'
import { isClosed, leaveToWriter, outputClosed } from '../ending.js'
import { openFile } from './openFile.js'
import { cannotWrite } from './outputError.js'
import { sync } from './sync.js'

/** Where lines go; one write at a time. */
export interface LineSink {
  /**
   * Writes whole lines. Cold; completes when standard output has handed them to the system, and a file when they are on
   * its disk. A standard output that nobody reads any more errors with what ends a command quietly.
   */
  readonly write: (lines: ReadonlyArray<string>) => Observable<never>
}

/** Opens a sink: standard output, or a file that is begun anew or added to. */
export interface LineSinkConfig {
  readonly append: boolean
}

const textOf = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join('')

const standardOutput: LineSink = {
  write: (lines) =>
    new Observable((subscriber) => {
      process.stdout.write(textOf(lines), (error) => {
        if (error) {
          leaveToWriter(error)
          subscriber.error(isClosed(error) ? outputClosed() : cannotWrite('the output', error))
        } else subscriber.complete()
      })
    }),
}

/** A sink over an open file. */
export const fileSink = (path: string, file: FileHandle): LineSink => ({
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

/**
 * Opens standard output, or a file. Emits the sink and stays open; unsubscribing closes it. Errors say in words what is
 * wrong with the file.
 */
export const lineSink = (file: string | undefined, { append }: LineSinkConfig): Observable<LineSink> =>
  file === undefined
    ? concat(of(standardOutput), NEVER)
    : openFile(file, append ? 'a' : 'w').pipe(map((handle) => fileSink(file, handle)))
