import { right } from 'fp-ts/lib/Either.js'
import { loanDetails } from '../../../lib/service/model/LoanDetails.js'
import { isTotal, refusesEachField, roundTrips } from '../../base/codec/laws.js'

describe('loanDetails', () => {
  it('keeps the laws', () => {
    roundTrips(loanDetails)
    isTotal(loanDetails)
  })

  it('requires only what is sure, and refuses each field of a wrong type', () => {
    refusesEachField(loanDetails, {})
    expect(loanDetails.decode({})).toStrictEqual(right({}))
  })
})
