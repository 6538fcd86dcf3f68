/** A page of 500 transactions, parsed, to decoded values: ids and dates that are checked, moments as `Date`s. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { timedSync } from '../harness/timed.mjs'
import { cases, decoders, toText } from '../peers/decode/cases.mjs'

/**
 * The processor's time for a page: what others do on the machine meanwhile counts less than by the clock.
 *
 * One page after another is parsed and then decoded, as in a client. After a collection functions are optimised again:
 * the first pages do not count.
 */
const perPage =
  ({ first, counted }, toInput, task) =>
  async () => {
    let sum = 0
    for (let page = -first; page < counted; page += 1) {
      const input = toInput()
      const [, cpu] = timedSync(() => task(input))
      if (page >= 0) sum += cpu
    }
    return (sum * 1000) / counted
  }

/** With the last row of a shape, a collection would take the code that was optimised for it. */
const kept = new Map()

const decoding = (text, sizes, decode) => {
  const parsed = () => JSON.parse(text)
  const sample = perPage(sizes, parsed, decode)
  return () => {
    kept.set(decode, [parsed(), decode(parsed())])
    return sample()
  }
}

const parsing = (text, sizes) => perPage(sizes, () => text, JSON.parse)

const bars = [
  { name: 'rxbank, in place', most: 0.55 },
  { name: 'plain io-ts', against: 'rxbank', least: 7 },
]

export const comparisons = async ({ quick, flags }) => {
  const isEvalForbidden = flags.includes('--disallow-code-generation-from-strings')
  const check = new URL('../peers/decode/check.mjs', import.meta.url)
  await once(new Worker(check, { workerData: { isEvalForbidden } }), 'exit')
  const sizes = quick ? { first: 5, counted: 5 } : { first: 10, counted: 30 }
  return cases.map(({ name, fields, measured }) => {
    const text = toText(measured)
    return {
      suite: `decode${isEvalForbidden ? ' without eval' : ''}: ${name}`,
      unit: 'CPU µs/page',
      reference: 'JSON.parse',
      rounds: 7,
      warmUp: 1,
      candidates: [
        { name: 'JSON.parse', sample: parsing(text, sizes) },
        ...decoders(fields, isEvalForbidden).map(({ name, decode }) => ({
          name,
          sample: decoding(text, sizes, decode),
        })),
      ],
      bars,
    }
  })
}
