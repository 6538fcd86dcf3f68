import * as t from 'io-ts'
import {
  catchError,
  defer,
  EMPTY,
  exhaustMap,
  map,
  type Observable,
  of,
  share,
  take,
  takeWhile,
  throwError,
  throwIfEmpty,
} from 'rxjs'
import { copyCodec } from '../../base/codec/copyCodec.js'
import { observableCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { isTransient } from '../../base/error/isTransient.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import type { CategoryOptions } from '../../client/Client.js'
import type { BankForm } from '../../service/api/bankForm.js'
import type { Resources, RowOf } from '../../service/profile/Codecs.js'
import type { FiltersOf } from '../../service/profile/ServiceProfile.js'
import { isLastStatus, untilCodec, type UntilPredicate } from '../../streams/polling/UntilPredicate.js'
import type { Stream } from '../../streams/send/Stream.js'
import { type PortLike, portLike } from './Port.js'
import { remoteAsk, type RemoteAsk, remoteGet, remoteResponse, toSendable, toSendableOptions } from './remoteAsk.js'
import { remoteCollection, remoteUpdatable, remoteWatch } from './remoteCollection.js'
import type {
  EventsDropped,
  RemoteAccountCollection,
  RemoteBankCollection,
  RemoteCallConfig,
  RemoteCategoryCollection,
  RemoteInsightCollection,
  RemoteItemCollection,
  RemoteStockCollection,
  RemoteTransactionCollection,
} from './RemoteLists.js'
import { type RemoteSession, remoteSession } from './remoteSession.js'
import { portClosed } from './wireError.js'

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
 * Ends a stream of statuses with the one that `until` accepts. Drops statuses that arrive while `until` is deciding,
 * and statuses for which `until` fails with a transient error.
 */
const endWhen =
  (until: UntilPredicate<unknown>) =>
  <A>(statuses: Observable<A>): Observable<A> =>
    statuses.pipe(
      exhaustMap((status) =>
        defer(() => isLastStatus(until, status)).pipe(
          map((isLast) => ({ status, isLast })),
          catchError((error: unknown) => (isTransient(error) ? EMPTY : throwError(() => error))),
        ),
      ),
      takeWhile(({ isLast }) => !isLast, true),
      map(({ status }) => status),
    )

/** Creates the streams of the user that the main process has chosen. */
const remoteUser = <R extends Resources>(ask: RemoteAsk): RemoteUserClient<R> => {
  const accounts = {
    ...remoteCollection<R['account']>(ask, 'accounts'),
    get: remoteGet<R['account']>(ask, 'account'),
  }
  return {
    accounts: {
      ...accounts,
      information: remoteCollection(ask, 'accounts.information'),
      transactions: (accountId) =>
        remoteUpdatable(ask, 'accounts.transactions', accounts, () => ({ subject: toSendable(accountId) })),
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
          // `until` is a function and cannot be sent: the main process then polls endlessly, and the renderer ends the
          // stream.
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
      ...remoteUpdatable<R['stock'], FiltersOf<R, 'stocks'>, FiltersOf<R, 'stocksUpdated'>>(ask, 'stocks', accounts),
      get: remoteGet(ask, 'stock'),
    },
    transactions: {
      ...remoteUpdatable<R['transaction'], FiltersOf<R, 'transactions'>, FiltersOf<R, 'transactionsUpdated'>>(
        ask,
        'transactions',
        accounts,
      ),
      get: remoteGet(ask, 'transaction'),
    },
    bankForm: {
      url: remoteGet(ask, 'bankForm', toSendableOptions, t.string),
    },
  }
}

const ports = observableCodec<Observable<PortLike>>('a MessagePort, or an Observable of them')

/**
 * Emits the current session and completes. For a stream of ports, the session uses the first port. After that session has
 * closed, the next subscriber subscribes to the stream of ports again. Simultaneous subscribers share that subscription.
 */
const remoteSessions = (source: PortLike | Observable<PortLike>): Observable<RemoteSession> => {
  let current: RemoteSession | undefined

  const open = (port: PortLike): RemoteSession => {
    if (!portLike.is(port)) throw wrongOption('/port', portLike.name)
    return (current = remoteSession(port))
  }

  if (portLike.is(source)) return defer(() => of(current ?? open(source)))
  if (!ports.is(source)) throw wrongOption('/port', ports.name)
  const openedSession$ = source.pipe(
    take(1),
    map(open),
    throwIfEmpty(() => portClosed('port')),
    share(),
  )
  return defer(() => (current?.isOpen() === true ? of(current) : openedSession$))
}

/**
 * A client whose requests are sent by the main process. It lacks the parts of a client that would send a secret, a
 * token or a codec through the port.
 *
 * Its streams are cold, like those of the client, and error with the same errors. When the port closes, running streams
 * error with a `NetworkError` of the code `PortClosed`; see {@link connectStreams}.
 */
export interface RemoteClient<R extends Resources = Resources> {
  /** The banks that users can connect. */
  readonly banks: RemoteBankCollection<R>
  /** The categories of transactions. */
  readonly categories: RemoteCategoryCollection<R>
  /** The events of the client in the main process, of all its users, redacted. Ends only when the port closes. */
  readonly events$: Stream<ClientEvent | EventsDropped>
  /** The client of the user that the main process has chosen for the renderer. */
  readonly user: () => RemoteUserClient<R>
}

/**
 * Creates a client in a renderer. The main process sends its requests; see {@link exposeStreams}.
 *
 * Pass a port, or a stream of ports such as `pagePort()`. Nothing is sent before you subscribe to a stream. When the
 * port closes, all running streams error with a `NetworkError` whose `code` is `PortClosed`; later subscriptions use
 * the next port of the stream. `R` are the resources of the client in the main process. Throws a `ConfigError` for a
 * value that is not a port.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { connectStreams, exposeStreams } from 'rxbank/electron'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const sandbox = createSandbox({ profile: bridge2025, seed: 1 })
 * const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http })
 * const { port1, port2 } = new MessageChannel() // in an app, `pagePort()` emits the page's port
 * exposeStreams(client, { user: { externalUserId: 'A6J' } }).connect(port1)
 *
 * const { resources } = await firstValueFrom(connectStreams(port2).user().stocks.pages({ limit: 5 }))
 * assert.ok(resources.length === 5 && resources[0]?.updated_at instanceof Date)
 * port2.close()
 */
export const connectStreams = <R extends Resources = Resources>(
  port: PortLike | Observable<PortLike>,
): RemoteClient<R> => {
  const ask = remoteAsk(remoteSessions(port))
  return {
    banks: {
      ...remoteCollection<R['bank'], FiltersOf<R, 'banks'>, RowOf<R, 'bank'>>(ask, 'banks'),
      get: remoteGet(ask, 'bank'),
    },
    categories: {
      ...remoteCollection<R['category'], CategoryOptions, RowOf<R, 'category'>>(ask, 'categories'),
      get: remoteGet(ask, 'category'),
    },
    events$: ask({ request: () => ({ operation: 'events', settings: {} }), codec: ({ event }) => event }),
    user: (identity?: unknown) => {
      if (identity !== undefined) throw wrongOption('/identity', 'no identity: the main process chooses the user')
      return remoteUser<R>(ask)
    },
  }
}
