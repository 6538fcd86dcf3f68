import { isLeft } from 'fp-ts/lib/Either.js'
import { finite } from '../../../lib/base/codec/numbers.js'
import { isTotal, roundTrips } from './laws.js'

describe('finite', () => {
  it('round-trips every number of JSON', () => {
    roundTrips(finite)
    isTotal(finite)
  })

  it('refuses what JSON cannot carry back, and numbers in texts', () => {
    for (const u of [NaN, Infinity, -Infinity, JSON.parse('1e999') as unknown, '1', 1n, null, undefined])
      expect([finite.is(u), isLeft(finite.decode(u))]).toStrictEqual([false, true])
  })
})
