import { right } from 'fp-ts/lib/Either.js'
import { savingsDetails } from '../../../lib/service/model/SavingsDetails.js'
import { isTotal, refusesEachField, roundTrips } from '../../base/codec/laws.js'

describe('savingsDetails', () => {
  it('keeps the laws', () => {
    roundTrips(savingsDetails)
    isTotal(savingsDetails)
  })

  it('requires only what is sure, and refuses each field of a wrong type', () => {
    refusesEachField(savingsDetails, {})
    expect(savingsDetails.decode({})).toStrictEqual(right({}))
  })
})
