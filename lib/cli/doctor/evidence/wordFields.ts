import type { Resources } from '../../../service/profile/Codecs.js'

/** The words that the reference names for a field; in some API versions it may have fewer. */
export interface WordField {
  readonly resource: keyof Resources
  readonly path: string
  readonly words: ReadonlyArray<string | number>
}

const itemWords = [
  'ok',
  'just_added',
  'just_edited',
  'invalid_creds',
  'tos_to_validate',
  'needs_password_rotation',
  'bank_is_down',
  'otp_not_supported',
  'disabled_temporarily',
  'incomplete',
  'otp_required',
  'sca_required_webview',
  'migration',
  'pro_account_locked',
]
// seen in clients' code; that there is `ga` too is inferred
const releaseWords = ['active', 'ga']

/**
 * The fields whose values are words of a closed list. Only their values are in reports: those of the list, and other
 * short words in lower case or, for numbers of a status, other integers of at most four digits.
 */
export const wordFields: ReadonlyArray<WordField> = [
  {
    resource: 'account',
    path: 'type',
    words: [
      'checking',
      'savings',
      'brokerage',
      'card',
      'loan',
      'shared_saving_plan',
      'pending',
      'life_insurance',
    ].concat(['special', 'pea', 'unknown']),
  },
  { resource: 'account', path: 'last_refresh_status', words: ['successful', 'failed'] },
  { resource: 'account', path: 'data_access', words: ['enabled', 'disabled'] },
  {
    resource: 'item',
    path: 'status',
    words: [0, -2, -3, 402, 429, 430, 1003, 1005, 1007, 1009, 1010, 1099, 1100],
  },
  {
    resource: 'item',
    path: 'status_code_info',
    // The earlier API versions have them in upper case.
    words: [...itemWords, ...itemWords.map((word) => word.toUpperCase())],
  },
  { resource: 'item', path: 'account_types', words: ['payment', 'all'] },
  {
    resource: 'refreshStatus',
    path: 'status',
    words: ['authenticating', 'retrieving_data', 'info_required', 'finished', 'invalid_creds', 'finished_error'],
  },
  { resource: 'refreshStatus', path: 'mfa.type', words: ['SMS', 'APP_TO_APP'] },
  {
    resource: 'transaction',
    path: 'operation_type',
    words: ['card', 'direct_debit', 'transfer', 'unknown'],
  },
  {
    resource: 'bank',
    path: 'capabilities[]',
    words: ['aggregation', 'ais', 'account_check', 'single_payment', 'single_transfer'],
  },
  { resource: 'bank', path: 'aggregation_metadata.release_status', words: releaseWords },
  { resource: 'bank', path: 'payment_metadata.release_status', words: releaseWords },
  { resource: 'bank', path: 'health_status.aggregation.status', words: ['healthy'] },
  { resource: 'bank', path: 'health_status.single_payment.status', words: ['healthy'] },
]
