import fc from 'fast-check'
import { right } from 'fp-ts/lib/Either.js'
import { accountInformation } from '../../../lib/service/model/AccountInformation.js'
import { isTotal, roundTrips } from '../../base/codec/laws.js'
import { samples } from './samples.js'

describe('accountInformation', () => {
  it('keeps the laws', () => {
    roundTrips(accountInformation)
    isTotal(accountInformation)
  })

  it('decodes an answer', () => {
    expect(accountInformation.decode(samples.accountInformation)).toStrictEqual(right(samples.accountInformation))
  })

  it('takes every object, and keeps every field, also those of another type', () => {
    // An id is also read from digits.
    const value = fc.jsonValue().filter((u) => typeof u !== 'string' || !/^\d+$/.test(u))
    const fields = fc.record(
      { item_id: value, first_name: value, last_name: value, accounts: value, other: value },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fields, (row) => {
        expect(JSON.stringify(accountInformation.decode(row))).toBe(JSON.stringify(right(row)))
      }),
    )
  })

  it.each([[[]], ['text'], [7], [null], [undefined]])('refuses %j, which is no object', (value) => {
    expect(accountInformation.decode(value)._tag).toBe('Left')
  })
})
