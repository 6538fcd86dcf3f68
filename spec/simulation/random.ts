import { draw } from '../../lib/testing/sandbox/seededRandom.js'

/** Numbers from 0 up to, but not, 1. */
export type Random = () => number

/** The same numbers from the same seeds each time (mulberry32). */
export const seeded = (...seeds: ReadonlyArray<number>): Random => {
  let state = seeds.reduce(draw, 0)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from `least` to `greatest`, both among them. */
export const whole = (random: Random, least: number, greatest: number): number =>
  least + Math.floor(random() * (greatest - least + 1))

/** A whole number whose size, rather than itself, is drawn evenly: small ones are as likely as great ones. */
export const sized = (random: Random, least: number, greatest: number): number =>
  Math.round(least * (greatest / least) ** random())

/** One of a list that is not empty. */
export const oneOf = <A>(random: Random, list: ReadonlyArray<A>): A => list[whole(random, 0, list.length - 1)] as A

/** How often something happens that happens `mean` times on average (Poisson, by Knuth). */
export const times = (random: Random, mean: number): number => {
  const end = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > end; product *= random()) count++
  return count
}
