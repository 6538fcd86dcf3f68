import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { NEVER } from 'rxjs'
import { decode } from '../../../lib/base/codec/decode.js'
import { functionCodec, guardCodec, observableCodec } from '../../../lib/base/codec/guardCodec.js'
import { nonEmpty } from '../../../lib/base/codec/nonEmpty.js'
import { integer, milliseconds } from '../../../lib/base/codec/numbers.js'

describe('check', () => {
  const even = guardCodec('an even number', (u): u is number => typeof u === 'number' && u % 2 === 0)

  it('leaves what it knows as it is, both ways', () => {
    expect([even.decode(4), even.encode(4), even.is(4)]).toEqual([right(4), 4, true])
  })

  it('refuses everything else, in its own words and without the value', () => {
    expect(decode(even, 's3cr3t')).toStrictEqual(left([{ path: '', expected: 'an even number' }]))
    expect(even.is(3)).toBe(false)
  })
})

describe('integer', () => {
  it('takes the whole numbers of its range, its ends among them', () => {
    expect([1, 2, 500].every(integer(1, 500).is)).toBe(true)
  })

  it.each([0, 501, 1.5, NaN, Infinity, -1, '7', 7n, null, undefined, 2 ** 53])('refuses %p', (u) => {
    expect(isLeft(integer(1, 500).decode(u))).toBe(true)
  })

  it('goes as far as whole numbers are exact if it has no end', () => {
    const positive = integer(1)
    expect([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1].map(positive.is)).toEqual([true, false])
  })

  it('says its range', () => {
    expect([integer(1, 500).name, integer(1).name]).toEqual(['a whole number, 1 to 500', 'a whole number, 1 or more'])
  })
})

describe('milliseconds', () => {
  it('takes finite numbers from the least on', () => {
    expect([1, 1.5, 2 ** 40].every(milliseconds(1).is)).toBe(true)
  })

  it.each([0, 0.99, -1, NaN, Infinity, '5', null, undefined, new Date(5)])('refuses %p', (u) => {
    const given = u === undefined ? ' (missing)' : typeof u === 'number' ? ` (is ${String(u)})` : ''
    expect(decode(milliseconds(1), u)).toStrictEqual(left([{ path: '', expected: `milliseconds, 1 or more${given}` }]))
  })
})

describe('fn', () => {
  it('takes functions and nothing else', () => {
    const f = functionCodec('a function')
    expect([() => 1, Date, {}, null, 'f'].map(f.is)).toEqual([true, true, false, false, false])
  })
})

describe('observable', () => {
  it('takes what can be subscribed to, of any copy of RxJS', () => {
    const stream = observableCodec('an Observable')
    expect([NEVER, { subscribe: () => undefined }].every(stream.is)).toBe(true)
    expect([null, undefined, {}, { subscribe: true }, () => 1, 'x', Promise.resolve()].some(stream.is)).toBe(false)
  })
})

describe('nonEmpty', () => {
  it('takes texts of a character or more', () => {
    expect(['a', ' ', '', 7, null].map(nonEmpty.is)).toEqual([true, true, false, false, false])
  })
})
