import assert from 'node:assert/strict'
import test from 'node:test'
import { toHundredths } from '../src/toHundredths.js'

const cases: ReadonlyArray<readonly [bigint, string, number | undefined]> = [
  [-499n, 'EUR', -499],
  [-5n, 'EUR', -5],
  [0n, 'EUR', 0],
  [123_456_789n, 'EUR', 123_456_789],
  [100n, 'JPY', 10_000],
  [-1230n, 'KWD', -123],
  [1234n, 'KWD', undefined],
  [9_007_199_254_740_993n, 'EUR', undefined],
  [100n, 'toString', undefined],
]

test('amounts are hundredths in Actual, or have none that is exact', () => {
  for (const [units, currency, expected] of cases) assert.equal(toHundredths(units, currency), expected, currency)
})
