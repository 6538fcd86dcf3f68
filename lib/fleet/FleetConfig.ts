import * as t from 'io-ts'
import type { Observable, ObservableInput } from 'rxjs'
import { clockLike } from '../clock/clockLike.js'
import { fn } from '../codec/fn.js'
import { integer } from '../codec/integer.js'
import { methods } from '../codec/methods.js'
import { milliseconds } from '../codec/milliseconds.js'
import { oneOf } from '../codec/oneOf.js'
import { options } from '../codec/options.js'
import { decodeOptions } from '../error/decodeOptions.js'
import {
  type ClientEvent,
  type Clock,
  ConfigError,
  type Identity,
  type Limit,
  type Resources,
  systemClock,
  type UserClient,
} from '../index.js'
import { type Feed, feeds } from '../mirror/Feed.js'
import type { Mirror, MirrorSource } from '../mirror/Mirror.js'
import { systemRandom } from '../platform/systemRandom.js'
import type { Engine, Lane } from './Engine.js'

/** What a fleet needs of a client. */
export interface FleetClient<R extends Resources = Resources> {
  readonly user: (identity: Identity) => MirrorSource<R> & Pick<UserClient<R>, 'token$'>
  /** Needed for `quota`, which counts the requests of rounds. */
  readonly events$?: Observable<ClientEvent>
}

/** What a fleet is made of. Times in milliseconds. */
export interface FleetConfig<R extends Resources = Resources> {
  /** What asks the service. */
  readonly client: FleetClient<R>
  /** What reads a user and writes what has changed: that of `rxbank/postgres` or `rxbank/sqlite`. */
  readonly mirror: Pick<Mirror, 'erase' | 'migrate' | 'sync'>
  /** What says when. */
  readonly engine: Engine
  /** How long after a round the next one of the user is due, give or take a tenth; default 15 minutes. */
  readonly every?: number
  /**
   * Where the interval of an idle user ends: it doubles with each round that brings nothing, and is `every` again with one
   * that does. Default `every`: all users are asked equally often.
   */
  readonly slowest?: number
  /**
   * After how long without a batch of rows a round fails, with a `TimeoutError`; each batch starts it anew. Default 15 minutes.
   */
  readonly timeout?: number
  /** What is read of each user; default: what the mirror reads by default. */
  readonly feeds?: ReadonlyArray<Feed>
  /** Who a user of the fleet is to the service; default `(id) => ({ externalUserId: id })`. */
  readonly identity?: (id: string) => Identity
  /**
   * How many requests the application may send in a time: no interval is shorter than what nine tenths of it allow all
   * users, by what rounds really cost.
   */
  readonly quota?: Limit
  /** How many rounds of each lane this worker runs at once; default 100 `scheduled` and 4 `hurried`. */
  readonly places?: Partial<Readonly<Record<Lane, number>>>
  /** Forgets what is kept of a user beside the mirror, such as tokens; `remove` runs it last. */
  readonly forget?: (id: string) => ObservableInput<unknown>
  /** Default: the machine's. */
  readonly clock?: Clock
  /** Numbers from 0 to 1; default: `Math.random`. */
  readonly random?: () => number
}

const methodsOfEngine = ['add', 'hurry', 'identify', 'migrate', 'remove', 'retry', 'status', 'users', 'work'] as const

const codec = options(
  'options',
  {
    client: methods<FleetClient>('a client', 'user'),
    mirror: methods<FleetConfig['mirror']>('a mirror', 'sync', 'erase', 'migrate'),
    engine: methods<Engine>('an engine', ...methodsOfEngine),
  },
  {
    every: milliseconds(1),
    slowest: milliseconds(1),
    timeout: milliseconds(1),
    feeds: t.readonlyArray(oneOf<Feed>(...feeds)),
    identity: fn<(id: string) => Identity>('a function of an id'),
    quota: options('requests and per', { requests: integer(1), per: milliseconds(1) }, {}),
    places: options('places of lanes', {}, { scheduled: integer(1), hurried: integer(1) }),
    forget: fn<(id: string) => ObservableInput<unknown>>('a function of an id'),
    clock: clockLike,
    random: fn<() => number>('a function'),
  },
)

/** Decodes the options of a fleet and fills in the defaults; throws one `ConfigError` that names all that is wrong. */
export const fleetSettings = (config: unknown) => {
  const decoded = decodeOptions(codec, config)
  const { client, every = 15 * 60_000, slowest = every, quota } = decoded
  const issues = [
    ...(slowest < every ? [{ path: '/slowest', expected: 'milliseconds, no less than every' }] : []),
    ...(quota !== undefined && client.events$ === undefined
      ? [{ path: '/client', expected: 'a client with events$, for quota' }]
      : []),
  ]
  if (issues.length > 0) throw new ConfigError({ issues })
  return {
    ...decoded,
    every,
    slowest,
    timeout: decoded.timeout ?? 15 * 60_000,
    identity: decoded.identity ?? ((id: string): Identity => ({ externalUserId: id })),
    places: { scheduled: 100, hurried: 4, ...decoded.places },
    clock: decoded.clock ?? systemClock,
    random: decoded.random ?? systemRandom,
  }
}

/** The options of a fleet with their defaults. */
export type FleetSettings = ReturnType<typeof fleetSettings>
