import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { map, Observable, ReplaySubject, Subscription } from 'rxjs'
import { clockCodec } from '../../../base/clock/clockCodec.js'
import { check } from '../../../base/codec/check.js'
import { integer } from '../../../base/codec/integer.js'
import { object } from '../../../base/codec/object.js'
import { observable } from '../../../base/codec/observable.js'
import { options } from '../../../base/codec/options.js'
import { decodeOptions } from '../../../base/error/decodeOptions.js'
import { wrongOption } from '../../../base/error/wrongOption.js'
import { type Clock, systemClock } from '../../../index.js'
import type { Inspection } from '../Inspection.js'
import { createAdmission } from './admission.js'
import { answerPage } from './answerPage.js'
import { inspectorScript } from './inspectorScript.js'
import { type StateFrame, stateFrame } from './latestFrames.js'

/** Where the page of an inspector is served. */
export interface ServeInspectorConfig {
  /** The port of this machine; default 0: any that is free. */
  readonly port?: number
  /** The clock for the least time between two states that a page is sent; default: the machine's. */
  readonly clock?: Clock
}

const serveInspectorConfig = options('options', {}, { port: integer(0, 65_535), clock: clockCodec })
const inspections = observable<Observable<Inspection>>('an Observable, inspection$ of an inspector')
const inspectionLike = check(
  'inspections, as inspection$ of an inspector emits them',
  (u): u is Inspection => object.is(u) && Array.isArray(u.requests) && Array.isArray(u.lanes),
)

const unavailable = ({ code = 'unknown' }: NodeJS.ErrnoException) =>
  wrongOption('/port', `a port that is free, or 0 for any; the system says ${code}`)

/**
 * Serves a page with the inspector on this machine, at 127.0.0.1 alone, for programs without a window: it shows what
 * `inspection$` emits, as it does.
 *
 * Cold. Emits an address when it listens, and another one each time that one was used, for each opens one page: its
 * fragment has a token that is good once, and that no request carries in its address. Never completes, also where
 * `inspection$` does. Errors with a `ConfigError` if the port is in use or `inspection$` emits something else, and as
 * `inspection$` does. Unsubscribing closes the port and all connections; until then the process goes on.
 *
 * Requests for another host and from pages of other origins are refused. A page that is slow leaves states out; at most
 * 16 pages look at a time. Programs in production leave it out.
 *
 * @example
 * import { createInspector } from 'rxbank/devtools'
 * import { serveInspector } from 'rxbank/node'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { inspection$ } = createInspector()
 * const address = await firstValueFrom(serveInspector(inspection$)) // which closes it again
 * assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}$/)
 */
export const serveInspector = (
  inspection$: Observable<Inspection>,
  config: ServeInspectorConfig = {},
): Observable<string> => {
  if (!inspections.is(inspection$)) throw wrongOption('/inspection$', inspections.name)
  const { port = 0, clock = systemClock } = decodeOptions(serveInspectorConfig, config)
  return new Observable((subscriber) => {
    const admission = createAdmission()
    const frames$ = new ReplaySubject<StateFrame>(1)
    const readers = new Subscription()
    const fail = (error: unknown): void => subscriber.error(error)
    let open = port
    const tell = (): void => subscriber.next(`http://127.0.0.1:${String(open)}/#${admission.token()}`)
    const page = { admission, clock, frames$, script: inspectorScript, entered: tell, failed: fail }
    const answer = answerPage(page, readers)
    const server = createServer((message, response) => answer(message, response, open))
    server.on('listening', () => {
      open = (server.address() as AddressInfo).port
      tell()
    })
    server.on('error', (error) => fail(unavailable(error)))
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
