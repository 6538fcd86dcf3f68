import * as t from 'io-ts'
import { list } from '../../base/codec/list.js'
import { record } from '../../base/codec/record.js'
import { bankFields } from '../model/bankFields.js'
import { fieldOf2018 } from './profileField.js'

/** The banks of one group. */
export interface Bridge2018ParentBank<A> {
  /** The name of the group. Recorded. */
  readonly name: string
  /** The banks of the group. Recorded. */
  readonly banks: Array<A>
  /** The URL of the logo of the group. Recorded. */
  readonly logo_url?: string | null | undefined
}

/**
 * A row in the list of banks as of 2018-06-15; recorded. A `limit` counts banks, so the same country and
 * group can appear again on a later page.
 */
export interface Bridge2018BankCountry<A> {
  /** The country, by ISO 3166-1: two letters. Recorded. */
  readonly country_code: string
  /** The banks of the country, by group. Recorded. */
  readonly parent_banks: Array<Bridge2018ParentBank<A>>
}

const { logo_url } = bankFields

/**
 * The codec of a {@link Bridge2018BankCountry}, made from the codec of a bank.
 */
export const bridge2018BankCountry = <A>(bank: t.Type<A, unknown>): t.Type<Bridge2018BankCountry<A>, unknown> => {
  const parentBank = record('parent bank', { name: t.string, banks: list(bank) }, { logo_url })
  return record('country', { country_code: t.string, parent_banks: fieldOf2018(list(parentBank)) }, {})
}

/** The fields of a bank that come from its group. */
interface Grouped {
  readonly country_code?: string | null | undefined
  readonly parent_name?: string | null | undefined
  readonly logo_url?: string | null | undefined
}

/** The banks of a country, each with its country, the name of its group, and the group's logo if it has none itself. */
export const banksOfCountry = <A extends Grouped>({
  country_code,
  parent_banks,
}: Bridge2018BankCountry<A>): ReadonlyArray<A> =>
  parent_banks.flatMap(({ banks, logo_url, name }) =>
    banks.map((bank) => ({
      ...bank,
      country_code: bank.country_code ?? country_code,
      logo_url: bank.logo_url ?? logo_url,
      parent_name: name,
    })),
  )
