import { matchFields, matchFieldsOf } from '../../../lib/service/model/MatchFields.js'
import { isTotal, roundTrips } from '../../base/codec/laws.js'
import { samples } from './samples.js'

const fields = {
  id: 1,
  account: 7,
  currency: 'EUR',
  amount: -4.99,
  date: '2023-04-20',
  description: 'Spotify',
  raw_description: 'PRLV 1512 SPOTIFY',
  round: 3,
}
const money = { id: 1, amount: -4.99, date: '2023-04-20', currency_code: 'EUR' }
const texts = { description: 'Spotify', raw_description: 'PRLV 1512 SPOTIFY' }
const newTexts = { clean_description: 'Spotify', bank_description: 'PRLV 1512 SPOTIFY' }

describe('matchFieldsOf', () => {
  it.each([
    ['2018', { ...money, ...texts, account: { id: 7, resource_uri: '/v2/accounts/7' } }],
    ['2021', { ...money, ...newTexts, account_id: 7 }],
    ['2025', { ...money, clean_description: 'Spotify', provider_description: 'PRLV 1512 SPOTIFY', account_id: 7 }],
    ['the documentation', { ...money, ...texts, account_id: 7 }],
    ['both', { ...money, description: 'other', ...newTexts, account_id: 7, account: { id: 8 } }],
  ])('has the same names for the rows of %s', (_, row) => {
    expect(matchFieldsOf(row, 3)).toEqual(fields)
  })

  it.each([-4.99, '-4.99', '-4.990', -4.990000000000001])('has one amount for two spellings of it: %p', (amount) => {
    expect(matchFieldsOf({ ...money, amount, account_id: 7 }, 3)?.amount).toBe(-4.99)
  })

  it('keeps an amount whose currency has no smallest unit as it came', () => {
    expect(
      matchFieldsOf({ ...money, amount: 0.30000000000000004, currency_code: 'BTC', account_id: 7 }, 3)?.amount,
    ).toBe(0.30000000000000004)
  })

  it('has no text if the row has none', () => {
    const bare = { ...fields, description: null, raw_description: null }
    expect(matchFieldsOf({ ...money, account_id: 7 }, 3)).toEqual(bare)
    expect(matchFieldsOf({ ...money, account_id: 7, description: null, bank_description: null }, 3)).toEqual(bare)
  })

  it.each([
    ['no account', { ...money, ...texts }],
    ['null for an account', { ...money, account_id: null, account: null }],
    ['no amount', { ...money, account_id: 7, amount: null }],
    ['an amount that is no number', { ...money, account_id: 7, amount: NaN }],
    ['no currency', { ...money, account_id: 7, currency_code: null }],
    ['no date', { ...money, account_id: 7, date: undefined }],
    ['a day that no calendar has', { ...money, account_id: 7, date: '2023-02-30' }],
    ['nothing but an id', { id: 1 }],
  ])('is none for a row with %s', (_, row) => {
    expect(matchFieldsOf(row, 3)).toBeUndefined()
  })

  it('holds no more of a text than is compared', () => {
    const long = matchFieldsOf(
      { ...money, account_id: 7, description: 'x'.repeat(1e6), raw_description: 'y'.repeat(1e6) },
      0,
    )
    expect([long?.description?.length, long?.raw_description?.length]).toEqual([200, 200])
  })

  it('reads the transactions that decode', () => {
    expect(matchFieldsOf(samples.transaction, 0)?.account).toBe(samples.transaction.account_id)
  })
})

describe('matchFields', () => {
  it('keeps the laws', () => {
    roundTrips(matchFields)
    isTotal(matchFields)
  })
})
