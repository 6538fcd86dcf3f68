import { type Random, seeded, times } from '../random.js'
import { day } from '../time.js'
import type { Deed, Kind } from './Kind.js'
import { kinds } from './kinds.js'

/** A deed at its time. */
export interface Action extends Deed {
  /** Its day and its place in it: `12.3`; `--only` names actions so. */
  readonly id: string
  /** Milliseconds since the simulation's beginning. */
  readonly at: number
  /** The number of the user whom it happens to; `undefined` for all. */
  readonly user: number | undefined
  /** Whether it happens only while fewer requests than asked have met a fault. */
  readonly isFault: boolean
}

/** Whose day is planned. */
export interface PlanConfig {
  readonly seed: number
  readonly shard: number
  readonly users: number
  readonly faultRate: number
}

const drawn = (random: Random, kind: Kind, faultRate: number, user: number | undefined, start: number) =>
  Array.from({ length: times(random, kind.daily(faultRate)) }, () => ({
    at: start + Math.floor(random() * day),
    user,
    isFault: kind.isFault === true,
    ...kind.draw(random),
  }))

/** All that happens on one day of a shard, in order: it depends on no other day. */
export const plan = ({ seed, shard, users, faultRate }: PlanConfig, number: number): ReadonlyArray<Action> => {
  const random = seeded(seed, shard, 0x91a2, number)
  const targets = { world: [undefined], user: Array.from({ length: users }, (_, user) => user) }
  return kinds
    .flatMap((kind) => targets[kind.to].flatMap((user) => drawn(random, kind, faultRate, user, number * day)))
    .sort((a, b) => a.at - b.at)
    .map((action, index) => ({ ...action, id: `${String(number)}.${String(index)}` }))
}
