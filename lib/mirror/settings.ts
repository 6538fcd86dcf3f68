import * as t from 'io-ts'
import type { Clock } from '../clock/Clock.js'
import { clockLike } from '../clock/clockLike.js'
import { systemClock } from '../clock/systemClock.js'
import { check } from '../codec/check.js'
import { fn } from '../codec/fn.js'
import { integer } from '../codec/integer.js'
import { milliseconds } from '../codec/milliseconds.js'
import { oneOf } from '../codec/oneOf.js'
import { options } from '../codec/options.js'
import { type Feed, feeds } from './Feed.js'
import type { MirrorSettings, MirrorSyncConfig } from './Mirror.js'
import { keepable } from './rowText.js'

/** The fields of the codec of {@link MirrorSettings}. */
export const mirrorFields = {
  removed: oneOf('keep', 'delete'),
  link: t.boolean,
  atStart: oneOf('migrate', 'refuse'),
  fullSyncEvery: milliseconds(1),
  clock: clockLike,
}

/** Settings whose times are whole milliseconds. */
export interface WholeSettings extends Omit<MirrorSettings, 'clock'> {
  readonly clock: Pick<Clock, 'wall'>
}

/** Rounds times of the settings, and of their clock, to whole milliseconds: the columns of the databases have no fractions. */
export const inWholeMs = ({ clock = systemClock, fullSyncEvery, ...settings }: MirrorSettings): WholeSettings => ({
  ...settings,
  ...(fullSyncEvery !== undefined && { fullSyncEvery: Math.ceil(fullSyncEvery) }),
  clock: { wall: () => Math.floor(clock.wall()) },
})

/** The codec of a user's name in the mirror. */
export const userId = check(
  'text of 1 to 255 characters, without NUL',
  (u): u is string => typeof u === 'string' && u.length >= 1 && u.length <= 255 && keepable(u) === u,
)

/** The codec of {@link MirrorSyncConfig}. The options that go to the client are decoded there. */
export const syncSettings = options(
  'options',
  { id: userId },
  {
    feeds: t.readonlyArray(oneOf<Feed>(...feeds)),
    fence: integer(1),
    since: t.unknown,
    limit: t.unknown,
    maxPages: t.unknown,
    overlap: t.unknown,
    onInvalidRow: t.unknown,
    timeout: t.unknown,
    priority: t.unknown,
    hurry$: t.unknown,
    also: fn<NonNullable<MirrorSyncConfig['also']>>('a generator function'),
  },
)
