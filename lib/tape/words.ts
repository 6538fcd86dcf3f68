import { bridgeInterface } from '../profile/bridgeInterface.js'
import { described } from '../profile/described.js'
import { fieldNames } from './fieldNames.js'

/** Names that the interface and its deployments have beside the fields of `described` and the parts of paths. */
const others = `
  access_token account account_check account_types accounts-information authentication_expires_at authorization
  automatic_refresh bank banks_id bic bulk_payment category code confirmation content context country
  current_password custom deeplink_android deeplink_ios delete documentation_url error errors expires_at first_name
  full_refresh holder iban_fill_manually insights is_confirmed item language last_name last_refresh limit logout
  manage max_size_label message multiple_dates_payments multiple_dates_transfers nb_deleted_transactions
  nb_max_transactions nb_new_transactions nb_updated_transactions new_email new_password next_uri other otp
  pagination parent parent_banks parent_url payment_enabled prefill_email previous_uri pro property redirect_url
  refresh_trigger resource_type resource_uri resources search sender_iban_available since status_code stock sync
  timestamp transfer_enabled until user user_uuid after before
`

const partsOf = (path: string | null): ReadonlyArray<string> =>
  (path ?? '').split('/').filter((part) => part !== '' && !part.startsWith(':'))

/** The names that stay: of fields, of parameters, and of the parts of a path. All others become pseudonyms. */
export const words: ReadonlySet<string> = new Set([
  ...others.trim().split(/\s+/),
  ...Object.values(described.codecs).flatMap(fieldNames),
  ...Object.values(described.paths).flatMap(partsOf),
  ...Object.values(bridgeInterface.paths).flatMap(partsOf),
])
