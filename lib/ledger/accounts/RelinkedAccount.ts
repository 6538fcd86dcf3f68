import type { Assumed } from '../../base/codec/assumed.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { object } from '../../base/codec/object.js'
import { maxLength, wordsOf } from '../../service/model/similarity.js'
import { type AccountNumber, type NameNumbers, parseAccountNumber, readNameNumbers } from './accountNumber.js'

/**
 * An account as the service describes it in any API version, or a row in a mirror's table. If you pass the accounts of
 * several users, add `user_id`: accounts of two users are linked only if a person accepts them. `Id` is the type of the id.
 */
export interface RelinkedAccount<Id extends number | string = number | string> {
  readonly id: Id
  readonly iban?: Assumed<string> | null | undefined
  readonly name?: Assumed<string> | null | undefined
  readonly type?: Assumed<string> | null | undefined
  readonly currency_code?: Assumed<string> | null | undefined
  readonly bank_id?: Assumed<number | string> | null | undefined
  /** `bank_id` as of 2025-01-15. */
  readonly provider_id?: Assumed<number | string> | null | undefined
  readonly item_id?: Assumed<number | string> | null | undefined
  readonly user_id?: Assumed<number | string> | null | undefined
}

/** @internal Whether a value is the id of an account or a row. */
export const isId = (u: unknown): u is number | string => typeof u === 'string' || Number.isFinite(u)

/** @internal The codec of a {@link RelinkedAccount}. Fields that are no strings or numbers count as unknown. */
export const relinkedAccount = /* @__PURE__ */ guardCodec(
  'an account with an id',
  (u): u is RelinkedAccount => object.is(u) && isId(u.id),
)

/** What the rules read of an account. What is unknown is `undefined`. */
export interface AccountFacts {
  readonly id: string
  readonly number: AccountNumber
  readonly nameNumbers: NameNumbers
  /** The words of the name. */
  readonly name: ReadonlySet<string>
  /** All signs of the name, without case and accents, and without the numbers of accounts. */
  readonly signs: string
  readonly type: string | undefined
  readonly currency: string | undefined
  readonly bank: string | undefined
  readonly item: string | undefined
  readonly user: string | undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const known = (value: unknown): string | undefined =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined

const accountDigits = /\d{3}|[*•·#]/

const signsOf = (name: string): string =>
  name
    .slice(0, maxLength)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => !accountDigits.test(part))
    .join('')

/** The types that say that the type is not known, or not yet. */
const unknownTypes = new Set(['unknown', 'pending'])

export const toAccountFacts = (account: RelinkedAccount): AccountFacts => {
  const type = known(account.type)?.toLowerCase()
  return {
    id: String(account.id),
    number: parseAccountNumber(textOf(account.iban)),
    nameNumbers: readNameNumbers(textOf(account.name)),
    name: wordsOf(textOf(account.name)),
    signs: signsOf(textOf(account.name)),
    type: type === undefined || unknownTypes.has(type) ? undefined : type,
    currency: known(account.currency_code)?.trim().toUpperCase(),
    bank: known(account.bank_id) ?? known(account.provider_id),
    item: known(account.item_id),
    user: known(account.user_id),
  }
}
