import fc from 'fast-check'
import { indentedJson, jsonLine } from '../../../lib/cli/output/jsonLine.js'

describe('jsonLine', () => {
  it('keeps names, and moments as the wire has them', () => {
    const row = { id: 1, updated_at: new Date('2019-08-06T12:28:32.332Z'), name: 'Crédit' }
    expect(jsonLine(row)).toBe('{"id":1,"updated_at":"2019-08-06T12:28:32.332Z","name":"Crédit"}')
  })

  it('says the same as JSON, in one line, without what steers a terminal', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '\x1b', '\x9b', '\u202e', '\u2028', '\n', '\x7f', '😀') })
    fc.assert(
      fc.property(text, (name) => {
        const line = jsonLine({ name })
        expect(JSON.parse(line)).toStrictEqual({ name })
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u)
        expect(indentedJson({ name })).toBe(`{\n  ${line.slice(1, -1).replace(':', ': ')}\n}`)
      }),
    )
  })
})
