import * as t from 'io-ts'
import { catchError, defer, EMPTY, exhaustMap, map, type Observable, takeWhile, throwError } from 'rxjs'
import type { BankForm } from '../api/bankForm.js'
import { copy } from '../codec/copy.js'
import { options } from '../codec/options.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { isTransient } from '../error/isTransient.js'
import { isLastAnswer, type Until, untilCodec } from '../polling/Until.js'
import type { Resources } from '../profile/Codecs.js'
import { type RemoteAsk, sendable, sendableOptions } from './remoteAsk.js'
import { remoteCollection, remoteUpdatable } from './remoteCollection.js'
import type {
  RemoteAccountCollection,
  RemoteCallConfig,
  RemoteItemCollection,
  RemoteStockCollection,
  RemoteUpdatableCollection,
} from './RemoteLists.js'
import type { RemoteRequest } from './remoteSession.js'

/** What a renderer can do for the user that the main process has chosen for it. */
export interface RemoteUserClient<R extends Resources = Resources> {
  readonly accounts: RemoteAccountCollection<R>
  readonly items: RemoteItemCollection<R>
  readonly stocks: RemoteStockCollection<R['stock']>
  readonly transactions: RemoteUpdatableCollection<R['transaction']>
  readonly bankForm: {
    /** As `bankForm.url` of a client. */
    readonly url: (form?: BankForm, config?: RemoteCallConfig) => Observable<string>
  }
}

const untilOption = options('options', {}, { until: untilCodec<unknown>() })

/**
 * The answers to the one that `until` takes for the last. The main process goes on asking while `until` has not said so yet:
 * these answers are dropped, and so is one whose `until` has a transient error, for the next one is judged anew.
 */
const endAt =
  (until: Until<unknown>) =>
  <A>(answers: Observable<A>): Observable<A> =>
    answers.pipe(
      exhaustMap((answer) =>
        defer(() => isLastAnswer(until, answer)).pipe(
          map((isLast) => ({ answer, isLast })),
          catchError((error: unknown) => (isTransient(error) ? EMPTY : throwError(() => error))),
        ),
      ),
      takeWhile(({ isLast }) => !isLast, true),
      map(({ answer }) => answer),
    )

/** The streams of the user that the main process has chosen. */
export const remoteUser = <R extends Resources>(ask: RemoteAsk): RemoteUserClient<R> => {
  /** An answer as the client in the main process has decoded it. */
  const answerTo = <A>(request: () => RemoteRequest): Observable<A> =>
    ask({ request, codec: () => t.unknown as t.Type<unknown> as t.Type<A, unknown> })

  return {
    accounts: {
      ...remoteCollection(ask, 'accounts'),
      transactions: (accountId) =>
        remoteUpdatable(ask, 'accounts.transactions', () => ({ subject: sendable(accountId) })),
    },
    items: {
      ...remoteCollection(ask, 'items'),
      get: (itemId, config) =>
        answerTo(() => ({ operation: 'item', subject: sendable(itemId), settings: sendableOptions(config) })),
      refresh: (itemId, config) =>
        answerTo(() => ({ operation: 'refresh', subject: sendable(itemId), settings: sendableOptions(config) })),
      refreshStatus: (itemId, config) =>
        answerTo(() => ({ operation: 'refreshStatus', subject: sendable(itemId), settings: sendableOptions(config) })),
      watchRefresh: (itemId, config = {}) =>
        defer(() => {
          const { until: given, ...settings } = decodeOptions(copy, config)
          const { until } = decodeOptions(untilOption, { until: given })
          const answers = answerTo<R['refreshStatus']>(() => ({
            operation: 'watchRefresh',
            subject: sendable(itemId),
            endless: until !== undefined,
            settings: sendableOptions(settings),
          }))
          return until === undefined ? answers : answers.pipe(endAt(until))
        }),
    },
    stocks: {
      ...remoteUpdatable(ask, 'stocks'),
      get: (stockId, config) =>
        answerTo(() => ({ operation: 'stock', subject: sendable(stockId), settings: sendableOptions(config) })),
    },
    transactions: remoteUpdatable(ask, 'transactions'),
    bankForm: {
      url: (form, config) =>
        ask({
          request: () => ({ operation: 'bankForm', subject: sendableOptions(form), settings: sendableOptions(config) }),
          codec: () => t.string,
        }),
    },
  }
}
