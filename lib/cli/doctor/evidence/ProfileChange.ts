import * as t from 'io-ts'
import { finite, options } from '../../../codec.js'
import { type ItemAction, type OperationKey, operationTable, type Resources } from '../../../index.js'
import { profiles } from '../../profiles.js'
import { type Conversion, conversions } from './conversions.js'

/**
 * A change of a profile, as plain data. `why` is for the reader.
 *
 * - `use-profile`: another profile of this package.
 * - `remove-operation`: the service does not have it.
 * - `make-optional`: a required field may be missing or null.
 * - `convert-field`: the values of a field have another form.
 * - `rename-field`: a field has another name, `from`.
 * - `read-limit-headers`: the headers that report how much of a limit is left.
 * - `add-item-status`: what to do about an item with a status that the reference does not name; `null` until somebody
 *   decides it.
 */
export type ProfileChange = { readonly why?: string } & (
  | { readonly change: 'use-profile'; readonly profile: string }
  | { readonly change: 'remove-operation'; readonly operation: OperationKey }
  | { readonly change: 'make-optional'; readonly resource: keyof Resources; readonly field: string }
  | {
      readonly change: 'convert-field'
      readonly resource: keyof Resources
      readonly field: string
      readonly conversion: Conversion
    }
  | {
      readonly change: 'rename-field'
      readonly resource: keyof Resources
      readonly field: string
      readonly from: string
    }
  | {
      readonly change: 'read-limit-headers'
      readonly remaining: string
      readonly reset: string
      readonly limit?: string | undefined
    }
  | { readonly change: 'add-item-status'; readonly status: number; readonly action: ItemAction | null }
)

const oneOf = (names: ReadonlyArray<string>): t.Type<string> => {
  const known = new Set(names)
  const is = (u: unknown): u is string => typeof u === 'string' && known.has(u)
  return new t.Type(
    `one of ${names.join(', ')}`,
    is,
    (u, context) => (is(u) ? t.success(u) : t.failure(u, context)),
    t.identity,
  )
}

const matching = (name: string, form: RegExp): t.Type<string> => {
  const is = (u: unknown): u is string => typeof u === 'string' && form.test(u)
  return new t.Type(name, is, (u, context) => (is(u) ? t.success(u) : t.failure(u, context)), t.identity)
}

const field = matching('the name of a field: letters, digits and _', /^[A-Za-z]\w{0,59}$/)
const header = matching('the name of a header: letters, digits and -', /^[A-Za-z][A-Za-z0-9-]{0,59}$/)

const reasonField = { why: t.string }
const resource = oneOf(Object.keys(profiles[0]?.codecs ?? {}))
const actions = ['ok', 'wait', 'logIn', 'actAtBank', 'enterCode', 'retryLater', 'unsupported']

/** The codec of each kind of change. */
export const changeCodecs: Readonly<Record<ProfileChange['change'], t.Mixed>> = {
  'use-profile': options(
    'a change',
    { change: t.string, profile: oneOf(profiles.map(({ name }) => name)) },
    reasonField,
  ),
  'remove-operation': options(
    'a change',
    { change: t.string, operation: oneOf(Object.keys(operationTable)) },
    reasonField,
  ),
  'make-optional': options('a change', { change: t.string, resource, field }, reasonField),
  'convert-field': options(
    'a change',
    { change: t.string, resource, field, conversion: oneOf(Object.keys(conversions)) },
    reasonField,
  ),
  'rename-field': options('a change', { change: t.string, resource, field, from: field }, reasonField),
  'read-limit-headers': options(
    'a change',
    { change: t.string, remaining: header, reset: header },
    { ...reasonField, limit: header },
  ),
  'add-item-status': options(
    'a change',
    { change: t.string, status: finite, action: t.union([oneOf(actions), t.null], `${actions.join(', ')} or null`) },
    reasonField,
  ),
}

/** A change in one sentence. */
export const changeText = (change: ProfileChange): string => {
  switch (change.change) {
    case 'use-profile':
      return `use the profile ${change.profile}`
    case 'remove-operation':
      return `set paths.${change.operation} to null`
    case 'make-optional':
      return `make ${change.field} of ${change.resource} optional`
    case 'convert-field':
      return `read ${change.field} of ${change.resource} by ${change.conversion}`
    case 'rename-field':
      return `read ${change.field} of ${change.resource} from ${change.from}`
    case 'read-limit-headers':
      return `read the limit headers ${change.remaining} and ${change.reset}`
    case 'add-item-status':
      return `say in itemStates what to do about the item status ${String(change.status)}${change.action === null ? '' : `: ${change.action}`}`
  }
}
