import fc from 'fast-check'
import { isCutJson } from '../../lib/codec/isCutJson.js'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What may end the last word, string or pair of a text, and the objects and lists around it. */
const endings = ['', '0', '"', 'n"', '0"', '00"', '000"', '0000"', '"":0', 'rue', 'ue', 'e', 'alse', 'lse', 'se', 'ull']
  .concat('ll', 'l')
  .flatMap((ending) => [ending, `${ending}:0`])
const closers = ['', '}', ']'].flatMap((one, _, all) => all.map((other) => one + other))

/** The same by trial: whether one of many things after a short text makes JSON of it. */
const canBeEnded = (text: string): boolean =>
  endings.some((ending) => closers.some((closer) => isJson(text + ending + closer)))

const spaced = fc
  .tuple(fc.json({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t', '\r\n '))
  .map(([text, space]) => JSON.stringify(JSON.parse(text), null, space))

describe('isCutJson', () => {
  it.each(['', ' \n', '{', '[', '[1', '[1,', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":[{}', '"', '"a\\', '"\\u12'])(
    'is true of %j, which more makes JSON',
    (text) => expect(isCutJson(text)).toBe(true),
  )

  it.each(['-', '1.', '1e', '1e+', 't', 'fals', 'nul', '\ufeff', '\ufeff{', '[-', '[0.', '[tr', ' [ "é\ufffd'])(
    'is true of the beginning %j',
    (text) => expect(isCutJson(text)).toBe(true),
  )

  it.each(['12', '0', '-1.5e3', 'true', 'null', '"a"', '{}', '[]', ' {"a":[1,{}]} \n', '\ufeff{}'])(
    'is false of %j, which is JSON',
    (text) => expect(isCutJson(text)).toBe(false),
  )

  it.each([
    '<html>',
    'OK',
    '{"a":1}}',
    '[]]',
    '{}{',
    '[1}',
    '{"a":1]',
    '{a',
    '{"a",',
    '{,',
    '[,',
    '[1,]',
    '{"a":}',
    ':',
  ])('is false of %j, of which nothing makes JSON', (text) => expect(isCutJson(text)).toBe(false))

  it.each([
    '01',
    '1..',
    '+',
    '-t',
    'truex',
    'nulll',
    '[1 2',
    '"\n',
    '"\\x',
    '"\\u12g',
    '{"a" 1',
    '[1.e',
    '\u00a0',
    '{"a":1,}',
  ])('is false of the mistake %j', (text) => expect(isCutJson(text)).toBe(false))

  it('is true of every beginning of JSON that is not JSON itself, and of no JSON', () => {
    fc.assert(
      fc.property(spaced, fc.nat(), (text, place) => {
        const beginning = text.slice(0, place % (text.length + 1))
        expect(isCutJson(beginning)).toBe(!isJson(beginning))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is true of every beginning of an object or a list', () => {
    const nested = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
    fc.assert(
      fc.property(nested, fc.nat(), (whole, place) => {
        const text = JSON.stringify(whole)
        expect(isCutJson(text.slice(0, place % text.length))).toBe(true)
      }),
    )
  })

  it('is false of what goes on after an object or a list', () => {
    const more = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), more, (whole, text) => {
        expect(isCutJson(JSON.stringify(whole) + text)).toBe(false)
      }),
    )
  })

  it('is what trial tells of any short text of the letters of JSON', () => {
    const letter = fc.constantFrom(...'{}[]",:\\ \n-+.01eEtrufalsnx'.split(''))
    const text = fc.oneof(
      fc.string({ unit: letter, maxLength: 3 }),
      fc.tuple(spaced, fc.nat(), letter).map(([whole, place, one]) => whole.slice(0, place % 4) + one),
    )
    fc.assert(
      fc.property(
        text.filter((short) => (short.match(/[{[]/g) ?? []).length < 3),
        (short) => expect(isCutJson(short)).toBe(!isJson(short) && canBeEnded(short)),
      ),
      { numRuns: 300 },
    )
  })

  it.each([
    ['deep lists', '['.repeat(1_000_000)],
    ['deep objects', '{"":'.repeat(1_000_000)],
    ['a long string', `["${'x'.repeat(10_000_000)}`],
    ['many escapes', `["${'\\n\\u00e9'.repeat(500_000)}`],
    ['a long number', `[${'1'.repeat(10_000_000)}`],
    ['many rows', `[${'{"id":1,"name":"é"},'.repeat(200_000)}`],
    ['much space', `[${' '.repeat(2_000_000)}`],
  ])('reads %s, though long', (_, text) => {
    expect([isCutJson(text), isCutJson(`${text}<`)]).toEqual([true, text.includes('x') || text.includes('\\')])
  })
})
