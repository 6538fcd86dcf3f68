import fc from 'fast-check'
import { queryString } from '../../lib/http/queryString.js'

describe('queryString', () => {
  it('is empty if no parameter has a value', () => {
    expect([queryString({}), queryString({ since: undefined })]).toEqual(['', ''])
  })

  it('is read back as it was given', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer())),
        (query) => {
          const read = Array.from(new URLSearchParams(queryString(query)))
          expect(read).toEqual(Object.entries(query).map(([name, value]) => [name, String(value)]))
        },
      ),
    )
  })
})
