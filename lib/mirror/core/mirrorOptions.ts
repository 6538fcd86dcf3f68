import * as t from 'io-ts'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { functionCodec, guardCodec, methodsCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import type { Priority } from '../../http/HttpRequest.js'
import { roundFields } from '../../streams/polling/ChangesConfig.js'
import { type MirrorFeature, mirrorFeatures } from '../tables/mirrorFeatures.js'
import { type Feed, feeds } from './Feed.js'
import type { MirrorSettings, MirrorSource, MirrorSyncConfig } from './Mirror.js'
import { shortText } from './shortText.js'

type ExtraStatements = NonNullable<MirrorSyncConfig['extraStatements']>

const generatorFunction = 'a generator function'

/** The fields of the codec of {@link MirrorSettings}. */
export const mirrorFields = {
  removedRows: oneOf('keep', 'delete'),
  linkPosted: t.boolean,
  onOutdatedTables: oneOf('migrate', 'error'),
  fullSyncEvery: milliseconds(1),
  tolerance: milliseconds(0),
  keepChangesFor: milliseconds(3_600_000),
  clock: clockCodec,
}

/** Settings whose times are integers, in milliseconds. */
export interface WholeMsSettings extends Omit<MirrorSettings, 'clock'> {
  readonly clock: Pick<Clock, 'wall'>
}

/** Rounds the times of settings and clock to integers, because the columns of the databases have no fractions. */
export const toWholeMs = ({
  clock = systemClock,
  fullSyncEvery,
  tolerance,
  keepChangesFor,
  ...settings
}: MirrorSettings): WholeMsSettings => ({
  ...settings,
  ...(fullSyncEvery !== undefined && { fullSyncEvery: Math.ceil(fullSyncEvery) }),
  ...(tolerance !== undefined && { tolerance: Math.ceil(tolerance) }),
  ...(keepChangesFor !== undefined && { keepChangesFor: Math.ceil(keepChangesFor) }),
  clock: {
    // #sabotage: whole-milliseconds
    wall: () => Math.floor(clock.wall()),
  },
})

/** The codec of a user's name in the mirror. */
export const userId = shortText

/** The codec of the name of a consumer. Names that begin with `rxbank.` are reserved for the mirror itself. */
export const consumerName = guardCodec(
  'text of 1 to 255 characters that does not begin with rxbank.',
  (u): u is string => shortText.is(u) && !u.startsWith('rxbank.'),
)

/** The codec of a list of at least one element. */
const nonEmptyList = <A>(element: t.Type<A, unknown>, name: string): t.Type<ReadonlyArray<A>, unknown> => {
  const list = t.readonlyArray(element)
  return new t.Type(
    name,
    (u): u is ReadonlyArray<A> => list.is(u) && u.length > 0,
    (u, context) => (Array.isArray(u) && u.length === 0 ? t.failure(u, context) : list.validate(u, context)),
    t.identity,
  )
}

/** The codec of a list of feeds, at least one. */
export const feedsCodec = nonEmptyList(oneOf<Feed>(...feeds), 'a list of one feed or more')

/** The codec of the options of `migrate`. */
export const migrateOptions = options(
  'options',
  {},
  { features: nonEmptyList(oneOf<MirrorFeature>(...mirrorFeatures), 'a list of one feature or more') },
)

/** The codec of a list of users, at least one. */
export const usersCodec = nonEmptyList(userId, 'a list of one user or more')

const { since, limit, maxPages, overlap, onInvalidRow, timeout } = roundFields

const isIterable = (u: unknown): boolean =>
  typeof u === 'object' && u !== null && typeof (u as { [Symbol.iterator]?: unknown })[Symbol.iterator] === 'function'

/** Wraps the function `extraStatements`: a call throws a `ConfigError` if the function returns nothing iterable. */
export const checkStatements = (extraStatements: ExtraStatements): ExtraStatements =>
  function* (write) {
    const program: unknown = extraStatements(write)
    if (!isIterable(program)) throw wrongOption('/extraStatements', generatorFunction)
    yield* program as ReturnType<ExtraStatements>
  }

const completeList = methodsCodec('a list', 'all')
const updatableList = methodsCodec('a list with updates', 'sync')

/** The codec of a user's client. */
const mirrorSource = guardCodec("a user's client, as client.user gives it", (u): u is MirrorSource<never> => {
  if (typeof u !== 'object' || u === null) return false
  const { accounts, items, stocks, transactions } = u as Readonly<Record<string, unknown>>
  return [accounts, items].every(completeList.is) && [stocks, transactions].every(updatableList.is)
})

/** The codec of the arguments of `sync`: the user's client, and {@link MirrorSyncConfig}. */
export const syncOptions = options(
  'options',
  { id: userId, user: mirrorSource },
  {
    feeds: feedsCodec,
    fence: integer(1),
    since,
    limit,
    maxPages,
    overlap,
    onInvalidRow,
    timeout,
    priority: oneOf<Priority>('interactive', 'background'),
    runNow$: observableCodec<NonNullable<MirrorSyncConfig['runNow$']>>('an Observable'),
    extraStatements: functionCodec<ExtraStatements>(generatorFunction),
  },
)
