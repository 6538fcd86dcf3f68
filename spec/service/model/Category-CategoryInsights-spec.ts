import fc from 'fast-check'
import { right } from 'fp-ts/lib/Either.js'
import { categoryInsights } from '../../../lib/service/model/Category.js'
import { isTotal, roundTrips } from '../../base/codec/laws.js'

describe('categoryInsights', () => {
  it('keeps the laws', () => {
    roundTrips(categoryInsights)
    isTotal(categoryInsights)
  })

  it('takes every object as it was sent', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (answer) => {
        expect(JSON.stringify(categoryInsights.decode(answer))).toBe(JSON.stringify(right(answer)))
      }),
    )
  })

  it.each([[[]], ['text'], [7], [null], [undefined]])('refuses %j, which is no object', (value) => {
    expect(categoryInsights.decode(value)._tag).toBe('Left')
  })
})
