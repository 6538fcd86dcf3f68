import { right } from 'fp-ts/lib/Either.js'
import { account } from '../../../lib/service/model/Account.js'
import { isTotal, refusesEachField, roundTrips } from '../../base/codec/laws.js'
import { samples } from './samples.js'

describe('account', () => {
  it('keeps the laws', () => {
    roundTrips(account)
    isTotal(account)
  })

  it('requires only what is sure, refuses what is shown and of a wrong type, and keeps what is assumed', () => {
    refusesEachField(account, { id: 1 })
    expect(account.decode({ id: 1 })).toStrictEqual(right({ id: 1 }))
  })

  it('decodes an answer', () => {
    const updated_at = new Date(samples.account.updated_at)
    expect(account.decode(samples.account)).toStrictEqual(right({ ...samples.account, updated_at }))
  })

  it('takes any word for a type, the earlier ones and later ones among them', () => {
    for (const type of ['home_mortgage', 'savings', '', 'not known yet'] as const) {
      expect(account.decode({ id: 1, type })).toStrictEqual(right({ id: 1, type }))
    }
  })
})
