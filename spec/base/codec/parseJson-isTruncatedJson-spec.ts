import fc from 'fast-check'
import { isTruncatedJson } from '../../../lib/base/codec/parseJson.js'

const nested = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))

/** Objects and lists, as different writers of JSON space them, some with a byte order mark. */
const written = fc
  .tuple(nested, fc.constantFrom(undefined, 1, '\t', '\r\n '), fc.constantFrom('', '\ufeff', ' \n'))
  .map(([value, space, before]) => before + JSON.stringify(value, null, space))

describe('isCutJson', () => {
  it.each([
    '',
    ' \n',
    '\ufeff',
    '{',
    '[',
    '[1',
    '[1,',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":[{}',
    '["a\\',
    '["\\u12',
    '["]',
  ])('is true of %j', (text) => expect(isTruncatedJson(text)).toBe(true))

  it.each(['{}', '[]', ' {"a":[1,{}]} \n', '\ufeff{}', '["\\""]', '["\\\\"]', '["[{"]', '{"}":"]"}'])(
    'is false of %j, which is whole',
    (text) => expect(isTruncatedJson(text)).toBe(false),
  )

  it.each([
    '<html>',
    'OK',
    '12',
    'tru',
    '"a',
    '{"a":1}}',
    '[]]',
    '{}{',
    '{}[',
    '{a}',
    '[,]',
    ':',
    '[1]"',
    '[1}',
    '[{]',
  ])('is false of %j, which more would not mend', (text) => expect(isTruncatedJson(text)).toBe(false))

  it('is true of every beginning of an object or a list, and false of the whole', () => {
    fc.assert(
      fc.property(written, fc.nat(), (text, place) => {
        expect(isTruncatedJson(text.slice(0, place % text.length))).toBe(true)
        expect(isTruncatedJson(text)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is false of what continues after an object or a list', () => {
    fc.assert(
      fc.property(written, fc.string(), (text, more) => {
        expect(isTruncatedJson(text + more)).toBe(false)
      }),
    )
  })

  it.each([
    ['deep lists', '['.repeat(1_000_000)],
    ['deep objects', '{"":'.repeat(1_000_000)],
    ['a long string', `["${'x'.repeat(10_000_000)}`],
    ['many escapes', `["${'\\n\\u00e9\\"'.repeat(500_000)}`],
    ['many rows', `[${'{"id":1,"name":"é"},'.repeat(200_000)}`],
    ['much space', `[${' '.repeat(2_000_000)}`],
  ])('reads %s, though long', (_, text) => {
    expect(isTruncatedJson(text)).toBe(true)
  })
})
