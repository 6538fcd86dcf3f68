import { right } from 'fp-ts/lib/Either.js'
import { item } from '../../../lib/service/model/Item.js'
import { isTotal, refusesEachField, roundTrips } from '../../base/codec/laws.js'
import { samples } from './samples.js'

describe('item', () => {
  it('keeps the laws', () => {
    roundTrips(item)
    isTotal(item)
  })

  it('requires only what is sure, refuses what is shown and of a wrong type, and keeps what is assumed', () => {
    refusesEachField(item, { id: 1 })
    expect(item.decode({ id: 1 })).toStrictEqual(right({ id: 1 }))
  })

  it('decodes an answer', () => {
    expect(item.decode(samples.item)).toStrictEqual(right(samples.item))
  })

  it('reads an id from digits, and keeps the earlier shape of a reference', () => {
    const earlier = { id: '187741', status: 1003, bank: { id: 408, resource_uri: '/v2/banks/408' } }
    expect(item.decode(earlier)).toStrictEqual(right({ ...earlier, id: 187741 }))
  })
})
