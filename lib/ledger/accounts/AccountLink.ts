/**
 * Why two accounts are one.
 *
 * - `iban`: both have the same complete IBAN, and the same currency.
 * - `digits`: the visible last digits of their IBANs, or of the masked numbers in their names, are the same: at least
 *   four, or three after leading zeros.
 * - `bank`, `type`, `name`: these are the same. Names are compared without digits, case and accents.
 * - `rows`: in the overlap of the two histories, nine of ten rows are on both accounts, and on at least three days.
 * - `accepted`: a person accepted them.
 */
export type AccountEvidence = 'iban' | 'digits' | 'bank' | 'type' | 'name' | 'rows' | 'accepted'

/**
 * Why a person has to decide whether two accounts are one.
 *
 * - `several`: there are `alternatives`, or a third account has as much in common with one of the two.
 * - `evidence`: there is less evidence than a link needs.
 * - `iban`, `bank`, `type`, `name`, `user`: these differ.
 * - `digits`: visible digits differ, in the names or in numbers that are no complete IBANs.
 * - `currency`: the currency of an account is unknown.
 * - `rows`: in the overlap of the two histories, most rows differ in their day or amount.
 */
export type AccountDoubt =
  | 'several'
  | 'evidence'
  | 'iban'
  | 'digits'
  | 'bank'
  | 'type'
  | 'name'
  | 'user'
  | 'currency'
  | 'rows'

/**
 * The rows of two accounts in the overlap of their histories.
 *
 * - `first`, `last`: the first and the last day of the overlap, `YYYY-MM-DD`; `null` if there is none.
 * - `same`: how many rows have the same day, amount and text on both accounts.
 * - `similar`: how many others have the same amount, and a longer text or a corrected day; see `MatchedRow`.
 * - `different`: how many rows only one of the accounts has; of the two accounts, the one with more. Rows in the first and
 *   last three days of the overlap are not counted, since banks send those in part.
 */
export interface RowComparison {
  readonly first: string | null
  readonly last: string | null
  readonly same: number
  readonly similar: number
  readonly different: number
}

/**
 * Two accounts that are one.
 *
 * - `id`: made of `from` and `to`, so that it is the same whenever these two accounts are matched in this order.
 * - `from`: the id of the earlier account; `to`: the id of the account that continues it, or that duplicates it. What a
 *   person accepted can have the newer account as `from`.
 * - `evidence`: what is the same; `rows`: how their rows compare.
 */
export interface AccountLink {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly evidence: ReadonlyArray<AccountEvidence>
  readonly rows: RowComparison
}

/**
 * Two accounts that may be one. A person decides.
 *
 * - `relation`: `successor` if `from` is gone, `duplicate` if both exist.
 * - `doubts`: why they were not matched.
 * - `alternatives`: the ids of the other candidates that have one of the two accounts; empty if there are none.
 */
export interface AccountCandidate extends AccountLink {
  readonly relation: 'successor' | 'duplicate'
  readonly doubts: ReadonlyArray<AccountDoubt>
  readonly alternatives: ReadonlyArray<string>
}

/**
 * What {@link matchAccounts} finds, each list in the order of the account ids.
 *
 * - `links`: `from` is gone, and `to` continues it. No account is the `from` of two links, nor the `to` of two.
 * - `duplicates`: both exist, and are one account under two connections. No account is the `to` of two: an account counts
 *   if it is the `to` of none. The `from` of a duplicate can be the `to` of another, if a person accepted one of them. A
 *   pair that follows from two others is not repeated.
 * - `candidates`: a person decides.
 */
export interface AccountMatches {
  readonly links: ReadonlyArray<AccountLink>
  readonly duplicates: ReadonlyArray<AccountLink>
  readonly candidates: ReadonlyArray<AccountCandidate>
}
