import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { map, Observable, ReplaySubject, Subscription } from 'rxjs'
import type { Clock } from '../../../base/clock/Clock.js'
import { clockCodec } from '../../../base/clock/clockCodec.js'
import { systemClock } from '../../../base/clock/systemClock.js'
import { guardCodec, observableCodec } from '../../../base/codec/guardCodec.js'
import { integer } from '../../../base/codec/numbers.js'
import { object } from '../../../base/codec/object.js'
import { options } from '../../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../../base/error/decodeOptions.js'
import type { Inspection } from '../Inspection.js'
import { inspectorRoutes } from './inspectorRoutes.js'
import { type StateFrame, stateFrame } from './latestFrames.js'
import { createPageKeys } from './pageKeys.js'

/** Reads the script of the inspector's page, which the build bundles from lib/adapters/devtools/page. */
const inspectorScript = (): string => {
  const root = dirname(createRequire(import.meta.url).resolve('rxbank/package.json'))
  return readFileSync(join(root, 'dist/page/inspector.js'), 'utf8')
}

/** The options of {@link serveInspector}. */
export interface ServeInspectorConfig {
  /** The port; default 0, for any free port. */
  readonly port?: number
  /** The clock for the minimum interval between two states that are sent to a page; default: the machine's. */
  readonly clock?: Clock
}

const serveInspectorConfig = options('options', {}, { port: integer(0, 65_535), clock: clockCodec })
const inspections = observableCodec<Observable<Inspection>>('an Observable, inspection$ of an inspector')
const inspectionLike = guardCodec(
  'inspections, as inspection$ of an inspector emits them',
  (u): u is Inspection => object.is(u) && Array.isArray(u.requests) && Array.isArray(u.lanes),
)

const portError = ({ code = 'unknown' }: NodeJS.ErrnoException) =>
  wrongOption('/port', `a free port, or 0 for any; the system says ${code}`)

/**
 * Serves a page with the inspector at 127.0.0.1, for programs that have no page of their own. The page shows the values
 * of `inspection$`.
 *
 * Cold. Emits an address once it is listening. Each address opens one page: its fragment has a single-use token, which no
 * request sends in its URL. After an address was used, emits the next one. Never completes, even if `inspection$` completes.
 * Errors when `inspection$` errors, and with a `ConfigError` if the port is in use or `inspection$` emits another type.
 * Unsubscribing closes the port and all connections; until then the process keeps running.
 *
 * Requests for another host and from pages of other origins are refused. A slow page skips states; at most 16 pages can
 * be connected. Do not use it in production.
 *
 * @example
 * import { createInspector } from 'rxbank/devtools'
 * import { serveInspector } from 'rxbank/node'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { inspection$ } = createInspector()
 * const address = await firstValueFrom(serveInspector(inspection$)) // which also closes the port
 * assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}$/)
 */
export const serveInspector = (
  inspection$: Observable<Inspection>,
  config: ServeInspectorConfig = {},
): Observable<string> => {
  if (!inspections.is(inspection$)) throw wrongOption('/inspection$', inspections.name)
  const { port = 0, clock = systemClock } = decodeOptions(serveInspectorConfig, config)
  // Operators cannot express this: Node's server has callbacks, and its port and connections must be closed.
  return new Observable((subscriber) => {
    const pageKeys = createPageKeys()
    const frames$ = new ReplaySubject<StateFrame>(1)
    const readers = new Subscription()
    const fail = (error: unknown): void => subscriber.error(error)
    let openPort = port
    const emitAddress = (): void => subscriber.next(`http://127.0.0.1:${String(openPort)}/#${pageKeys.token()}`)
    const page = { pageKeys, clock, frames$, script: inspectorScript, onTokenUsed: emitAddress, onScriptError: fail }
    const answer = inspectorRoutes(page, readers)
    const server = createServer((message, response) => answer(message, response, openPort))
    server.on('listening', () => {
      openPort = (server.address() as AddressInfo).port
      emitAddress()
    })
    server.on('error', (error) => fail(portError(error)))
    server.listen(port, '127.0.0.1')
    subscriber.add(() => {
      server.close()
      readers.unsubscribe()
      server.closeAllConnections()
    })
    subscriber.add(
      inspection$
        .pipe(
          map((inspection, index) => {
            if (!inspectionLike.is(inspection)) throw wrongOption('/inspection$', inspectionLike.name)
            return stateFrame(String(index + 1), inspection)
          }),
        )
        .subscribe({ next: (frame) => frames$.next(frame), error: fail }),
    )
  })
}
