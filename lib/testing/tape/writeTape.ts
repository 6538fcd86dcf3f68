import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { Observable, type OperatorFunction } from 'rxjs'
import { tapeLine } from './parseTape.js'
import type { TapeEntry } from './TapeEntry.js'
import { fileError, tapePath } from './tapePath.js'

/**
 * Writes the entries of a tape from `recordHttp` to a new file, one line each. Only the owner of the file may read it.
 *
 * Cold. Emits nothing. The file is created on subscription, and each entry is written when the source emits it. When
 * the source completes, it flushes the file to disk and then completes. Unsubscribing closes the file. Errors with a
 * `ConfigError` if the file cannot be written or already exists: each recording has its own pseudonyms, so two must not
 * share a file.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { readTape, writeTape } from 'rxbank/node'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { recordHttp, type TapeEntry } from 'rxbank/tape'
 * import { mkdtempSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { lastValueFrom, Subject, toArray } from 'rxjs'
 *
 * const file = join(mkdtempSync(join(tmpdir(), 'rxbank-')), 'bank.tape')
 * const tape$ = new Subject<TapeEntry>()
 * tape$.pipe(writeTape(file)).subscribe({ error: (error) => console.error(String(error)) })
 * const { credentials, http } = createSandbox({ profile: bridge2025, banks: 120 })
 * const client = createClient({ profile: bridge2025, ...credentials, http: recordHttp(http, tape$) })
 * await lastValueFrom(client.banks.all())
 * tape$.complete()
 * assert.deepStrictEqual((await lastValueFrom(readTape(file).pipe(toArray()))).length, 3)
 */
export const writeTape = (file: string): OperatorFunction<TapeEntry, never> => {
  const path = tapePath(file)
  return (source) =>
    // Operators cannot say this: the file must be flushed before the completion is passed on, and closed after it.
    new Observable((subscriber) => {
      const attempt = (step: () => void): void => {
        try {
          step()
        } catch (error) {
          subscriber.error(fileError(error, 'a new file that can be written'))
        }
      }
      attempt(() => {
        const handle = openSync(path, 'wx', 0o600)
        subscriber.add(() => closeSync(handle))
        const subscription = source.subscribe({
          next: (entry) => attempt(() => writeFileSync(handle, tapeLine(entry))),
          error: (error: unknown) => subscriber.error(error),
          complete: () => {
            attempt(() => fsyncSync(handle))
            subscriber.complete()
          },
        })
        subscriber.add(subscription)
      })
    })
}
