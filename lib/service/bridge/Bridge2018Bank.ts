import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { lenient, record } from '../../base/codec/record.js'
import { bankFields, type BankFormField } from '../model/bankFields.js'

const { name, parent_name, country_code, primary_color, secondary_color, logo_url, form } = bankFields

/** A bank that users can connect, as of 2018-06-15; recorded. */
export interface Bridge2018Bank {
  /** The id: an integer from 0 to 2^53 - 1. Recorded. */
  readonly id: number
  /** The name, for display. Recorded. */
  readonly name?: string | null | undefined
  /** The name of the bank's group, in rows of `all`. Recorded. */
  readonly parent_name?: string | null | undefined
  /** The country, by ISO 3166-1: two letters. Recorded. */
  readonly country_code?: string | null | undefined
  /** Whether the service refreshes items by itself; otherwise only on request. Recorded. */
  readonly automatic_refresh?: boolean | null | undefined
  /** A colour of the bank, as a string, or `null`. Recorded. */
  readonly primary_color?: string | null | undefined
  /** Another colour of the bank, as a string, or `null`. Recorded. */
  readonly secondary_color?: string | null | undefined
  /** The URL of the logo of the bank's group, in rows of `all`. Recorded. */
  readonly logo_url?: string | null | undefined
  /** The inputs of the bank's form. Recorded. */
  readonly form?: Array<BankFormField> | null | undefined
  /** The path of the bank. Recorded. */
  readonly resource_uri?: string | null | undefined
  /** The type of the resource: `bank`. Recorded. */
  readonly resource_type?: string | null | undefined
}

/** The codec of a {@link Bridge2018Bank}. */
export const bridge2018Bank = record<Bridge2018Bank>(
  'bank',
  { id },
  {
    name,
    parent_name,
    country_code,
    ...lenient({ automatic_refresh: t.boolean, resource_uri: t.string, resource_type: t.string }),
    primary_color,
    secondary_color,
    logo_url,
    form,
  },
)
