import type { LedgerEntry } from '../toLedgerEntry.js'

/** Escapes the separator in a row id, so that two pairs never have the same id. */
const escapeId = (id: string): string => id.replace(/[%~]/g, (char) => (char === '%' ? '%25' : '%7E'))

/** One id for several rows, such as `7~12`: made of their ids. */
export const joinIds = (...ids: ReadonlyArray<string>): string => ids.map(escapeId).join('~')

/** The id of a transfer. */
export const transferId = (from: string, to: string): string => joinIds(from, to)

/**
 * Why two rows are one transfer.
 *
 * - `amount`: exactly opposite amounts; `rate`: equal amounts at the rate from `rateOf`.
 * - `iban`: a text contains the IBAN of the other account, or its French account number (RIB).
 * - `name`: a text contains the name of the other account, or one of your `names`.
 * - `words`: both rows are called a transfer, by the service or by a word of the text; or they are the bill of a card.
 * - `order`: as many rows left one account as arrived on the other, so they are matched in the order of their days.
 * - `accepted`: a person accepted them.
 */
export type TransferReason = 'amount' | 'rate' | 'iban' | 'name' | 'words' | 'order' | 'accepted'

/**
 * Why a person has to decide whether two rows are one transfer.
 *
 * - `several`: there are `alternatives`.
 * - `early`: the money arrived more than a day before it left.
 * - `fee`: less arrived than left.
 * - `rate`: the currencies differ, and no text names the other account.
 * - `kind`: a row looks like something else, such as a card purchase, a salary or a refund. Or the amounts are the only
 *   evidence, and both texts have a word in common, such as the name of a shop, or the money left a card.
 * - `topics`: the texts name different things, such as two people, or an account that is not the other row's.
 * - `evidence`: there is less evidence than the option `evidence` requires.
 */
export type TransferDoubt = 'several' | 'early' | 'fee' | 'rate' | 'kind' | 'topics' | 'evidence'

/**
 * Two rows that are one movement of money between accounts of one person.
 *
 * - `id`: made of the two row ids, so that it is the same whenever these two rows are matched.
 * - `from`: the row of the account that the money left; `to`: the row of the account on which it arrived.
 * - `why`: the reasons.
 */
export interface Transfer {
  readonly id: string
  readonly from: LedgerEntry
  readonly to: LedgerEntry
  readonly why: ReadonlyArray<TransferReason>
}

/**
 * Two rows that may be one transfer. A person decides.
 *
 * - `doubts`: why they were not matched.
 * - `alternatives`: the ids of the other candidates that have one of the two rows.
 */
export interface TransferCandidate extends Transfer {
  readonly doubts: ReadonlyArray<TransferDoubt>
  readonly alternatives: ReadonlyArray<string>
}

/** The transfers and candidates among some rows, by the date and id of their `from`. */
export interface TransferMatches {
  readonly transfers: ReadonlyArray<Transfer>
  readonly candidates: ReadonlyArray<TransferCandidate>
}
