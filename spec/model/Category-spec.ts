import { left, right } from 'fp-ts/lib/Either.js'
import { decode } from '../../lib/codec/decode.js'
import { category } from '../../lib/model/Category.js'
import { isTotal, refusesEachField, roundTrips } from '../codec/laws.js'
import { samples } from './samples.js'

describe('category', () => {
  it('keeps the laws', () => {
    roundTrips(category)
    isTotal(category)
  })

  it('requires only what is sure, and refuses each field of a wrong type', () => {
    refusesEachField(category, { id: 1 })
    expect(category.decode({ id: 1 })).toStrictEqual(right({ id: 1 }))
  })

  it('decodes an answer', () => {
    expect(category.decode(samples.category)).toStrictEqual(right(samples.category))
  })

  it('points at a wrong one below', () => {
    expect(decode(category, { id: 2, categories: [{ id: 3 }, { name: 'x' }] })).toStrictEqual(
      left([{ path: '/categories/1/id', expected: 'id' }]),
    )
  })
})
