import * as t from 'io-ts'
import { record } from '../../codec/record.js'
import { bankFields } from './bankFields.js'
import { bridge2018Bank } from './Bridge2018Bank.js'

const { authentication_type, capabilities } = bankFields

/** The codec of a {@link Bridge2019Bank}. */
export const bridge2019Bank = record('bank', bridge2018Bank.required, {
  ...bridge2018Bank.optional,
  authentication_type,
  capabilities,
  deeplink_ios: t.unknown,
  deeplink_android: t.unknown,
  payment_enabled: t.unknown,
  transfer_enabled: t.unknown,
})

/**
 * A bank that users can connect, as of 2019-02-18: a {@link Bridge2018Bank} with more, which is a client's code.
 *
 * - `authentication_type`: a word, such as `INTERNAL_CREDS` or `WEBVIEW`.
 * - `capabilities`: words.
 * - `logo_url`: URL.
 * - `deeplink_ios`, `deeplink_android`, `payment_enabled`, `transfer_enabled`: their form was not found.
 */
export interface Bridge2019Bank extends t.TypeOf<typeof bridge2019Bank> {}
