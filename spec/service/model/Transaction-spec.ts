import { right } from 'fp-ts/lib/Either.js'
import type { Assumed } from '../../../lib/base/codec/assumed.js'
import { type Transaction, transaction } from '../../../lib/service/model/Transaction.js'
import { isTotal, refusesEachField, roundTrips } from '../../base/codec/laws.js'
import { samples } from './samples.js'

describe('transaction', () => {
  it('keeps the laws', () => {
    roundTrips(transaction)
    isTotal(transaction)
  })

  it('requires only what is sure, refuses what is shown and of a wrong type, and keeps what is assumed', () => {
    refusesEachField(transaction, { id: 1 })
    expect(transaction.decode({ id: 1 })).toStrictEqual(right({ id: 1 }))
  })

  it('decodes an answer, keeping the milliseconds and leaving days as texts', () => {
    const updated_at = new Date(samples.transaction.updated_at)
    expect(transaction.decode(samples.transaction)).toStrictEqual(right({ ...samples.transaction, updated_at }))
    expect(updated_at.getUTCMilliseconds()).toBe(408)
  })

  it('decodes the documented fields', () => {
    const named = { id: 1, description: 'Spotify', raw_description: 'PRLV SPOTIFY', updated_at: '2019-08-08T09:19:14Z' }
    expect(transaction.decode(named)).toStrictEqual(right({ ...named, updated_at: new Date(named.updated_at) }))
  })

  it('has a field of each type, as inferred', () => {
    const inferred: Transaction = { id: 1, updated_at: new Date(0), amount: null }
    const amount: Assumed<number> | undefined = inferred.amount
    const moment: Date | null | undefined = inferred.updated_at
    expect([amount, moment]).toStrictEqual([null, new Date(0)])
  })
})
