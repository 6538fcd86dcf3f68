import fc from 'fast-check'
import { RawJson, rawJson, stringify } from '../../../lib/testing/sandbox/overrides.js'

describe('rawJson', () => {
  it('is sent as it is written, at any depth', () => {
    expect(stringify({ a: rawJson('1e400'), b: [rawJson('12.30'), { c: rawJson('-0.0') }], d: 1 })).toBe(
      '{"a":1e400,"b":[12.30,{"c":-0.0}],"d":1}',
    )
  })

  it('is JSON', () => {
    for (const text of ['', 'NaN', '{', '1,2', '"a']) expect(() => rawJson(text)).toThrow(SyntaxError)
    expect(rawJson('{"a":1}')).toBeInstanceOf(RawJson)
  })

  it('changes nothing in a value without it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stringify({ value })).toBe(JSON.stringify({ value }))
      }),
    )
  })
})
