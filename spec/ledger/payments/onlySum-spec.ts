import fc from 'fast-check'
import { onlySum } from '../../../lib/ledger/payments/onlySum.js'

const sum = (values: ReadonlyArray<bigint>, total: bigint, minCount = 1) =>
  onlySum(values, (value) => value, total, minCount)

describe('onlySum', () => {
  it.each<[string, ReadonlyArray<bigint>, bigint, ReadonlyArray<bigint> | undefined]>([
    ['one value', [3n, 5n, 9n], 5n, [5n]],
    ['several values', [3n, 5n, 9n], 12n, [3n, 9n]],
    ['all values', [3n, 5n, 9n], 17n, [3n, 5n, 9n]],
    ['none, if no sum fits', [3n, 5n, 9n], 10n, undefined],
    ['none, if several sums fit', [3n, 5n, 8n], 8n, undefined],
    ['none, if two values are equal', [3n, 3n], 3n, undefined],
    ['none of no values', [], 5n, undefined],
    [
      'none of more values than can be tried',
      Array.from({ length: 11 }, (_, index) => 2n ** BigInt(index)),
      4n,
      undefined,
    ],
  ])('returns %s', (_, values, total, expected) => {
    expect(sum(values, total)).toEqual(expected)
  })

  it('returns no fewer values than the minimum', () => {
    expect(sum([3n, 5n, 8n], 8n, 2)).toEqual([3n, 5n])
    expect(sum([3n, 8n], 8n, 2)).toBeUndefined()
  })

  it('returns values whose sum is the total', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(1n, 50n), { maxLength: 10 }), fc.bigInt(1n, 100n), (values, total) => {
        const found = sum(values, total)
        if (found) expect(found.reduce((rest, value) => rest - value, total)).toBe(0n)
      }),
    )
  })
})
