import * as t from 'io-ts'
import { catchError, defer, EMPTY, exhaustMap, map, type Observable, takeWhile, throwError } from 'rxjs'
import { copyCodec } from '../../base/codec/copyCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { isTransient } from '../../base/error/isTransient.js'
import type { BankForm } from '../../service/api/bankForm.js'
import type { Resources } from '../../service/profile/Codecs.js'
import type { FiltersOf } from '../../service/profile/Filter.js'
import { isLastStatus, untilCodec, type UntilPredicate } from '../../streams/polling/UntilPredicate.js'
import type { Stream } from '../../streams/send/Stream.js'
import { type RemoteAsk, remoteGet, remoteResponse, toSendable, toSendableOptions } from './remoteAsk.js'
import { remoteCollection, remoteUpdatable, remoteWatch } from './remoteCollection.js'
import type {
  RemoteAccountCollection,
  RemoteCallConfig,
  RemoteInsightCollection,
  RemoteItemCollection,
  RemoteStockCollection,
  RemoteTransactionCollection,
} from './RemoteLists.js'

/** The streams of the user that the main process has chosen for the renderer. */
export interface RemoteUserClient<R extends Resources = Resources> {
  /** The user's accounts, of all items. */
  readonly accounts: RemoteAccountCollection<R>
  /** What the service computes from the user's transactions. */
  readonly insights: RemoteInsightCollection<R['categoryInsights']>
  /** The user's items, each a connection to one bank, and the refreshes of their data. */
  readonly items: RemoteItemCollection<R>
  /** The positions that are held in the user's accounts. */
  readonly stocks: RemoteStockCollection<R['stock'], FiltersOf<R, 'stocks'>, FiltersOf<R, 'stocksUpdated'>>
  /** The transactions of all accounts of the user, newest first. */
  readonly transactions: RemoteTransactionCollection<
    R['transaction'],
    FiltersOf<R, 'transactions'>,
    FiltersOf<R, 'transactionsUpdated'>
  >
  /** The service's form, in which the user connects a bank or edits an item. */
  readonly bankForm: {
    /** Like `bankForm.url` of a client. */
    readonly url: (form?: BankForm, config?: RemoteCallConfig) => Stream<string>
  }
}

const untilOption = options('options', {}, { until: untilCodec<unknown>() })

/**
 * Ends a stream of answers with the one that `until` accepts. Drops answers that arrive while `until` is deciding, and
 * answers for which `until` fails with a transient error.
 */
const endWhen =
  (until: UntilPredicate<unknown>) =>
  <A>(answers: Observable<A>): Observable<A> =>
    answers.pipe(
      exhaustMap((answer) =>
        defer(() => isLastStatus(until, answer)).pipe(
          map((isLast) => ({ answer, isLast })),
          catchError((error: unknown) => (isTransient(error) ? EMPTY : throwError(() => error))),
        ),
      ),
      takeWhile(({ isLast }) => !isLast, true),
      map(({ answer }) => answer),
    )

/** Creates the streams of the user that the main process has chosen. */
export const remoteUser = <R extends Resources>(ask: RemoteAsk): RemoteUserClient<R> => ({
  accounts: {
    ...remoteCollection(ask, 'accounts'),
    get: remoteGet(ask, 'account'),
    information: remoteCollection(ask, 'accounts.information'),
    transactions: (accountId) =>
      remoteUpdatable(ask, 'accounts.transactions', () => ({ subject: toSendable(accountId) })),
  },
  insights: {
    category: (config) => remoteGet<R['categoryInsights'], undefined>(ask, 'categoryInsights')(undefined, config),
  },
  items: {
    ...remoteCollection(ask, 'items'),
    get: remoteGet(ask, 'item'),
    watchUpdated: remoteWatch(ask, 'items'),
    refresh: remoteGet(ask, 'refresh'),
    refreshStatus: remoteGet(ask, 'refreshStatus'),
    watchRefresh: (itemId, config = {}) =>
      defer(() => {
        const { until: chosenUntil, ...settings } = decodeOptions(copyCodec, config)
        const { until = () => false } = decodeOptions(untilOption, { until: chosenUntil })
        return remoteResponse<R['refreshStatus']>(ask, () => ({
          operation: 'watchRefresh',
          subject: toSendable(itemId),
          settings: toSendableOptions(settings),
          endless: chosenUntil !== undefined,
        })).pipe(endWhen(until))
      }),
  },
  stocks: {
    ...remoteUpdatable(ask, 'stocks'),
    get: remoteGet(ask, 'stock'),
  },
  transactions: {
    ...remoteUpdatable(ask, 'transactions'),
    get: remoteGet(ask, 'transaction'),
  },
  bankForm: {
    url: remoteGet(ask, 'bankForm', toSendableOptions, t.string),
  },
})
