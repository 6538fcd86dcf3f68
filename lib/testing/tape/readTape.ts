import { createReadStream } from 'node:fs'
import { Observable } from 'rxjs'
import { openRegular } from '../../server/checkpoints/openRegular.js'
import { parseTape } from './parseTape.js'
import type { TapeEntry } from './TapeEntry.js'
import { fileError, tapePath } from './tapePath.js'

/**
 * Reads a tape from its file.
 *
 * Cold. Emits its entries in the order in which they were written, and completes. Errors with a `ConfigError` at the first
 * line that is not an entry, such as the last line of a truncated file, and if the file cannot be read or is not a regular
 * file. Unsubscribing closes the file.
 *
 * @example
 * import { readTape } from 'rxbank/node'
 * import { lastValueFrom } from 'rxjs'
 *
 * await assert.rejects(lastValueFrom(readTape('nowhere.tape')), { _tag: 'ConfigError' })
 */
export const readTape = (file: string): Observable<TapeEntry> => {
  const path = tapePath(file)
  // Operators cannot say this: Node's stream has callbacks, and unsubscribing must close its file.
  return new Observable<string>((subscriber) => {
    const fail = (error: unknown): void => {
      subscriber.error(fileError(error, 'a file that can be read'))
    }
    try {
      const stream = createReadStream(path, { encoding: 'utf8', fd: openRegular(path, { follow: true }) })
      stream.on('data', (chunk) => subscriber.next(String(chunk)))
      stream.on('end', () => subscriber.complete())
      stream.on('error', fail)
      subscriber.add(() => stream.destroy())
    } catch (error) {
      fail(error)
    }
  }).pipe(parseTape())
}
