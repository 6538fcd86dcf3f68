import * as t from 'io-ts'
import { record } from '../../base/codec/record.js'
import { bankFields } from '../model/bankFields.js'
import { type Bridge2018Bank, bridge2018Bank } from './Bridge2018Bank.js'

const { authentication_type, capabilities } = bankFields

/**
 * A bank that users can connect, as of 2019-02-18: a {@link Bridge2018Bank} with more fields, which were seen in
 * clients' code.
 */
export interface Bridge2019Bank extends Bridge2018Bank {
  /**
   * The URL of the logo; in rows of `all`, that of its group if the bank has none. Seen in clients' code.
   */
  readonly logo_url?: string | null | undefined
  /** How users authenticate: a word, such as `INTERNAL_CREDS` or `WEBVIEW`. Seen in clients' code. */
  readonly authentication_type?: string | null | undefined
  /** The capabilities of the bank: words. Seen in clients' code. */
  readonly capabilities?: Array<string> | null | undefined
  /** Its format is not known, so the value is not checked. Seen in clients' code. */
  readonly deeplink_ios?: unknown
  /** Its format is not known, so the value is not checked. Seen in clients' code. */
  readonly deeplink_android?: unknown
  /** Its format is not known, so the value is not checked. Seen in clients' code. */
  readonly payment_enabled?: unknown
  /** Its format is not known, so the value is not checked. Seen in clients' code. */
  readonly transfer_enabled?: unknown
}

/** The codec of a {@link Bridge2019Bank}. */
export const bridge2019Bank = record<Bridge2019Bank>('bank', bridge2018Bank.required, {
  ...bridge2018Bank.optional,
  authentication_type,
  capabilities,
  deeplink_ios: t.unknown,
  deeplink_android: t.unknown,
  payment_enabled: t.unknown,
  transfer_enabled: t.unknown,
})
