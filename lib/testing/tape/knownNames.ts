import type * as t from 'io-ts'
import type { RecordType } from '../../base/codec/record.js'
import { bridgeInterface } from '../../service/bridge/bridgeInterface.js'
import { documentedProfile } from '../../service/profile/documentedProfile.js'

/** The properties that hold the inner codecs of a codec, in this library and in io-ts. */
type Parts = { readonly type?: t.Mixed; readonly types?: ReadonlyArray<t.Mixed>; readonly props?: t.Props } & Partial<
  Pick<RecordType<t.Props, t.Props>, 'required' | 'optional'>
>

/** The names of all fields that a codec knows, at any depth. */
const codecFieldNames = (codec: t.Mixed): ReadonlyArray<string> => {
  const { type, types = [], props = {}, required = {}, optional = {} } = codec as unknown as Parts
  const fields = Object.entries({ ...props, ...required, ...optional })
  return [
    ...fields.flatMap(([name, field]) => [name, ...codecFieldNames(field)]),
    ...(type === undefined ? types : [type]).flatMap(codecFieldNames),
  ]
}

/** Names of the API and its deployments that are neither fields of `documentedProfile` nor parts of paths. */
const additionalNames = `
  access_token account account_check account_types accounts-information authentication_expires_at authorization
  automatic_refresh bank banks_id bic bulk_payment category code confirmation content context country current_password
  custom delete documentation_url error errors expires_at first_name full_refresh holder insights is_confirmed item
  language last_name limit logout manage max_size_label message multiple_dates_payments multiple_dates_transfers
  nb_deleted_transactions nb_max_transactions nb_new_transactions nb_updated_transactions new_email new_password
  next_uri other otp pagination parent parent_banks parent_url prefill_email previous_uri pro property redirect_url
  refresh_trigger resource_type resource_uri resources search sender_iban_available since status_code stock sync
  timestamp until user user_uuid after before
  accounting_balance aggregation aggregation_metadata aggregation_release_status allow_account_selection callback_url
  connect-sessions data_access deleted force_reauthentication future group_name health_status iban_filled_manually images
  instant_balance last_refresh_status last_successful_refresh last_try_refresh logo max_date max_selectable_accounts
  min_date operation_type parent_id paused payment_metadata payment_release_status provider_description provider_id
  providers release_status segment single_payment tags token total_estimated_interests url user_email v3
  bridge_payment_information execution_status_available keywords payment_link_id payment_request_id
  payment_transaction_id provider_environments region user-management-sessions
`

const splitPath = (path: string | null): ReadonlyArray<string> =>
  (path ?? '').split('/').filter((part) => part !== '' && !part.startsWith(':'))

/**
 * The names that a tape contains unchanged: of fields, of parameters, and of parts of paths. All other names become
 * pseudonyms.
 */
export const knownNames: ReadonlySet<string> = new Set([
  ...additionalNames.trim().split(/\s+/),
  ...Object.values(documentedProfile.codecs).flatMap(codecFieldNames),
  ...Object.values(documentedProfile.paths).flatMap(splitPath),
  ...Object.values(bridgeInterface.paths).flatMap(splitPath),
])
