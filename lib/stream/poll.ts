import { isSome, map as mapOption, none, type Option, some } from 'fp-ts/lib/Option.js'
import { catchError, concatMap, defer, EMPTY, identity, map, merge, Observable, repeat, tap, throwError } from 'rxjs'
import { delay } from '../clock/delay.js'
import { rest } from '../clock/rest.js'
import { within } from '../clock/within.js'
import { fn } from '../codec/fn.js'
import { milliseconds } from '../codec/milliseconds.js'
import { observable } from '../codec/observable.js'
import { options } from '../codec/options.js'
import type { ClientError } from '../error/ClientError.js'
import { DeadlineExceeded } from '../error/DeadlineExceeded.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { isTransient } from '../error/isTransient.js'
import { TimeoutError } from '../error/TimeoutError.js'
import type { Connection } from '../http/Connection.js'
import { follow } from '../http/follow.js'
import type { HttpRequest } from '../http/HttpRequest.js'
import type { HttpResponse } from '../http/HttpResponse.js'
import { watcherWait } from '../http/policies/persist.js'
import type { Request } from '../http/Request.js'
import { type CallConfig, toHttpRequest } from '../http/toHttpRequest.js'
import { waitAsked } from '../http/waitAsked.js'
import { redact } from '../model/Redacted.js'
import { decodeAnswer } from './answer.js'
import { callFields } from './callConfig.js'
import { haste } from './haste.js'
import { ownRequest } from './ownRequest.js'
import { spreadStart } from './spreadStart.js'

/** How a request is asked again and again. Times in milliseconds. */
export interface PollConfig<A> extends CallConfig {
  /** From an answer to the next question; at least 100, default 2,000. */
  readonly every?: number
  /** The answer that ends it, which is still emitted; default: none does. */
  readonly until?: (answer: A) => boolean
  /** When to give up, from the first question; default: never. */
  readonly deadline?: number
  /** Each emission asks at once, or once more after the question that runs; its error is the stream's. */
  readonly trigger$?: Observable<unknown>
}

const pollConfig = options(
  'options',
  {},
  {
    ...callFields,
    every: milliseconds(100),
    until: fn<(answer: never) => boolean>('a function from an answer to a boolean'),
    deadline: milliseconds(0),
    trigger$: observable<Observable<unknown>>('an Observable'),
  },
)

/**
 * Asks again and again through a connection: the interpreter behind `poll` of a {@link UserClient}, where its contract
 * stands.
 *
 * @example
 * import { createConnection, createVirtualClock, getRefreshStatus, type Http, poll, withTokens } from 'rxbank'
 * import { redact } from 'rxbank'
 * import { of } from 'rxjs'
 *
 * const clock = createVirtualClock()
 * const words = ['running', 'finished']
 * const http: Http = () => of({ status: 200, headers: {}, body: JSON.stringify({ status: words.shift() }) })
 * const user = { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: null }
 * const token$ = of({ access_token: redact('t'), expires_at: new Date(clock.wall() + 7_200_000), user })
 * const connection = createConnection({ baseUrl: 'https://bank.example', clientId: 'id', http, clock }, withTokens(token$))
 * const seen: Array<string> = []
 * const until = ({ status }: { status: string }) => status === 'finished'
 * poll(connection)(getRefreshStatus(187741), { until }).subscribe(({ status }) => seen.push(status))
 * clock.advance(2000)
 * assert.deepStrictEqual(seen, ['running', 'finished'])
 */
export const poll =
  (connection: Connection) =>
  <A>(request: Request<A>, config: PollConfig<A> = {}): Observable<A> =>
    pollPast(connection, request, config, () => false)

/** {@link poll}, past answers that are not worth telling, and that do not end it. */
export const pollPast = <A>(
  connection: Connection,
  request: Request<A>,
  config: PollConfig<A>,
  isPassedOver: (answer: A) => boolean,
): Observable<A> =>
  defer(() => {
    const { every = 2000, deadline = Infinity, trigger$, ...call } = decodeOptions(pollConfig, config)
    const { until = () => false } = config
    const { clock, random, emit } = connection
    const watcher = connection.nextWatcher()
    const { operation } = ownRequest(request)
    let end = Infinity
    let number = 0
    let last: Option<A> = none
    let failure: Option<ClientError> = none
    let failures = 0
    let isLast = deadline === 0
    const hurried = trigger$ && haste(trigger$)

    const question = defer(() => {
      hurried?.begin()
      const left = Math.max(end - clock.monotonic(), every)
      const timeout = Math.min(call.timeout ?? connection.timeout, left)
      const asked = toHttpRequest(connection, request, { ...call, timeout })
      const httpRequest: HttpRequest = { ...asked, priority: 'background' }
      number = httpRequest.number
      const inTime = within<HttpResponse>(clock, left, () => new TimeoutError({ ...httpRequest, timeout: left }))
      return connection.once(httpRequest).pipe(
        left < Infinity ? inTime : identity,
        map((response) => decodeAnswer(request.codec, response, httpRequest)),
        tap((answer) => {
          last = some(answer)
          failure = none
          failures = 0
        }),
        catchError((error: unknown) => {
          if (!isTransient(error)) return throwError(() => error)
          failure = some<ClientError>(error)
          failures++
          return EMPTY
        }),
      )
    })

    const exceeded = throwError(
      () =>
        new DeadlineExceeded({
          operation,
          deadline,
          last: mapOption((state: A) => redact<unknown>(state))(last),
        }),
    )

    const next = () => {
      if (isLast) return exceeded
      const left = Math.max(end - clock.monotonic(), 0)
      if (isSome(failure) && waitAsked(failure.value) > left) return delay(clock, left).pipe(concatMap(() => exceeded))
      const wait = isSome(failure) ? watcherWait(failure.value, failures - 1, random) : every
      const pause = Math.min(wait, left)
      isLast = wait >= left
      emit({ number, operation }, () => ({ _tag: 'Polled', watcher, error: failure, delay: pause, checkpoint: none }))
      if (isSome(failure)) return delay(clock, pause)
      if (hurried === undefined) return rest(clock, pause)
      return hurried.pause(clock, pause).pipe(tap((isCut) => (isLast &&= !isCut)))
    }

    const rounds = defer(() => {
      end = clock.monotonic() + deadline
      return question.pipe(repeat({ delay: next }))
    })

    const watched = spreadStart(connection, { operation, watcher, every }, rounds, hurried?.hurry$)
    const answers = hurried === undefined ? watched : merge(hurried.triggers$, watched)
    return new Observable<A>((subscriber) =>
      follow(answers, subscriber, {
        next: (answer) => {
          if (isPassedOver(answer)) return
          const isEnd = until(answer)
          subscriber.next(answer)
          if (isEnd) subscriber.complete()
        },
      }),
    )
  })
