import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { fromOption, toOption } from '../../../lib/base/codec/fromOption.js'

describe('fromOption', () => {
  it('gives what is in it, even if that is nothing much, and undefined for None', () => {
    for (const value of [0, '', false, null, NaN]) expect(fromOption(some(value))).toBe(value)
    expect([none].map(fromOption)).toEqual([undefined])
    const seven: number | undefined = fromOption({ _tag: 'Some', value: 7 })
    expect(seven).toBe(7)
  })
})

describe('toOption', () => {
  it('is Some of each value but null and undefined', () => {
    for (const value of [0, '', false, NaN]) expect(toOption(value)).toEqual(some(value))
    for (const value of [null, undefined]) expect(toOption(value)).toEqual(none)
  })

  it('leaves null and undefined out of the type', () => {
    const row = new Map([[1, 'a']])
    const text: Option<string> = toOption(row.get(1))
    expect(fromOption(text)).toBe('a')
  })
})
