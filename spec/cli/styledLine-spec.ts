import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import picocolors from 'picocolors'
import { bar, fitLine, type Line, printLine, type Span, widthOf } from '../../lib/cli/styledLine.js'

const plain = picocolors.createColors(false)
const coloured = picocolors.createColors(true)

const span: fc.Arbitrary<Span> = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'é', '█', '😀', ' '), maxLength: 12 }),
  fc.tuple(
    fc.constantFrom('good', 'bad', 'faint', 'title', 'strong', 'notable', 'plain'),
    fc.string({ maxLength: 12 }),
  ),
)
const line: fc.Arbitrary<Line> = fc.array(
  span.map((piece) => piece),
  { maxLength: 6 },
)
const printed = (text: string): number => Array.from(text).length

describe('printLine', () => {
  it('is never wider than asked, coloured or not', () => {
    fc.assert(
      fc.property(line, fc.nat(60), (spans, width) => {
        expect(printed(printLine(plain, spans, width))).toBe(Math.min(widthOf(spans), width))
      }),
    )
  })

  it('has the same text in colours', () => {
    fc.assert(
      fc.property(line, fc.nat(60), (spans, width) => {
        const text = stripVTControlCharacters(printLine(plain, spans, width))
        expect(stripVTControlCharacters(printLine(coloured, spans, width))).toBe(text)
      }),
    )
  })

  it('says where it was cut, and only there', () => {
    const spans: Line = ['abc', ['good', 'def']]
    expect(printLine(plain, spans, 6)).toBe('abcdef')
    expect(printLine(plain, spans, 5)).toBe('abcd…')
    expect(printLine(plain, spans, 3)).toBe('ab…')
    expect(printLine(plain, spans, 0)).toBe('')
  })

  it('ends each colour that it begins', () => {
    expect(printLine(coloured, [['bad', 'abcdef'], 'ghi'], 4)).toBe(`${coloured.red('abc')}…`)
  })

  it('does not cut a character in two', () => {
    expect(printLine(plain, ['😀😀😀'], 2)).toBe('😀…')
  })
})

describe('fitting', () => {
  const spans: Line = ['token ', '8 s left', ['faint', ', until noon']]

  it('leaves out last pieces whole', () => {
    expect(fitLine(spans, 26, 1)).toStrictEqual(spans)
    expect(fitLine(spans, 25, 1)).toStrictEqual(['token ', '8 s left'])
    expect(fitLine(spans, 13, 1)).toStrictEqual(['token '])
  })

  it('keeps the first pieces, to be cut', () => {
    expect(fitLine(spans, 3, 2)).toStrictEqual(['token ', '8 s left'])
  })
})

describe('bar', () => {
  it('is full to its share', () => {
    expect(bar(0.5, 4)).toStrictEqual(['██', '░░'])
    expect(bar(0, 3)).toStrictEqual(['', '░░░'])
  })

  it('has its width, whatever the share', () => {
    for (const share of [-1, 0.01, 0.999, 1, 7]) expect(bar(share, 10).join('')).toHaveLength(10)
  })
})
