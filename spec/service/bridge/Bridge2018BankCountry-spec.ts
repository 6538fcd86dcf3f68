import { left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../../lib/base/codec/decode.js'
import { id } from '../../../lib/base/codec/id.js'
import { record } from '../../../lib/base/codec/record.js'
import { type Bridge2018Bank, bridge2018Bank } from '../../../lib/service/bridge/Bridge2018Bank.js'
import {
  banksOfCountry,
  bridge2018BankCountry,
  type Bridge2018ParentBank,
} from '../../../lib/service/bridge/Bridge2018BankCountry.js'
import { isTotal } from '../../base/codec/laws.js'
import { bank2018, country2018 } from '../../fixtures/bridge2018.js'

const country = bridge2018BankCountry(bridge2018Bank)
const logo_url = 'https://web.bankin.com/img/banks-logo/germany/06_hbv@2x.png'

describe('a country of banks', () => {
  it('decodes what was recorded, and any JSON to Left or Right', () => {
    expect(country.decode(country2018)).toStrictEqual(right(country2018))
    isTotal(country)
  })

  it('says where a bank in it is wrong', () => {
    const wrong = { country_code: 'DE', parent_banks: [{ name: 'HVB', banks: [bank2018, { id: 'x' }] }] }
    expect(decode(country, wrong)).toStrictEqual(left([{ path: '/parent_banks/0/banks/1/id', expected: 'id' }]))
  })

  it.each([
    ['/country_code', { parent_banks: [] }],
    ['/parent_banks/0/name', { country_code: 'DE', parent_banks: [{ banks: [] }] }],
    ['/parent_banks/0/banks', { country_code: 'DE', parent_banks: [{ name: 'HVB' }] }],
  ])('is none without %s', (path, wrong) => {
    expect(decode(country, wrong)).toMatchObject({ left: [{ path }] })
  })

  it('has a group without a logo that is wrong', () => {
    const row = (more: object) => ({ country_code: 'DE', parent_banks: [{ name: 'HVB', banks: [], ...more }] })
    expect(decode(country, row({ logo_url: 7 }))).toStrictEqual(right(row({})))
  })

  it('is made of the codec of its banks, whatever that is', () => {
    const own = bridge2018BankCountry(record('own', { id, bic: t.string }, {}))
    expect(decode(own, country2018)).toMatchObject({ left: [{ path: '/parent_banks/0/banks/0/bic' }] })
  })
})

describe('the banks of a country', () => {
  it('know their group, its logo and their country', () => {
    expect(banksOfCountry(country2018)).toStrictEqual([
      { ...bank2018, parent_name: 'Hypovereinsbank (HVB)', country_code: 'DE', logo_url },
    ])
  })

  it('keep the country and the logo of their own, and the order of the service', () => {
    const banks = [
      { id: 2, country_code: 'AT', logo_url: 'own' },
      { id: 1, country_code: null, logo_url: null },
    ]
    const parent_banks: Array<Bridge2018ParentBank<Bridge2018Bank>> = [
      { name: 'A', banks, logo_url: 'group' },
      { name: 'B', banks: [{ id: 3 }] },
    ]
    expect(banksOfCountry({ country_code: 'DE', parent_banks })).toStrictEqual([
      { id: 2, country_code: 'AT', logo_url: 'own', parent_name: 'A' },
      { id: 1, country_code: 'DE', logo_url: 'group', parent_name: 'A' },
      { id: 3, country_code: 'DE', logo_url: undefined, parent_name: 'B' },
    ])
  })

  it('are none if there are none', () => {
    expect(banksOfCountry({ country_code: 'DE', parent_banks: [] })).toEqual([])
    expect(banksOfCountry({ country_code: 'DE', parent_banks: [{ name: 'A', banks: [] }] })).toEqual([])
  })
})
