import {
  catchError,
  concat,
  concatMap,
  defer,
  map,
  type Observable,
  of,
  type OperatorFunction,
  repeat,
  throwError,
} from 'rxjs'
import type { Clock } from '../../../base/clock/Clock.js'
import { delay } from '../../../base/clock/delay.js'
import type { Inspection } from '../Inspection.js'
import { type AsJson, readInspection } from './readInspection.js'
import { AccessDenied, type Fetch, readText } from './readText.js'

/** One server-sent event. */
export interface Frame {
  readonly id: string
  readonly data: string
}

/**
 * Reads server-sent events from their text, which may be split into pieces anywhere. Each event has one line of data.
 * Events without data, such as comments, and incomplete events are skipped.
 */
export const readFrames = (): OperatorFunction<string, Frame> => (source) =>
  defer(() => {
    let partialLine = ''
    const fields = new Map<string, string>()

    const readLine = (line: string): ReadonlyArray<Frame> => {
      if (line !== '') {
        const colon = line.indexOf(':')
        fields.set(line.slice(0, colon), line.slice(colon + 1).replace(/^ /, ''))
        return []
      }
      const { id = '', data } = Object.fromEntries(fields)
      fields.clear()
      return data === undefined ? [] : [{ id, data }]
    }

    return source.pipe(
      concatMap((chunk) => {
        const [first = '', ...lines] = chunk.split('\n')
        partialLine += first
        if (lines.length === 0) return []
        const completeLines = [partialLine, ...lines.slice(0, -1)]
        partialLine = lines.at(-1) ?? ''
        return completeLines.flatMap(readLine)
      }),
    )
  })

/** How the page connects to its server. */
export interface FollowConfig {
  readonly fetch: Fetch
  readonly key: string
  readonly clock: Clock
}

/** The delay before the page connects again after it has lost its server, in milliseconds. */
export const reconnectMs = 1000

/**
 * Emits the server's inspection after each change, and `undefined` when the connection is lost. Then reconnects every
 * second, and continues after the last received inspection.
 *
 * Cold; never completes. Errors with `AccessDenied` when the server does not know the key. Unsubscribing aborts the
 * request.
 *
 * It uses `fetch`, because `EventSource` cannot send the header with the key, and a cookie would go to every port of
 * this machine.
 */
export const followEvents = ({ fetch, key, clock }: FollowConfig): Observable<Inspection | undefined> =>
  defer(() => {
    let lastId = ''
    const connection$ = defer(() =>
      readText(fetch, '/events', {
        headers: { Authorization: `Bearer ${key}`, ...(lastId !== '' && { 'Last-Event-ID': lastId }) },
      }).pipe(
        readFrames(),
        map(({ id, data }) => {
          lastId = id
          return readInspection(JSON.parse(data) as AsJson<Inspection>)
        }),
      ),
    )
    const connectionLost$ = of(undefined)
    return concat(
      connection$.pipe(catchError((error: unknown) => (error instanceof AccessDenied ? throwError(() => error) : []))),
      connectionLost$,
    ).pipe(repeat({ delay: () => delay(clock, reconnectMs) }))
  })
