import fc from 'fast-check'
import { isRight } from 'fp-ts/lib/Either.js'
import { id, plainDate, timestamp, uuid } from '../../../lib/codec.js'
import { createPseudonyms } from '../../../lib/testing/tape/pseudonyms.js'

const written = (text: string) => /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? []

describe('pseudonyms', () => {
  it('are the same for the same, and others for others', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.oneof(fc.string({ minLength: 1 }), fc.uuid(), fc.nat().map(String))), (values) => {
        const { text } = createPseudonyms()
        const first = values.map(text)
        expect(values.map(text)).toEqual(first)
        expect(new Set(first).size).toBe(values.length)
      }),
    )
  })

  it('are others on another tape', () => {
    const values = ['Jean Dupont', 'FR7630006000011234567890189', '36000051006608', '1980-02-29T10:00:00Z']
    const [one, other] = [createPseudonyms(), createPseudonyms()].map(({ text }) => values.map(text))
    expect(one?.filter((pseudonym, index) => pseudonym === other?.[index])).toEqual([])
  })

  it('of numbers have the sign, the magnitude and the decimals, and are safe integers if the others are', () => {
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100),
      fc.maxSafeInteger(),
      fc.constantFrom(0, 2 ** 53, -(2 ** 53), 1e21, 1.5e-7, 5e-324, Number.MAX_VALUE, 0.05, 9_007_199_254_740_991),
    )
    fc.assert(
      fc.property(numbers, (number) => {
        const [before, after] = [String(number), createPseudonyms().number(String(number))].map(written)
        expect(after?.[1]).toBe(before?.[1])
        expect(Number.isSafeInteger(Number(after?.[0]))).toBe(Number.isSafeInteger(number))
        if (Math.abs(number) > 2 ** 53 || (Math.abs(number) < 1e-6 && number !== 0)) return
        expect(after?.[2]?.length).toBe(before?.[2]?.length)
        if (String(number).length < 16) expect(after?.[3]?.length).toBe(before?.[3]?.length)
      }),
      { numRuns: 1000 },
    )
  })

  it('of 0 is 0, and of nothing else', () => {
    const { number } = createPseudonyms()
    expect(['0', '0'].map(number)).toEqual(['0', '0'])
    expect(['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(number).sort()).toEqual(Array.from('123456789'))
  })

  it('are others for others even if there are no more of the kind', () => {
    const { number } = createPseudonyms()
    const ids = Array.from({ length: 9000 }, (_, index) => String(1000 + index))
    expect(ids.map(number).sort()).toEqual(ids)
  })

  it('come to an end if all that are alike are taken', () => {
    const { text } = createPseudonyms()
    const days = Array.from({ length: 40_050 }, (_, day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
    expect(days.map(text).every((day) => plainDate.is(day))).toBe(true)
  })

  it.each<readonly [string, string, (text: string) => boolean]>([
    ['an id', '36000051006608', (text) => isRight(id.decode(text)) && text.length === 14],
    ['the greatest id', '9007199254740991', (text) => isRight(id.decode(text)) && text.length === 16],
    ['a UUID', 'C2A26C9E-dc23-4f67-b887-bbae0f26c415', (text) => uuid.is(text)],
    ['a day', '1980-02-29', (text) => plainDate.is(text)],
    ['a moment', '1980-02-29T10:20:30+02:00', (text) => isRight(timestamp.decode(text))],
    ['a URL', 'https://jean.example/me?k=1', (text) => /^https:\/\/[a-z]{12}\.invalid\/$/.test(text)],
    ['a URL in the clear', 'http://jean.example', (text) => /^http:\/\/[a-z]{12}\.invalid\/$/.test(text)],
    ['an address', 'jean@mail.example', (text) => /^[a-z]{12}@mail\.invalid$/.test(text)],
    ['a word', 'FR7630006000011234567890189', (text) => /^[a-z]{12}$/.test(text)],
    ['digits that are no id', '007', (text) => /^[a-z]{12}$/.test(text)],
    ['words', 'Jean Dupont', (text) => /^[a-z]{6} [a-z]{6}$/.test(text)],
    ['other letters', 'été', (text) => /^[a-z]{6} [a-z]{6}$/.test(text)],
    ['more than a header takes', 'x'.repeat(8193), (text) => /^[a-z]{6} [a-z]{6}$/.test(text)],
    ['nothing', '', (text) => text === ''],
    ['what was hidden already', '<redacted>', (text) => text === '<redacted>'],
  ])('are of the kind of %s', (_, value, isAlike) => {
    expect(isAlike(createPseudonyms().text(value))).toBe(true)
  })

  it('of names say that they are', () => {
    const { name, text } = createPseudonyms()
    expect(name('jean')).toMatch(/^name_[a-z]{12}$/)
    expect(name('jean')).toBe(name('jean'))
    expect(text('jean')).not.toContain(name('jean').slice(5))
  })

  it('are counted, but for those of texts that are too long to be kept', () => {
    const { name, number, size, text } = createPseudonyms()
    const long = 'x'.repeat(9000)
    expect(text(long)).not.toBe(text(long))
    for (const value of ['jean', '7', '', 'jean']) text(value)
    for (const value of ['7', '1.5', '1.5']) number(value)
    for (const value of ['jean', 'jean']) name(value)
    expect(size()).toBe(4)
  })
})
