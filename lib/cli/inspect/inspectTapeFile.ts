import picocolors from 'picocolors'
import {
  catchError,
  concat,
  defer,
  ignoreElements,
  map,
  type Observable,
  of,
  switchMap,
  takeUntil,
  tap,
  throwError,
} from 'rxjs'
import type { Inspection } from '../../adapters/devtools/Inspection.js'
import { inspectTape } from '../../adapters/devtools/inspectTape.js'
import { serveInspector } from '../../adapters/devtools/server/serveInspector.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { ConfigError } from '../../base/error/ConfigError.js'
import { readTape } from '../../testing/tape/readTape.js'
import { usageError } from '../CommandError.js'
import { commandEnd } from '../endSignals.js'
import { column, plural, printable } from '../formatText.js'
import { profiles } from '../profiles.js'
import { type Colors, type Line, printLine } from '../styledLine.js'

/** An address that opens a page, the first or a later one. */
interface Address {
  readonly address: string
  readonly index: number
  readonly tape: string
  readonly inspection: Inspection
}

/** Says how many requests of a tape the page shows. */
const describeTape = ({ requests, dropped }: Inspection): string =>
  plural(requests.length, 'request') +
  (dropped === 0 ? '' : `; ${plural(dropped, 'earlier entry', 'earlier entries')} omitted`)

/** The lines for a terminal. Addresses are not cut, so that they can be opened. */
export const addressLines = ({ address, index, tape, inspection }: Address, colors: Colors): string => {
  const field = (name: string, value: string): Line => [['faint', ` ${column(name, 12)}`], value]
  const lines: ReadonlyArray<Line> =
    index > 0
      ? [field('another page', address)]
      : [
          [
            ['title', ' rxbank inspect'],
            ['faint', '  Ctrl-C to end'],
          ],
          [],
          field('tape', ` ${printable(tape)}, ${describeTape(inspection)}`),
          field('open it', ` ${address}`),
        ]
  return lines.map((line) => printLine(colors, line, Infinity)).join('\n')
}

/** The address as one line of JSON, for programs. */
export const addressJson = ({
  address,
  inspection,
  time,
}: Pick<Address, 'address' | 'inspection'> & { readonly time: Date }): string =>
  JSON.stringify({ time, type: 'Address', address, requests: inspection.requests.length })

/** The options of `rxbank inspect`. */
export interface InspectOptions {
  readonly tape: string
  readonly port: number
  readonly history: number
}

/** Adds the file and the number of the entry to the error of a tape. */
const withFileName =
  (file: string) =>
  (error: unknown): Observable<never> => {
    const { path = '', expected = '' } = (error instanceof ConfigError ? error.issues[0] : undefined) ?? {}
    if (path === '') return throwError(() => error)
    const location = path === '/file' ? file : `${file}, ${path.slice(1)}`
    return throwError(() => usageError(`${location}: expected ${expected}`))
  }

/**
 * Serves the inspector over a tape until Ctrl-C, and prints its addresses: as text on a terminal, otherwise as JSON.
 */
export const inspectTapeFile = ({ tape, port, history }: InspectOptions): Observable<never> =>
  defer(() => {
    const { stdout } = process
    const lines$ = readTape(tape).pipe(
      inspectTape({ profiles, history }),
      catchError(withFileName(tape)),
      switchMap((inspection) =>
        serveInspector(of(inspection), { port }).pipe(
          map((address, index) =>
            stdout.isTTY
              ? addressLines({ address, index, tape, inspection }, picocolors)
              : addressJson({ address, inspection, time: new Date(systemClock.wall()) }),
          ),
        ),
      ),
      takeUntil(commandEnd(stdout)),
    )
    // The first line is empty because terminals print `^C` on it.
    return (stdout.isTTY ? concat(lines$, of('\n rxbank inspect ended')) : lines$).pipe(
      tap((text) => stdout.write(`${text}\n`)),
      ignoreElements(),
    )
  })
