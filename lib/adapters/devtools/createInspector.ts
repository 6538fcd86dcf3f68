import { none, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { BehaviorSubject, Observable, type Subscription, tap } from 'rxjs'
import { methods } from '../../base/codec/methods.js'
import { observable } from '../../base/codec/observable.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import { type ClientEvent, type Clock, type Policy, systemClock } from '../../index.js'
import { callScope } from './callScope.js'
import { errorName } from './errorName.js'
import { history as historyCodec } from './history.js'
import type { Inspection, MarkKind } from './Inspection.js'
import type { InspectorAct } from './InspectorAct.js'
import { emptyInspection, reduce } from './reduce.js'
import { tracing } from './tracing.js'

/** How an inspector works. */
export interface InspectorConfig {
  /** The client's clock; default: the system's. */
  readonly clock?: Clock
  /** How many requests, tokens, watchers, and marks of each lane are kept; from 1 to 10,000, default 500. */
  readonly history?: number
}

const inspectorConfig = options(
  'options',
  {},
  {
    clock: methods<Clock>('a Clock', 'wall', 'monotonic'),
    history: historyCodec,
  },
)
const events = observable<Observable<ClientEvent>>('an Observable, events$ of a client')
const streams = observable<Observable<unknown>>('an Observable')

/** What one client does, as lanes on one axis of time. */
export interface Inspector {
  /** The client's `policy`: by it the inspector knows what causes which request, and how each ends. */
  readonly policy: Policy
  /** Reads a client's events. Subscribes at once; unsubscribe to end it. */
  readonly observe: (events$: Observable<ClientEvent>) => Subscription
  /**
   * Gives a stream back with the same values at the same times, and marks each subscription, value, end and
   * unsubscription in a lane of this name, cut at 80 characters; no value is kept.
   *
   * Cold as the stream is: each subscription to the one is a subscription to the other, and so is unsubscribing.
   */
  readonly inspect: <A>(stream$: Observable<A>, name: string) => Observable<A>
  /**
   * What is known: at once, and again after each change.
   *
   * Shared; never errors and never completes. Unsubscribing ends nothing else.
   */
  readonly inspection$: Observable<Inspection>
  /** Forgets all that is known. */
  readonly clear: () => void
}

/**
 * Creates what `<rxbank-inspector>` shows; each client needs one of its own. Without `policy` it tells causes as far as
 * events alone do.
 *
 * No secret, token, cursor, URL, header, id of a user or row is kept: names of operations, statuses, tags of errors,
 * numbers and times are. Programs in production leave it out.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { createInspector } from 'rxbank/devtools'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom, lastValueFrom } from 'rxjs'
 *
 * const inspector = createInspector()
 * const { credentials, http } = createSandbox({ transactions: 1000 })
 * const client = createClient({ baseUrl: 'https://bank.example', ...credentials, http, policy: inspector.policy })
 * inspector.observe(client.events$)
 * const user = client.user({ externalUserId: 'A6J' })
 * await lastValueFrom(inspector.inspect(user.transactions.pages({ limit: 500 }), 'transactions'))
 * const { requests } = await firstValueFrom(inspector.inspection$)
 * assert.deepStrictEqual(
 *   requests.map(({ operation, cause }) => [operation, cause]),
 *   [
 *     ['transactions.list', { _tag: 'Stream', name: 'transactions' }],
 *     ['authenticate', { _tag: 'For', request: 1 }],
 *     ['transactions.list', { _tag: 'PageAfter', request: 1 }],
 *   ],
 * )
 */
export const createInspector = (config: InspectorConfig = {}): Inspector => {
  const { clock = systemClock, history = 500 } = decodeOptions(inspectorConfig, config)
  const known = new BehaviorSubject<Inspection>(emptyInspection)
  const scope = callScope()
  const note = (act: InspectorAct): void => known.next(reduce(known.value, act, history))
  const now = (): Date => new Date(clock.wall())

  const inspect = <A>(stream$: Observable<A>, given: string): Observable<A> => {
    if (!streams.is(stream$)) throw wrongOption('/stream$', streams.name)
    if (!t.string.is(given)) throw wrongOption('/name', 'a string')
    const name = given.slice(0, 80)
    const mark = (kind: MarkKind, text: string = kind): void => {
      const cause = scope.current()
      const request = cause._tag === 'After' ? some(cause.request) : none
      note({ _tag: 'Marked', name, kind, text, request, time: now() })
    }
    const marked = stream$.pipe(
      tap({
        subscribe: () => mark('subscribe'),
        next: () => mark('next'),
        error: (error) => mark('error', `error: ${errorName(error)}`),
        complete: () => mark('complete'),
        unsubscribe: () => mark('unsubscribe'),
      }),
    )
    return new Observable((subscriber) => {
      scope.within({ _tag: 'Stream', name }, () => marked.subscribe(subscriber))
    })
  }

  return {
    policy: tracing(scope, (act) => note({ ...act, time: now() })),
    observe: (events$) => {
      if (!events.is(events$)) throw wrongOption('/events$', events.name)
      return events$.subscribe(note)
    },
    inspect,
    inspection$: known.asObservable(),
    clear: () => known.next(emptyInspection),
  }
}
