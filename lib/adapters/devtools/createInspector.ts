import { none, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { BehaviorSubject, Observable, type Subscription, tap } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { guardCodec, methodsCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import type { Policy } from '../../http/Http.js'
import type { Cause, Inspection, InspectorEvent, MarkKind, RequestEnded, RequestStarted } from './Inspection.js'
import { emptyInspection, reduceInspection } from './reduceInspection.js'
import { errorName } from './requestStory.js'

/** The codec of the maximum length of a list. */
export const historyCodec = /* @__PURE__ */ guardCodec(
  'an integer from 1 to 10000',
  (u): u is number => Number.isInteger(u) && Number(u) >= 1 && Number(u) <= 10_000,
)

/** Tracks the cause of the requests that the running code makes. */
interface CallScope {
  readonly current: () => Cause
  /** Calls `run`, with `cause` as the current cause. */
  readonly runWith: (cause: Cause, run: () => void) => void
}

/** The client defers no work to a later turn of the event loop, so the call stack shows the cause of each request. */
const createCallScope = (): CallScope => {
  let current: Cause = { _tag: 'Unknown' }
  return {
    current: () => current,
    runWith: (cause, run) => {
      const previous = current
      current = cause
      try {
        run()
      } finally {
        current = previous
      }
    },
  }
}

/** Reports the start and the end of each request, with its cause. Responses pass unchanged. */
const tracingPolicy =
  (scope: CallScope, emit: (event: RequestStarted | RequestEnded) => void): Policy =>
  (next) =>
  (request) =>
    // Not an operator: the call scope must surround each notification to the subscriber.
    new Observable((subscriber) => {
      const { number, operation, page, priority } = request
      let outcome: RequestEnded['outcome'] = 'unsubscribed'
      emit({ _tag: 'RequestStarted', request: number, operation, page, priority, cause: scope.current() })
      const passBack = (result: RequestEnded['outcome'], pass: () => void): void => {
        outcome = result
        scope.runWith({ _tag: 'FollowUp', request: number }, pass)
      }
      subscriber.add(() => emit({ _tag: 'RequestEnded', request: number, outcome }))
      scope.runWith({ _tag: 'Prerequisite', request: number }, () =>
        subscriber.add(
          next(request).subscribe({
            next: (response) => passBack('answered', () => subscriber.next(response)),
            error: (error: unknown) => passBack('failed', () => subscriber.error(error)),
            complete: () => passBack(outcome, () => subscriber.complete()),
          }),
        ),
      )
    })

/** The options of an inspector. */
export interface InspectorConfig {
  /** The client's clock; default: the system's. */
  readonly clock?: Clock
  /** How many requests, tokens, watchers, and marks of each lane are kept: 1 to 10,000, default 500. */
  readonly history?: number
}

const inspectorConfig = options(
  'options',
  {},
  {
    clock: methodsCodec<Clock>('a Clock', 'wall', 'monotonic'),
    history: historyCodec,
  },
)
const eventsCodec = observableCodec<Observable<ClientEvent>>('the events$ of a client')
const streamCodec = observableCodec<Observable<unknown>>('an Observable')

/** Shows what one client does, in lanes on a time axis. */
export interface Inspector {
  /** The client's `policy`: tells the inspector the cause and the outcome of each request. */
  readonly policy: Policy
  /** Reads a client's events. Subscribes at once; unsubscribe to end it. */
  readonly observe: (events$: Observable<ClientEvent>) => Subscription
  /**
   * Returns a stream with the same values at the same times, and marks each subscription, value, end and unsubscription
   * in the lane `name`. Names are truncated to 80 characters; values are not kept.
   *
   * Cold: each subscription subscribes to the stream, and each unsubscription unsubscribes from it.
   */
  readonly inspect: <A>(stream$: Observable<A>, name: string) => Observable<A>
  /**
   * Emits the current data at once, and again after each change.
   *
   * Shared; never errors and never completes. Unsubscribing does not stop the inspector.
   */
  readonly inspection$: Observable<Inspection>
  /** Deletes all data. */
  readonly clear: () => void
}

/**
 * Creates an inspector, which `<rxbank-inspector>` shows. Each client needs its own inspector. Without `policy`, the
 * inspector derives causes only from events.
 *
 * It keeps names of operations, statuses, tags of errors, numbers and times, but no secret, token, cursor, URL, header,
 * user id or row. Do not use it in production.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createInspector } from 'rxbank/devtools'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom, lastValueFrom } from 'rxjs'
 *
 * const inspector = createInspector()
 * const { credentials, http } = createSandbox({ profile: bridge2025, transactions: 1000 })
 * const client = createClient({ profile: bridge2025, ...credentials, http, policy: inspector.policy })
 * inspector.observe(client.events$)
 * const user = client.user({ externalUserId: 'A6J' })
 * await lastValueFrom(inspector.inspect(user.transactions.pages({ limit: 500 }), 'transactions'))
 * const { requests } = await firstValueFrom(inspector.inspection$)
 * assert.deepStrictEqual(
 *   requests.map(({ operation, cause }) => [operation, cause]),
 *   [
 *     ['transactions.list', { _tag: 'Stream', name: 'transactions' }],
 *     ['authenticate', { _tag: 'Prerequisite', request: 1 }],
 *     ['transactions.list', { _tag: 'NextPage', request: 1 }],
 *   ],
 * )
 */
export const createInspector = (config: InspectorConfig = {}): Inspector => {
  const { clock = systemClock, history = 500 } = decodeOptions(inspectorConfig, config)
  const state$ = new BehaviorSubject<Inspection>(emptyInspection)
  const scope = createCallScope()
  const record = (event: InspectorEvent): void => state$.next(reduceInspection(state$.value, event, history))
  const now = (): Date => new Date(clock.wall())

  const inspect = <A>(stream$: Observable<A>, laneName: string): Observable<A> => {
    if (!streamCodec.is(stream$)) throw wrongOption('/stream$', streamCodec.name)
    if (!t.string.is(laneName)) throw wrongOption('/name', 'a string')
    const name = laneName.slice(0, 80)
    const mark = (kind: MarkKind, text: string = kind): void => {
      const cause = scope.current()
      const request = cause._tag === 'FollowUp' ? some(cause.request) : none
      record({ _tag: 'StreamMarked', name, kind, text, request, time: now() })
    }
    const markedStream$ = stream$.pipe(
      tap({
        subscribe: () => mark('subscribe'),
        next: () => mark('next'),
        error: (error) => mark('error', `error: ${errorName(error)}`),
        complete: () => mark('complete'),
        unsubscribe: () => mark('unsubscribe'),
      }),
    )
    // `new Observable`, because `subscribe` must run within the scope; `defer` would subscribe after the scope has
    // ended.
    return new Observable((subscriber) => {
      scope.runWith({ _tag: 'Stream', name }, () => markedStream$.subscribe(subscriber))
    })
  }

  return {
    policy: tracingPolicy(scope, (event) => record({ ...event, time: now() })),
    observe: (events$) => {
      if (!eventsCodec.is(events$)) throw wrongOption('/events$', eventsCodec.name)
      return events$.subscribe(record)
    },
    inspect,
    inspection$: state$.asObservable(),
    clear: () => state$.next(emptyInspection),
  }
}
