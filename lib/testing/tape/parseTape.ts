import { isLeft } from 'fp-ts/lib/Either.js'
import { concat, defer, filter, map, mergeMap, of, type OperatorFunction } from 'rxjs'
import { parseJson } from '../../base/codec/parseJson.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { decodeEntry, type TapeEntry } from './TapeEntry.js'

/**
 * Writes an entry as a line of JSON, for a file or a stream; {@link parseTape} reads it.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { parseTape, recordHttp, type TapeEntry, tapeLine } from 'rxbank/tape'
 * import { from, lastValueFrom, toArray } from 'rxjs'
 *
 * const tape: Array<TapeEntry> = []
 * const { credentials, http } = createSandbox({ profile: bridge2025 })
 * const recorded = recordHttp(http, { next: (entry) => tape.push(entry) })
 * const client = createClient({ profile: bridge2025, ...credentials, http: recorded })
 * await lastValueFrom(client.banks.pages({ limit: 500 }))
 * const text = tape.map(tapeLine).join('')
 * assert.deepStrictEqual(await lastValueFrom(from([text]).pipe(parseTape(), toArray())), tape)
 */
export const tapeLine = (entry: TapeEntry): string => `${JSON.stringify(entry)}\n`

const readLine = (line: string, position: number): TapeEntry => {
  const json = parseJson(line)
  if (isLeft(json))
    throw wrongOption(`/tape/${String(position)}`, 'a complete entry; the tape is cut off here, or this is not a tape')
  return decodeEntry(json.right, position)
}

/**
 * Reads a tape from its text, which may be split into pieces anywhere. Each line is an entry; empty lines are ignored.
 *
 * Emits each entry as soon as its line is complete, and completes with its source. Errors with a `ConfigError` at the first
 * line that is not an entry, because it is truncated, is something else, or has a newer format. The path `tape/3` in an
 * issue is the third entry.
 *
 * @example
 * import { parseTape } from 'rxbank/tape'
 * import { lastValueFrom, of } from 'rxjs'
 *
 * const line = '{"tape":1,"number":1,"time":"2026-01-01T00:00:00.000Z","duration":3,"request":{"method":"GET","url":"/v2/banks"}}'
 * const truncated = of(`${line}\n${line.slice(0, 40)}`).pipe(parseTape())
 * await assert.rejects(lastValueFrom(truncated), /tape\/2: expected a complete entry; the tape is cut off here/)
 */
export const parseTape = (): OperatorFunction<string, TapeEntry> => (source) =>
  defer(() => {
    let incompleteLine = ''
    let position = 0
    const completeLines = (chunk: string): ReadonlyArray<string> => {
      const lines = chunk.split('\n')
      const last = lines.pop() ?? ''
      if (lines.length === 0) {
        incompleteLine += last
        return []
      }
      const first = `${incompleteLine}${lines[0] ?? ''}`
      incompleteLine = last
      return [first, ...lines.slice(1)]
    }
    return concat(
      source.pipe(mergeMap(completeLines)),
      defer(() => of(incompleteLine)),
    ).pipe(
      filter((line) => line.trim() !== ''),
      map((line) => readLine(line, ++position)),
    )
  })
