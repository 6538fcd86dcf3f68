import * as t from 'io-ts'
import {
  asapScheduler,
  catchError,
  identity,
  ignoreElements,
  lastValueFrom,
  type MonoTypeOperatorFunction,
  Observable,
  of,
  subscribeOn,
  tap,
  throwError,
} from 'rxjs'
import type { Http } from '../../lib/http/Http.js'
import type { HttpRequest } from '../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import type { ListRequest } from '../../lib/service/api/Request.js'
import { page } from './responses.js'

const row = t.type({ id: t.number })

/** A row of the lists here. */
export type Row = t.TypeOf<typeof row>

/** A list whose pages the servers here give. */
export const rows: ListRequest<Row> = {
  operation: 'rows.list',
  method: 'GET',
  path: '/v2/rows',
  access: 'user',
  resource: row,
}

/** When an answer comes. */
export type Delivery = MonoTypeOperatorFunction<HttpResponse>

/** Whether an answer is there when `subscribe` returns, for `describe.each`. */
export const transports: ReadonlyArray<{ readonly transport: string; readonly delivery: Delivery }> = [
  { transport: 'synchronous', delivery: identity },
  { transport: 'asynchronous', delivery: subscribeOn(asapScheduler) },
]

/** A scripted service, and what was asked of it. */
export interface ListServer {
  readonly http: Http
  readonly requests: ReadonlyArray<HttpRequest>
  /** The addresses asked for, without their origin. */
  readonly asked: () => ReadonlyArray<string>
  /** Requests that were given up before their answer. */
  readonly aborted: () => number
}

/** An answer, a failure, or silence. */
export type Script = (request: HttpRequest) => HttpResponse | Error | Observable<never>

/** A service that answers by a script. */
export const listServer = (script: Script, delivery: Delivery = identity): ListServer => {
  const requests: Array<HttpRequest> = []
  let aborted = 0
  const answer = (request: HttpRequest): Observable<HttpResponse> => {
    const scripted = script(request)
    if (scripted instanceof Observable) return scripted
    return scripted instanceof Error ? throwError(() => scripted) : of(scripted)
  }
  return {
    http: (request) =>
      new Observable((subscriber) => {
        let settled = false
        const settle = () => {
          settled = true
        }
        requests.push(request)
        subscriber.add(() => {
          if (!settled) aborted++
        })
        return answer(request)
          .pipe(delivery)
          .subscribe({
            next: (response) => {
              settle()
              subscriber.next(response)
            },
            error: (error: unknown) => {
              settle()
              subscriber.error(error)
            },
            complete: () => subscriber.complete(),
          })
      }),
    requests,
    asked: () => requests.map(({ url }) => url.slice(new URL(url).origin.length)),
    aborted: () => aborted,
  }
}

/** The number of the page that a request asks for, by its address alone. */
export const pageAsked = ({ url }: HttpRequest): number => Number(new URL(url).searchParams.get('after') ?? 1)

/** A list of so many rows a page, with ids that count from 1. */
export const book = (sizes: ReadonlyArray<number>): ((request: HttpRequest) => HttpResponse) => {
  let before = 0
  const firsts = sizes.map((size) => (before += size) - size + 1)
  const link = (to: number) => (to < 1 || to > sizes.length ? null : `/v2/rows?after=${String(to)}`)
  return (request) => {
    const number = pageAsked(request)
    const [first = 1, size = 0] = [firsts[number - 1], sizes[number - 1]]
    const resources = ids(first, first + size - 1).map((id) => ({ id }))
    return page(resources, link(number + 1), link(number - 1))
  }
}

/** The ids from one to another. */
export const ids = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Lets all that is due in microtasks happen. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** All that a stream emitted, and the error that it ended with, if it did. */
export const outcome = async <A>(
  stream: Observable<A>,
): Promise<{ readonly values: ReadonlyArray<A>; readonly error: unknown }> => {
  const values: Array<A> = []
  const error = await lastValueFrom(
    stream.pipe(
      tap((value) => values.push(value)),
      ignoreElements(),
      catchError((caught: unknown) => of(caught)),
    ),
    { defaultValue: undefined },
  )
  return { values, error }
}
