import { catchError, concat, defer, map, type Observable, of, repeat, throwError } from 'rxjs'
import { delay } from '../../../base/clock/delay.js'
import type { Clock } from '../../../index.js'
import type { Inspection } from '../Inspection.js'
import { readFrames } from './readFrames.js'
import { type AsJson, readInspection } from './readInspection.js'
import { type Fetch, readText, Refused } from './readText.js'

/** How the page asks. */
export interface FollowConfig {
  readonly fetch: Fetch
  readonly key: string
  readonly clock: Clock
}

/** Milliseconds until the page asks again after it has lost its server. */
export const pause = 1000

/**
 * What the server tells: an inspection after each change, `undefined` when the connection was lost. It is then asked
 * again, each second, for what came after the last that was seen.
 *
 * Cold; never completes. Errors with `Refused` when the server does not know the key. Unsubscribing aborts the request.
 *
 * `EventSource` sends no header, and a cookie would go to each port of this machine: so this is `fetch`.
 */
export const followEvents = ({ fetch, key, clock }: FollowConfig): Observable<Inspection | undefined> =>
  defer(() => {
    let lastId = ''
    const connected = defer(() =>
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
    const lost = of(undefined)
    return concat(
      connected.pipe(catchError((error: unknown) => (error instanceof Refused ? throwError(() => error) : []))),
      lost,
    ).pipe(repeat({ delay: () => delay(clock, pause) }))
  })
