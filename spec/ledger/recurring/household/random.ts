import { oneOf, seeded, whole } from '../../../simulation/random.js'

/** What a household draws from a seed. */
export interface Random {
  /** A number from 0 to 1, without 1. */
  readonly share: () => number
  /** A whole number from `min` to `max`. */
  readonly whole: (min: number, max: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(values: ReadonlyArray<A>) => A
  /** Some of the values, in another order. */
  readonly some: <A>(values: ReadonlyArray<A>, count: number) => ReadonlyArray<A>
  /** A number around 0 with the standard deviation 1. */
  readonly normal: () => number
}

export const createRandom = (...seeds: ReadonlyArray<number>): Random => {
  const share = seeded(...seeds)
  return {
    share,
    whole: (min, max) => whole(share, min, max),
    pick: (values) => oneOf(share, values),
    chance: (probability) => share() < probability,
    some: (values, count) =>
      values
        .map((value) => ({ value, order: share() }))
        .sort((one, other) => one.order - other.order)
        .slice(0, count)
        .map(({ value }) => value),
    normal: () => Array.from({ length: 12 }, share).reduce((sum, value) => sum + value, -6),
  }
}
