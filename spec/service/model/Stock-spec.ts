import { right } from 'fp-ts/lib/Either.js'
import { stock } from '../../../lib/service/model/Stock.js'
import { isTotal, refusesEachField, roundTrips } from '../../base/codec/laws.js'
import { samples } from './samples.js'

describe('stock', () => {
  it('keeps the laws', () => {
    roundTrips(stock)
    isTotal(stock)
  })

  it('requires only what is sure, refuses what is shown and of a wrong type, and keeps what is assumed', () => {
    refusesEachField(stock, { id: 1 })
    expect(stock.decode({ id: 1 })).toStrictEqual(right({ id: 1 }))
  })

  it('decodes an answer', () => {
    const { updated_at, created_at } = samples.stock
    const moments = { updated_at: new Date(updated_at), created_at: new Date(created_at) }
    expect(stock.decode(samples.stock)).toStrictEqual(right({ ...samples.stock, ...moments }))
  })
})
