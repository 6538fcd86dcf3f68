/**
 * What a suite exports, and how it is measured.
 *
 * `export const comparisons = ({ quick, flags }) => [...]`, which may be async: an array of comparisons and measures.
 * `quick` asks for less of everything, to try the suite out; its figures mean nothing. `flags` are those of Node that
 * the suite runs under.
 *
 * A comparison has sides that do the same work, in one process:
 *
 *     {
 *       suite: 'paging, 20 ms',       // the heading, and `suite` in the JSON
 *       unit: 'ms',                   // or several: ['ms', 'CPU ms']
 *       reference: 'http.request',    // the name of the candidate that the others are multiples of
 *       rounds: 9,                    // 9 by default, 3 when quick
 *       warmUp: 2,                    // unmeasured rounds before them; 2 by default, 1 when quick
 *       candidates: [{
 *         name: 'http.request',       // at most 40 characters
 *         sample: () => 12.5,         // does the work once and answers with the cost in `unit`, or one per unit, in an
 *       }],                           // array; may be async. Throw where the result is wrong.
 *       bars: [{ name: 'rxbank', most: 1.15, note: 'over undici' }],
 *       close: () => {},              // after the last round, also after a failure; may be async
 *     }
 *
 * In each round all sides run once, in an order that changes, with a collection of young objects before each. A full one
 * would throw away optimised code as well, which no process has to live with, and the code of some sides more than that
 * of others: there is one before the first round. A ratio is taken in each round against the reference in that round;
 * then comes the median of rounds, then the median of runs with their range.
 *
 * A measure is for what no sides can be alternated for, such as what a process holds:
 *
 *     {
 *       suite: 'memory',
 *       unit: 'kB',
 *       measure: () => [{ name: 'rxbank', value: 4.2, ratio: 1.5, unit: 'kB' }],   // `ratio` and `unit` if they differ
 *       bars: [{ name: 'rxbank', most: 5, of: 'value' }],
 *       close: () => {},
 *     }
 *
 * A bar says what must hold of the median of runs:
 *
 * - `most` or `least`: the bound, which itself is allowed.
 * - `of`: `ratio`, the default, or `value`.
 * - `against`: a candidate to divide by instead of the reference, for a ratio of a comparison.
 * - `unit`: which of several; default: the first.
 * - `note`: what else a reader wants to know; may be missing.
 */
import { median } from './median.mjs'

const namesUpTo = 40

/** An order for a round: each side comes first equally often, and after different ones. */
const ordered = (sides, round) => {
  const turned = sides.map((_, index) => sides[(index + Math.floor(round / 2)) % sides.length])
  return round % 2 === 0 ? turned : turned.reverse()
}

const check = ({ suite, reference, candidates, bars = [] }) => {
  const names = candidates.map(({ name }) => name)
  const named = [reference, ...bars.flatMap(({ name, against = name }) => [name, against])]
  if (new Set(names).size < names.length) throw new Error(`${suite}: two candidates have one name`)
  const unknown = named.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`${suite}: there is no candidate “${unknown}”`)
  const long = names.find(({ length }) => length > namesUpTo)
  if (long !== undefined) throw new Error(`${suite}: the name “${long}” is longer than ${namesUpTo} characters`)
}

const sampleRounds = async ({ candidates, rounds, warmUp }) => {
  const taken = new Map(candidates.map(({ name }) => [name, []]))
  globalThis.gc()
  for (let round = -warmUp; round < rounds; round += 1)
    for (const { name, sample } of ordered(candidates, round + warmUp)) {
      globalThis.gc({ type: 'minor' })
      const values = [await sample()].flat()
      if (round >= 0) taken.get(name).push(values)
    }
  return taken
}

const compare = async (comparison, quick) => {
  check(comparison)
  const { suite, unit, reference, candidates, bars = [] } = comparison
  const rounds = quick ? 3 : (comparison.rounds ?? 9)
  const warmUp = quick ? 1 : (comparison.warmUp ?? 2)
  const taken = await sampleRounds({ candidates, rounds, warmUp })
  const units = [unit].flat()
  const value = (name, at) => median(taken.get(name).map((values) => values[at]))
  const ratio = (name, against, at) =>
    median(taken.get(name).map((values, round) => values[at] / taken.get(against)[round][at]))
  return {
    rows: units.flatMap((unit, at) =>
      candidates.map(({ name }) => ({ suite, name, unit, value: value(name, at), ratio: ratio(name, reference, at) })),
    ),
    bars: bars.map(({ of = 'ratio', against = reference, unit = units[0], ...bar }) => {
      const at = units.indexOf(unit)
      const reached = of === 'value' ? value(bar.name, at) : ratio(bar.name, against, at)
      return { ...bar, suite, of, unit, reached, ...(of === 'ratio' ? { against } : {}) }
    }),
  }
}

const measure = async ({ suite, unit, measure, bars = [] }) => {
  const rows = (await measure()).map((row) => ({ suite, unit, ratio: null, ...row }))
  return {
    rows,
    bars: bars.map(({ of = 'ratio', ...bar }) => {
      const row = rows.find((row) => row.name === bar.name && row.unit === (bar.unit ?? unit))
      if (typeof row?.[of] !== 'number') throw new Error(`${suite}: there is no ${of} for the bar of “${bar.name}”`)
      return { ...bar, suite, of, unit: row.unit, reached: row[of] }
    }),
  }
}

/** One run of a comparison or measure: its rows, and what its bars reached. */
export const runOnce = async (comparison, quick) => {
  try {
    return await ('measure' in comparison ? measure(comparison) : compare(comparison, quick))
  } finally {
    await comparison.close?.()
  }
}
