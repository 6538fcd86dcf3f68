import type { Observable, ObservableInput } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { functionCodec, methodsCodec } from '../../base/codec/guardCodec.js'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { ConfigError } from '../../base/error/ConfigError.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import { systemRandom } from '../../base/platform/random.js'
import type { UserClient } from '../../client/UserClient.js'
import type { Identity } from '../../client/userIdentity.js'
import type { Resources } from '../../service/profile/Codecs.js'
import type { RequestLimit } from '../../service/profile/rateLimits.js'
import type { ReportConsentsConfig } from '../consents/MirrorConsent.js'
import { reportConsentsFields } from '../consents/reportConsents.js'
import { type Feed, feedsByDefault } from '../core/Feed.js'
import type { Mirror, MirrorSource } from '../core/Mirror.js'
import { feedsCodec } from '../core/mirrorOptions.js'
import type { Engine, Lane } from './Engine.js'

/** The part of a client that a fleet uses. */
export interface FleetClient<R extends Resources = Resources> {
  readonly user: (
    identity: Identity,
  ) => MirrorSource<R> & Pick<UserClient<R>, 'token$'> & Partial<Pick<UserClient<R>, 'invalidate'>>
  /**
   * Required for the option `quota`, which counts the requests of rounds. The fleet also uses it to detect permit or
   * token tables of another version.
   */
  readonly events$?: Observable<ClientEvent>
}

/** How a fleet reports consents. */
export interface FleetConsentsConfig extends ReportConsentsConfig {
  /**
   * The time from one report to the worker's next one, in milliseconds; default an hour. A change is reported at most
   * this much later.
   */
  readonly every?: number
}

/** The options of a fleet. Times are in milliseconds. */
export interface FleetConfig<R extends Resources = Resources> {
  /** The client that sends the requests of rounds. */
  readonly client: FleetClient<R>
  /** The mirror that reads users and writes what has changed: one of `rxbank/postgres` or `rxbank/sqlite`. */
  readonly mirror: Pick<Mirror, 'erase' | 'migrate' | 'sync'> &
    Partial<Pick<Mirror, 'eraseDeleted' | 'reportConsents' | 'users'>>
  /**
   * Reports the consents of all users that have a notice due, have ended or were renewed, according to the items that
   * rounds have stored. Workers emit them as `ConsentReported`. Default: consents are not reported.
   */
  readonly consents?: FleetConsentsConfig
  /**
   * What `runOnWebhook` does with a webhook that reports a deletion at the service: `keep` (default) runs the user now
   * as for any other event; `erase` removes a deleted user as `remove` does, and erases the rows of a deleted item.
   * Before it removes a user, it authenticates them once: if the service has a new user under the id, it erases only
   * the rows of the old one. It erases only for events that `createWebhooks` has verified in this process. If `feeds`
   * has stocks or transactions, it must have accounts too.
   */
  readonly deletedAtService?: 'keep' | 'erase'
  /** The engine that decides when each user has a round. */
  readonly engine: Engine
  /**
   * The time between a round and the user's next one, with a random deviation of at most a tenth; default 15 minutes.
   */
  readonly every?: number
  /**
   * The longest interval between the rounds of a user. The interval doubles with each round that finds no changes, and
   * is `every` again after a round that finds some. Default `every`: all users have rounds equally often.
   */
  readonly maxInterval?: number
  /**
   * The maximum time between two batches of a round. After it, the round fails with a `TimeoutError`; default 15
   * minutes.
   */
  readonly timeout?: number
  /** The feeds to read; default: the mirror's default feeds. */
  readonly feeds?: ReadonlyArray<Feed>
  /**
   * What happens to a row that cannot be decoded: `error` (default) fails its feed, which is then suspended; `report`
   * omits the row and counts it in `RoundEnded`.
   */
  readonly onInvalidRow?: 'error' | 'report'
  /** Returns the identity of a user at the service; default `(id) => ({ externalUserId: id })`. */
  readonly identity?: (id: string) => Identity
  /**
   * The limit of requests of the application. The fleet lengthens all intervals so that rounds use at most 90 % of this
   * limit. It counts requests to measure the cost of a round.
   */
  readonly quota?: RequestLimit
  /**
   * The maximum number of rounds of each lane that a worker runs at once; default 100 `scheduled` and 4 `immediate`.
   */
  readonly concurrency?: Partial<Readonly<Record<Lane, number>>>
  /** Deletes the data of a user that your program stores outside the mirror, such as tokens; `remove` calls it last. */
  readonly eraseUser?: (id: string) => ObservableInput<unknown>
  /** The clock for all times and timers; default: the system's clock. */
  readonly clock?: Clock
  /** A source of random numbers from 0 to 1; default: `Math.random`. */
  readonly random?: () => number
}

const engineMethods = [
  'add',
  'runNow',
  'migrate',
  'remove',
  'retry',
  'setUuid',
  'status',
  'users',
  'work',
  'workerName',
] as const

const codec = options(
  'options',
  {
    client: methodsCodec<FleetClient>('a client', 'user'),
    mirror: methodsCodec<FleetConfig['mirror']>('a mirror', 'sync', 'erase', 'migrate'),
    engine: methodsCodec<Engine>('an engine', ...engineMethods),
  },
  {
    every: milliseconds(1),
    maxInterval: milliseconds(1),
    timeout: milliseconds(1),
    feeds: feedsCodec,
    consents: options(
      'an object with noticeDays, process and every',
      {},
      { ...reportConsentsFields, every: milliseconds(1000) },
    ),
    deletedAtService: oneOf('keep', 'erase'),
    onInvalidRow: oneOf('error', 'report'),
    identity: functionCodec<(id: string) => Identity>("a function that takes a user's id"),
    quota: options('an object with requests and per', { requests: integer(1), per: milliseconds(1) }, {}),
    concurrency: options('an object with scheduled and hurried', {}, { scheduled: integer(1), immediate: integer(1) }),
    eraseUser: functionCodec<(id: string) => ObservableInput<unknown>>("a function that takes a user's id"),
    clock: clockCodec,
    random: functionCodec<() => number>('a function'),
  },
)

/**
 * Decodes the options of a fleet and fills in the defaults; throws one `ConfigError` that names all invalid options.
 */
export const decodeFleetConfig = (config: unknown) => {
  const decoded = decodeOptions(codec, config)
  const {
    client,
    consents,
    deletedAtService = 'keep',
    feeds = feedsByDefault,
    every = 15 * 60_000,
    mirror,
    maxInterval = every,
    quota,
  } = decoded
  const needsAccounts = feeds.includes('stocks') || feeds.includes('transactions')
  const issues = [
    ...(maxInterval < every ? [{ path: '/maxInterval', expected: 'milliseconds, no less than every' }] : []),
    ...(quota !== undefined && client.events$ === undefined
      ? [{ path: '/client', expected: 'a client with events$, for quota' }]
      : []),
    ...(consents !== undefined && mirror.reportConsents === undefined
      ? [{ path: '/mirror', expected: 'a mirror with reportConsents, for consents' }]
      : []),
    ...(consents !== undefined && !feeds.includes('items')
      ? [{ path: '/feeds', expected: 'items among the feeds, for consents' }]
      : []),
    ...(deletedAtService === 'erase' && (mirror.eraseDeleted === undefined || mirror.users === undefined)
      ? [{ path: '/mirror', expected: 'a mirror with eraseDeleted and users, for deletedAtService' }]
      : []),
    ...(deletedAtService === 'erase' && needsAccounts && !feeds.includes('accounts')
      ? [{ path: '/feeds', expected: 'accounts among the feeds, so that deletedAtService finds the rows of an item' }]
      : []),
  ]
  if (issues.length > 0) throw new ConfigError({ issues })
  return {
    ...decoded,
    every,
    maxInterval,
    deletedAtService,
    timeout: decoded.timeout ?? 15 * 60_000,
    feeds,
    identity: decoded.identity ?? ((id: string): Identity => ({ externalUserId: id })),
    concurrency: { scheduled: 100, immediate: 4, ...decoded.concurrency },
    clock: decoded.clock ?? systemClock,
    random: decoded.random ?? systemRandom,
  }
}

/** The options of a fleet with their defaults. */
export type FleetSettings = ReturnType<typeof decodeFleetConfig>
