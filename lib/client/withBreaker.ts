import { breaker } from '../http/policies/breaker.js'
import type { ConnectionFeature } from './ConnectionFeature.js'

/**
 * Adds the circuit breaker of a client to a connection: after 20 failures within 10 seconds without another answer
 * between them, requests error with `RequestNotSent` for a while. Then one request is sent as a probe.
 *
 * @example
 * import { createConnection, type Http, listBanks, pages, withBreaker } from 'rxbank'
 * import { catchError, concatMap, EMPTY, lastValueFrom, of, range } from 'rxjs'
 *
 * let sent = 0
 * const http: Http = () => of({ status: 500, headers: {}, body: '' + ++sent })
 * const config = { baseUrl: 'https://bank.example', clientId: 'id', http, retry: { count: 0 } }
 * const read = pages(createConnection(config, withBreaker()))
 * const failing$ = range(0, 30).pipe(concatMap(() => read(listBanks).pipe(catchError(() => EMPTY))))
 * await lastValueFrom(failing$, { defaultValue: null })
 * assert.deepStrictEqual(sent, 20)
 */
export const withBreaker = (): ConnectionFeature => ({ breaker })
