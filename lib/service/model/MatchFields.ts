import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Assumed } from '../../base/codec/assumed.js'
import { plainDate } from '../../base/codec/calendar.js'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { object } from '../../base/codec/object.js'
import { record } from '../../base/codec/record.js'
import { decimal } from './decimal.js'

/** The id of a row's account, which the service sends as a field or in a reference; `undefined` if it sends neither. */
export const accountId = ({
  account_id,
  account,
}: {
  readonly account_id?: unknown
  readonly account?: unknown
}): unknown => account_id ?? (object.is(account) ? account.id : undefined)

type Maybe<A> = Assumed<A> | undefined

/** The fields of a transaction, of any API version, that are compared to find its successor. */
export interface PostableRow {
  readonly id: number
  readonly amount?: Maybe<number>
  readonly currency_code?: Maybe<string>
  readonly date?: Maybe<string>
  readonly account_id?: Maybe<number>
  readonly account?: Maybe<{ readonly id: number }>
  readonly description?: Maybe<string>
  readonly raw_description?: Maybe<string>
  readonly clean_description?: Maybe<string>
  readonly bank_description?: Maybe<string>
  readonly provider_description?: Maybe<string>
}

/** The codec of a {@link MatchFields}. */
export const matchFields = /* @__PURE__ */ record(
  'transaction fields',
  { id, account: id, currency: t.string, amount: finite, date: plainDate, round: finite },
  { description: t.string, raw_description: t.string },
)

/**
 * The stored part of a transaction until it is matched: plain data with the same names in every API version, and the
 * number of the round in which it was added or removed.
 */
export interface MatchFields extends t.TypeOf<typeof matchFields> {}

/** The first 200 characters of the first string. */
const firstText = (...texts: ReadonlyArray<Maybe<string>>): string | null =>
  texts.find((text) => typeof text === 'string')?.slice(0, 200) ?? null

/**
 * An amount without the noise of binary arithmetic, so that two representations of it are equal; other values
 * unchanged.
 */
const amountOf = ({ amount, currency_code }: PostableRow): unknown => {
  const exact = decimal(amount, currency_code)
  return isRight(exact) ? Number(exact.right) : amount
}

/** The matching fields of a row that arrived in a round; `undefined` if it lacks a field that every match needs. */
export const matchFieldsOf = (row: PostableRow, round: number): MatchFields | undefined => {
  const fields = {
    id: row.id,
    account: accountId(row),
    currency: row.currency_code,
    amount: amountOf(row),
    date: row.date,
    description: firstText(row.clean_description, row.description),
    raw_description: firstText(row.provider_description, row.bank_description, row.raw_description),
    round,
  }
  return matchFields.is(fields) ? fields : undefined
}
