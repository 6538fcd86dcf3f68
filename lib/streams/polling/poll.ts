import { isSome, map as mapOption, none, type Option, some } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concatMap,
  defer,
  EMPTY,
  filter,
  identity,
  map,
  type Observable,
  of,
  repeat,
  takeUntil,
  tap,
  throwError,
} from 'rxjs'
import { delay, delayByEitherClock, firstOrTimeout } from '../../base/clock/delay.js'
import { observableCodec } from '../../base/codec/guardCodec.js'
import { milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import type { ClientError } from '../../base/error/ClientError.js'
import { DeadlineExceeded } from '../../base/error/DeadlineExceeded.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { isTransient } from '../../base/error/isTransient.js'
import { TimeoutError } from '../../base/error/TimeoutError.js'
import { redact } from '../../base/Redacted.js'
import type { Connection } from '../../http/Connection.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import { watcherWait } from '../../http/policies/retryForever.js'
import { requestedWait } from '../../http/retryAfter.js'
import { type CallConfig, toHttpRequest } from '../../http/toHttpRequest.js'
import type { Request } from '../../service/api/Request.js'
import { requestFields } from '../send/callConfig.js'
import { decodeResponse, reportDifferingFields } from '../send/decodeResponse.js'
import type { Stream } from '../send/Stream.js'
import { createTrigger } from './createTrigger.js'
import { noteError, staggerStart, type Watcher } from './staggerStart.js'
import { isLastStatus, untilCodec, type UntilPredicate } from './UntilPredicate.js'

/** The options of polling. Times are in milliseconds. */
export interface PollConfig<A> extends Pick<CallConfig, 'timeout' | 'headers'> {
  /** The time from a response to the next request; at least 100, default 2,000. */
  readonly every?: number
  /**
   * Decides whether a response is the last. The stream emits this response and completes. Default: it never completes.
   */
  readonly until?: UntilPredicate<A>
  /** The time from the first request after which the stream errors with `DeadlineExceeded`; default: never. */
  readonly deadline?: number
  /**
   * Each emission sends the request at once or, if one is in flight, right after it. If `trigger$` errors, so does the
   * stream.
   */
  readonly trigger$?: Observable<unknown>
}

/** The codec of {@link PollConfig}. */
export const pollConfig = options(
  'options',
  {},
  {
    ...requestFields,
    every: milliseconds(100),
    until: untilCodec<never>(),
    deadline: milliseconds(0),
    trigger$: observableCodec<Observable<unknown>>('an Observable'),
  },
)

/** A response, and whether it is skipped or is the last one. */
interface JudgedResponse<A> {
  readonly response: A
  readonly isSkipped: boolean
  readonly isLast: boolean
}

const pollRequest = <A>(
  connection: Connection,
  request: Request<A>,
  config: PollConfig<A>,
  isSkipped: (response: A) => boolean = () => false,
): Observable<A> => {
  const { every = 2000, deadline = Infinity, trigger$, ...call } = decodeOptions(pollConfig, config)
  const { until = () => false } = config
  const judge = (response: A): Observable<JudgedResponse<A>> =>
    isSkipped(response)
      ? of({ response, isSkipped: true, isLast: false })
      : isLastStatus(until, response).pipe(map((isEnd) => ({ response, isSkipped: false, isLast: isEnd })))
  const { clock, random, emit } = connection
  const watcher = connection.nextWatcherNumber()
  const { operation } = request
  let end = Infinity
  let number = 0
  let last: Option<A> = none
  let failure: Option<ClientError> = none
  let failures = 0
  /** Whether the stream errors with `DeadlineExceeded` after the next request. */
  let isLastRequest = deadline === 0
  let isDone = false
  const watcherInfo: Watcher = { operation, watcher, every }
  const trigger = trigger$ && createTrigger(trigger$.pipe(noteError(watcherInfo)))

  const attempt = defer(() => {
    trigger?.begin()
    const remaining = Math.max(end - clock.monotonic(), every)
    const timeout = Math.min(call.timeout ?? connection.timeout, remaining)
    const plainRequest = toHttpRequest(connection, request, { ...call, timeout })
    const httpRequest: HttpRequest = { ...plainRequest, priority: 'background', eventWatcher: { watcher } }
    number = httpRequest.number
    const failIfLate = firstOrTimeout<JudgedResponse<A>>(
      clock,
      remaining,
      () => new TimeoutError({ ...httpRequest, timeout: remaining }),
    )
    return connection.httpOnce(httpRequest).pipe(
      concatMap((response) => {
        const decoded = reportDifferingFields(connection, httpRequest, () =>
          decodeResponse(request.codec, response, httpRequest),
        )
        last = some(decoded)
        return judge(decoded)
      }),
      remaining < Infinity ? failIfLate : identity,
      tap((judgement) => {
        failure = none
        failures = 0
        isDone = judgement.isLast
      }),
      filter((judgement) => !judgement.isSkipped),
      map(({ response }) => response),
      catchError((error: unknown) => {
        if (!isTransient(error)) return throwError(() => error)
        failure = some<ClientError>(error)
        failures++
        return EMPTY
      }),
    )
  })

  const failAtDeadline = throwError(
    () =>
      new DeadlineExceeded({
        operation,
        deadline,
        last: mapOption((state: A) => redact<unknown>(state))(last),
      }),
  )

  const waitForNext = () => {
    if (isDone) return EMPTY
    if (isLastRequest) return failAtDeadline
    const remaining = Math.max(end - clock.monotonic(), 0)
    if (isSome(failure) && requestedWait(failure.value) > remaining)
      return delay(clock, remaining).pipe(concatMap(() => failAtDeadline))
    const wait = isSome(failure) ? watcherWait(failure.value, failures - 1, random) : every
    const pause = Math.min(wait, remaining)
    isLastRequest = wait >= remaining
    emit({ number, operation }, () => ({ _tag: 'Polled', watcher, error: failure, delay: pause, checkpoint: none }))
    if (isSome(failure)) return delay(clock, pause)
    if (trigger === undefined) return delayByEitherClock(clock, pause)
    return trigger.wait(clock, pause).pipe(tap((endedEarly) => (isLastRequest &&= !endedEarly)))
  }

  const rounds = defer(() => {
    end = clock.monotonic() + deadline
    return attempt.pipe(repeat({ delay: waitForNext }), noteError(watcherInfo))
  })

  const polled$ = staggerStart(connection, watcherInfo, rounds, trigger?.triggered$)
  // `listening$` emits nothing: it only errors as `trigger$` does.
  return trigger === undefined ? polled$ : polled$.pipe(takeUntil(trigger.listening$))
}

/** A request to send repeatedly, and its options. Responses for which `isSkipped` returns `true` are not emitted. */
export type PolledRequest<A> = readonly [
  request: Request<A>,
  config: PollConfig<A>,
  isSkipped?: (response: A) => boolean,
]

/** Like {@link poll}, but both functions are called at each subscription, and the request is not checked. */
export const deferPoll = <A>(connection: () => Connection, polled: () => PolledRequest<A>): Stream<A> =>
  defer(() => pollRequest(connection(), ...polled()))
