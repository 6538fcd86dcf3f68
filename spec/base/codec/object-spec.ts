import { isLeft, right } from 'fp-ts/lib/Either.js'
import { object } from '../../../lib/base/codec/object.js'
import { isTotal, roundTrips } from './laws.js'

describe('object', () => {
  it('keeps an object as it is', () => {
    roundTrips(object)
    isTotal(object)
    const hostile: unknown = JSON.parse('{"__proto__":{"polluted":true}}')
    expect(object.decode(hostile)).toStrictEqual(right(hostile))
  })

  it('refuses null, arrays and scalars', () => {
    for (const u of [null, undefined, [], 'x', 1, true]) expect(isLeft(object.decode(u))).toBe(true)
  })
})
