import * as t from 'io-ts'
import { clockLike } from '../clock/clockLike.js'
import { check } from '../codec/check.js'
import { fn } from '../codec/fn.js'
import { integer } from '../codec/integer.js'
import { milliseconds } from '../codec/milliseconds.js'
import { oneOf } from '../codec/oneOf.js'
import { options } from '../codec/options.js'
import { type Feed, feeds } from './Feed.js'
import type { MirrorSyncConfig } from './Mirror.js'
import { keepable } from './rowText.js'

/** The fields of the codec of {@link MirrorSettings}. */
export const mirrorFields = {
  removed: oneOf('keep', 'delete'),
  link: t.boolean,
  atStart: oneOf('migrate', 'refuse'),
  fullSyncEvery: milliseconds(1),
  clock: clockLike,
}

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
