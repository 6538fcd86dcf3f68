import { object } from '../../../base/codec/object.js'
import { isServiceValue } from '../../../service/model/isServiceValue.js'
import type { Resources } from '../../../service/profile/Codecs.js'
import type { ParsedResponse } from './ParsedResponse.js'

/** The words that the reference names for a field; in some API versions it may have fewer. */
interface WordField {
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

/** A value of a {@link WordField}. */
export interface WordValue {
  readonly field: WordField
  readonly path: string
  readonly value: string | number
}

const valuesAt = (value: unknown, [name, ...rest]: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  if (name === undefined) return [value]
  if (name === '[]')
    return Array.isArray(value) ? (value as ReadonlyArray<unknown>).flatMap((each) => valuesAt(each, rest)) : []
  return object.is(value) && Object.hasOwn(value, name) ? valuesAt(value[name], rest) : []
}

const steps = (path: string): ReadonlyArray<string> => path.replaceAll('[]', '.[]').split('.')

/** The values of word fields, all or some, in the rows of a response. */
export const wordsOf = ({ rows, operation }: ParsedResponse, fields = wordFields): ReadonlyArray<WordValue> =>
  fields
    .filter(({ resource }) => resource === operation.resource)
    .flatMap((field) =>
      rows
        .flatMap((row) => valuesAt(row, steps(field.path)))
        .flatMap((value) =>
          typeof value === 'string' || typeof value === 'number'
            ? [{ field, path: `${field.resource}.${field.path}`, value }]
            : [],
        ),
    )

/** How often the words of a field were seen: those of the reference, other short ones, and the number of the rest. */
export interface WordTally {
  readonly known: Set<string | number>
  readonly unknown: Set<string | number>
  withheld: number
}

const maxUnknown = 20
const maxStatus = 9999

/** Whether a value that the reference does not name may be shown. */
const isShort = ({ words }: WordField, value: string | number): boolean => {
  const isStatus = typeof words[0] === 'number'
  if (typeof value === 'number') return isStatus && Number.isInteger(value) && Math.abs(value) <= maxStatus
  return !isStatus && isServiceValue(value)
}

/** A word as files show it; `another value` if it may be data. */
export const shownWord = (field: WordField, value: string | number): string =>
  field.words.includes(value) || isShort(field, value) ? String(value) : 'another value'

/** Counts the words of a response. */
export const addWords = (tallies: Map<string, WordTally>, response: ParsedResponse): void => {
  for (const { field, path, value } of wordsOf(response)) {
    const tally = tallies.get(path) ?? { known: new Set(), unknown: new Set(), withheld: 0 }
    tallies.set(path, tally)
    if (field.words.includes(value)) tally.known.add(value)
    else if (isShort(field, value) && (tally.unknown.has(value) || tally.unknown.size < maxUnknown))
      tally.unknown.add(value)
    else tally.withheld++
  }
}
