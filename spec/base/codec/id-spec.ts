import fc from 'fast-check'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import { id } from '../../../lib/base/codec/id.js'
import { isTotal, roundTrips, text } from './laws.js'

describe('id', () => {
  it('round-trips every safe integer from 0', () => {
    roundTrips(id)
    roundTrips(id, fc.constantFrom(0, 1, 38_000_000_000_000, Number.MAX_SAFE_INTEGER))
  })

  it('reads the digits of every id', () => {
    fc.assert(fc.property(fc.maxSafeNat(), (n) => expect(id.decode(String(n))).toStrictEqual(right(n))))
  })

  it('reads no other text', () => {
    isTotal(id)
    fc.assert(fc.property(text, (s) => isLeft(id.decode(s)) || String(Number(s)) === s))
  })

  it.each([
    [''],
    [' 1'],
    ['1 '],
    ['1\n'],
    ['+1'],
    ['-1'],
    ['01'],
    ['1e3'],
    ['1.0'],
    ['0x10'],
    ['١'],
    ['1_000'],
    ['9007199254740992'],
    ['9007199254740993'],
    ['10000000000000000'],
    ['1'.repeat(10_000_000)],
    [-1],
    [1.5],
    [NaN],
    [Infinity],
    [2 ** 53],
    [null],
    [undefined],
    [true],
    [[1]],
    [{ id: 1 }],
    [1n],
  ])('refuses case %#', (u) => {
    expect(isLeft(id.decode(u))).toBe(true)
    expect(id.is(u)).toBe(false)
  })
})
