import fc from 'fast-check'
import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import { parseJson } from '../../../lib/base/codec/parseJson.js'
import { character } from '../../helpers/text.js'
import { text } from './laws.js'

describe('parseJson', () => {
  it('gives what JSON.parse gives, with or without a byte order mark', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: character }), fc.constantFrom('', '\ufeff'), (json, mark) =>
        expect(parseJson(mark + json)).toStrictEqual(right(JSON.parse(json))),
      ),
    )
  })

  it('never throws, and a failure is one of two words', () => {
    fc.assert(
      fc.property(text, (s) => {
        const parsed = parseJson(s)
        expect(['empty', 'not-json', 'JSON']).toContain(isRight(parsed) ? 'JSON' : parsed.left)
      }),
    )
  })

  it('tells nothing from something else', () => {
    for (const s of ['', ' ', '\r\n\t', '\ufeff', '\ufeff ']) expect(parseJson(s)).toStrictEqual(left('empty'))
    for (const s of ['<html>', '{"id":1', 'undefined', 'NaN', '\ufeff\ufeff{}', "{'a':1}", '\0'])
      expect(parseJson(s)).toStrictEqual(left('not-json'))
  })

  it('survives size and depth', () => {
    const depth = 1_000_000
    expect(isRight(parseJson(JSON.stringify('x'.repeat(10_000_000))))).toBe(true)
    expect(isLeft(parseJson('<'.repeat(10_000_000)))).toBe(true)
    expect(() => parseJson('['.repeat(depth) + ']'.repeat(depth))).not.toThrow()
    expect(isLeft(parseJson('['.repeat(depth)))).toBe(true)
  })

  it('keeps a __proto__ key as data', () => {
    const parsed = parseJson('{"__proto__":{"id":1}}')
    expect(isRight(parsed) && Object.keys(parsed.right as object)).toStrictEqual(['__proto__'])
    expect(isRight(parsed) && (parsed.right as { id?: unknown }).id).toBe(undefined)
  })
})
