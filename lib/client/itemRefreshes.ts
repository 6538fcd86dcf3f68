import { fromNullable, isNone, type Option, some } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { catchError, concatMap, map, type Observable, of, throwError } from 'rxjs'
import { copyCodec } from '../base/codec/copyCodec.js'
import { noContent } from '../base/codec/noContent.js'
import { milliseconds } from '../base/codec/numbers.js'
import { options } from '../base/codec/options.js'
import { validDate } from '../base/codec/timestamp.js'
import { decodeOptions } from '../base/error/decodeOptions.js'
import { isServiceStatus } from '../base/error/foreignResponse.js'
import type { Connection } from '../http/Connection.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { getRefreshStatus, singleRequest } from '../service/api/operationRequests.js'
import type { Request } from '../service/api/Request.js'
import type { RefreshStatus } from '../service/model/RefreshStatus.js'
import { isTerminal } from '../service/profile/itemState.js'
import { refresh } from '../service/profile/operations.js'
import type { Service } from '../service/profile/Service.js'
import type { ServiceInterface } from '../service/profile/ServiceProfile.js'
import { deferPoll, type PollConfig } from '../streams/polling/poll.js'
import { deferSend } from '../streams/send/send.js'

/** A refresh that was started. */
export interface StartedRefresh {
  /** The id of the item. */
  readonly itemId: number
  /**
   * When the item's previous refresh finished, for the `after` of {@link WatchRefreshConfig}; `None` if there was none.
   */
  readonly previous: Option<Date>
  /**
   * Whether the service responded with 409 because a refresh was running already; `watchRefresh` then follows the
   * running one.
   */
  readonly wasRunning: boolean
}

/** The options of watching a refresh. Times are in milliseconds. */
export interface WatchRefreshConfig<A> extends PollConfig<A> {
  /**
   * The `refreshed_at` of the previous refresh, by which outdated statuses are recognized; default: the time that
   * `refresh` of this client read before it started the refresh.
   */
  readonly after?: Date
  /**
   * For how long after the start of a refresh the service may still report the status of the previous one; default
   * 30,000.
   */
  readonly grace?: number
}

const watchOptions = options('options', {}, { after: validDate, grace: milliseconds(0) })

/** A started refresh that no response has shown yet, with the previous `status` and `refreshed_at`. */
interface UnseenRefresh {
  readonly statusBefore: RefreshStatus['status']
  readonly previous: Option<Date>
  readonly startedAt: number
}

/** The maximum number of started refreshes of a user that are remembered until a response shows them. */
const maxUnseenRefreshes = 1000

const unseenRefreshes = /* @__PURE__ */ new WeakMap<Connection, Map<number, UnseenRefresh>>()

const remember = (connection: Connection, itemId: number, startedRefresh: UnseenRefresh): void => {
  const { parent = connection } = connection
  const unseen = unseenRefreshes.get(parent) ?? new Map<number, UnseenRefresh>()
  unseenRefreshes.set(parent, unseen)
  unseen.delete(itemId)
  unseen.set(itemId, startedRefresh)
  for (const oldest of unseen.keys()) if (unseen.size > maxUnseenRefreshes) unseen.delete(oldest)
}

const refreshedAt = ({ refreshed_at: date }: Pick<RefreshStatus, 'refreshed_at'>): Option<Date> =>
  fromNullable(date instanceof Date ? date : undefined)

const hasMoved = (from: Option<Date>, to: Option<Date>): boolean =>
  to._tag === 'Some' && (isNone(from) || to.value > from.value)

/**
 * Starts a refresh of an item, and remembers the status before it, by which `watchRefresh` recognizes outdated
 * responses.
 */
export const refreshItem = (
  connection: Connection,
  service: Service,
  codec: t.Type<RefreshStatus, unknown>,
  itemId: number,
  config?: CallConfig,
): Observable<StartedRefresh> => {
  const start = singleRequest(service, refresh, noContent, itemId)
  const send = <A>(request: Request<A>) =>
    deferSend(
      () => connection,
      () => request,
      config,
    )
  return send(getRefreshStatus(service, codec, itemId)).pipe(
    concatMap((previousStatus) =>
      send(start).pipe(
        map(() => false),
        catchError((error: unknown) => (isServiceStatus(error, 409) ? of(true) : throwError(() => error))),
        map((wasRunning) => {
          const previous = refreshedAt(previousStatus)
          remember(connection, itemId, {
            statusBefore: previousStatus.status,
            previous,
            startedAt: connection.clock.monotonic(),
          })
          return { itemId, previous, wasRunning }
        }),
      ),
    ),
  )
}

/**
 * Creates a predicate that recognizes outdated statuses: statuses of the previous refresh, which the service may still
 * report for a while after the next one was started.
 */
const outdatedStatusFilter = (
  connection: Connection,
  itemId: number,
  profile: Pick<ServiceInterface, 'terminalStatuses'>,
  { after, grace = 30_000 }: Pick<WatchRefreshConfig<RefreshStatus>, 'after' | 'grace'>,
): ((status: RefreshStatus) => boolean) => {
  const { clock, parent = connection } = connection
  let suppliedRefresh: UnseenRefresh | undefined = after && {
    statusBefore: undefined,
    previous: some(after),
    startedAt: clock.monotonic(),
  }
  return (status) => {
    const unseen = unseenRefreshes.get(parent)
    const startedRefresh = suppliedRefresh ?? unseen?.get(itemId)
    const isOutdated =
      startedRefresh !== undefined &&
      isTerminal(profile, status) &&
      (startedRefresh.statusBefore ?? status.status) === status.status &&
      !hasMoved(startedRefresh.previous, refreshedAt(status)) &&
      clock.monotonic() - startedRefresh.startedAt < grace
    if (!isOutdated) {
      suppliedRefresh = undefined
      unseen?.delete(itemId)
    }
    return isOutdated
  }
}

/** Polls the status of a refresh, without outdated statuses of the previous one. */
export const watchRefresh = (
  connection: Connection,
  service: Service,
  codec: t.Type<RefreshStatus, unknown>,
  itemId: number,
  config: WatchRefreshConfig<RefreshStatus>,
): Observable<RefreshStatus> => {
  const { profile } = service
  const copied: WatchRefreshConfig<RefreshStatus> = decodeOptions(copyCodec, config)
  const { after, grace, until = (status: RefreshStatus) => isTerminal(profile, status), ...rest } = copied
  const outdatedOptions = decodeOptions(watchOptions, { after, grace })
  const request = getRefreshStatus(service, codec, itemId)
  const polling = { ...rest, deadline: rest.deadline ?? 5 * 60_000, until }
  return deferPoll(
    () => connection,
    () => [request, polling, outdatedStatusFilter(connection, itemId, profile, outdatedOptions)],
  )
}
