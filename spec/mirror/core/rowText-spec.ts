import fc from 'fast-check'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import {
  escapeText,
  parseState,
  printRow,
  printState,
  toStorable,
  unescapeText,
} from '../../../lib/mirror/core/rowText.js'
import { oddText } from './oddTexts.js'

const unstorable = /\p{Surrogate}|\0/u

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = { a: value }
  return value
}

describe('rowText', () => {
  it('writes what databases can hold as it is', () => {
    const held = fc.string({ unit: 'grapheme' }).filter((text) => !unstorable.test(text))
    fc.assert(
      fc.property(fc.dictionary(held, fc.jsonValue({ maxDepth: 3 })), (row) => {
        if (!unstorable.test(JSON.stringify(row)))
          expect(JSON.parse(printRow(row))).toEqual(JSON.parse(JSON.stringify(row)))
      }),
    )
  })

  it('writes U+FFFD for NUL and halves of characters, in names too, and changes nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, text) => {
        const row = JSON.parse(printRow({ [name]: [text] })) as Readonly<Record<string, unknown>>
        expect(row).toEqual(Object.fromEntries([[toStorable(name), [toStorable(text)]]]))
        expect(unstorable.test(Object.keys(row).join())).toBe(false)
        expect(toStorable(text)).toHaveLength(text.length)
      }),
    )
    expect(printRow({ a: '\0 \ud800 \\u0000' })).toBe('{"a":"\uFFFD \uFFFD \\\\u0000"}')
  })

  it('writes moments in UTC with milliseconds', () => {
    expect(printRow({ at: new Date(5) })).toBe('{"at":"1970-01-01T00:00:00.005Z"}')
  })

  it('refuses what is no JSON, and what is nested too deep', () => {
    for (const row of [{ big: 1n }, nested(502), nested(2000), nested(100_000)])
      expect(() => printRow(row)).toThrow(new MirrorError({ reason: 'unwritable' }))
    expect(JSON.parse(printRow(nested(500)))).toEqual(nested(500))
  })
})

describe('what a mirror keeps for itself', () => {
  it('is the same after it was stored, and two texts never become one', () => {
    fc.assert(
      fc.property(oddText, oddText, (one, other) => {
        expect(unescapeText(escapeText(one))).toBe(one)
        expect(escapeText(one) === escapeText(other)).toBe(one === other)
        const text = printState({ [one]: [other] })
        expect(text).not.toMatch(/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/)
        expect(parseState(JSON.parse(text))).toEqual(JSON.parse(JSON.stringify({ [one]: [other] })))
      }),
    )
  })
})
