import { concatMap, map, Observable, timer } from 'rxjs'
import type { Clock } from '../../lib/base/clock/Clock.js'
import type { ClientEvent } from '../../lib/base/event/ClientEvent.js'
import type { Connection } from '../../lib/http/Connection.js'
import type { Http } from '../../lib/http/Http.js'
import type { HttpRequest } from '../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import { status } from '../../lib/http/policies/statusErrors.js'
import { timeout } from '../../lib/http/policies/timeout.js'
import { connectionOver } from './connection.js'

/** A connection for watchers: statuses are judged and attempts timed as in a client, and nothing is retried. */
export const watching = (
  http: Http,
  { clock, ...overrides }: Partial<Connection> & { readonly clock: Clock },
): ReturnType<typeof connectionOver> => connectionOver(timeout(clock)(status(clock)(http)), { clock, ...overrides })

/** What watchers lived through and how long they wait, as short words: `503 250`, `- 60000`. */
export const polled = (events: ReadonlyArray<ClientEvent>): ReadonlyArray<string> =>
  events.flatMap((event) => {
    if (event._tag !== 'Polled') return []
    const { error, delay } = event
    if (error._tag === 'None') return [`- ${String(delay)}`]
    const name = error.value._tag === 'StatusError' ? String(error.value.status) : error.value._tag
    return [`${name} ${String(delay)}`]
  })

/** Numbers from 0 to 1, the same from one seed each time (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Emits once after a time on a clock. */
export const after = (clock: Clock, ms: number): Observable<0> => timer(ms, clock.scheduler)

/** An answer that takes its time. */
export const late = (clock: Clock, ms: number, response: HttpResponse): Observable<HttpResponse> =>
  after(clock, ms).pipe(map(() => response))

/** A service whose questions and answers each take up to two seconds. */
export const slowly =
  (clock: Clock, random: () => number, answer: (request: HttpRequest) => HttpResponse): Http =>
  (request) =>
    after(clock, random() * 2000).pipe(
      map(() => answer(request)),
      concatMap((response) => late(clock, random() * 2000, response)),
    )

/** How requests fared. */
export interface Counts {
  started: number
  answered: number
  failed: number
  aborted: number
  inFlight: number
  mostInFlight: number
}

/** The same transport, and how its requests fared. */
export const counting = (http: Http): { readonly http: Http; readonly counts: Counts } => {
  const counts: Counts = { started: 0, answered: 0, failed: 0, aborted: 0, inFlight: 0, mostInFlight: 0 }
  return {
    counts,
    http: (request) =>
      new Observable((subscriber) => {
        counts.started++
        counts.mostInFlight = Math.max(counts.mostInFlight, ++counts.inFlight)
        let end: 'answered' | 'failed' | 'aborted' = 'aborted'
        subscriber.add(() => {
          counts.inFlight--
          counts[end]++
        })
        const observer = {
          next: (response: Parameters<typeof subscriber.next>[0]) => {
            end = 'answered'
            subscriber.next(response)
          },
          error: (error: unknown) => {
            end = 'failed'
            subscriber.error(error)
          },
          complete: () => subscriber.complete(),
        }
        subscriber.add(http(request).subscribe(observer))
      }),
  }
}
