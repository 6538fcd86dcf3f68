import { check } from '../base/codec/check.js'
import { methods } from '../base/codec/methods.js'
import { object } from '../base/codec/object.js'
import type { Clock } from '../index.js'

const twoClocks = methods<Clock>('', 'wall', 'monotonic')

/** The codec of a clock. */
export const clockLike = check(
  'a clock, with wall, monotonic and scheduler',
  (u): u is Clock => twoClocks.is(u) && object.is(u.scheduler),
)
