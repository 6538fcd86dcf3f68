import fc from 'fast-check'
import { hashSet } from '../../../lib/base/hash/hashSet.js'
import { textHash } from '../../../lib/base/hash/textHash.js'

const most = 2 ** 53 - 1

/** Many that are alike, many that share their last bits, and the ends. */
const hash = fc.oneof(
  fc.nat(20),
  fc.nat(20).map((high) => high * 2 ** 32 + 7),
  fc.integer({ min: most - 20, max: most }),
  fc.maxSafeNat(),
)

describe('hashSet', () => {
  it('knows what a Set knows', () => {
    fc.assert(
      fc.property(fc.array(hash, { maxLength: 200 }), (given) => {
        const set = new Set<number>()
        const add = hashSet()
        for (const one of [...given, ...given]) {
          expect(add(one)).toBe(set.has(one))
          set.add(one)
        }
      }),
    )
  })

  it('knows 100,000 hashes, and no other', () => {
    const add = hashSet()
    const known = (from: number) => {
      let count = 0
      for (let page = from; page < from + 100_000; page++) if (add(textHash(`/v2/rows?after=${String(page)}`))) count++
      return count
    }
    expect([known(1), known(1), known(100_001)]).toEqual([0, 100_000, 0])
  })
})
