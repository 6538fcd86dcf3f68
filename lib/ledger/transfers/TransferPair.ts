import type { OpenRow } from './OpenRow.js'
import type { TransferDoubt, TransferReason } from './Transfer.js'
import { amountFit } from './transferAmounts.js'
import type { TransferEvidence, TransferRule } from './TransferConfig.js'
import { transferId } from './transferId.js'

/** Two rows that may be one transfer. */
export interface TransferPair {
  readonly id: string
  readonly from: OpenRow
  readonly to: OpenRow
  /** The evidence as a number: a pair with more is preferred to one with less. Negative if only a person may match them. */
  readonly strength: number
  readonly why: ReadonlyArray<TransferReason>
  readonly doubts: ReadonlyArray<TransferDoubt>
}

const ranks: Readonly<Record<TransferEvidence, number>> = { amount: 0, words: 1, name: 2, iban: 3 }

/** How many days before it left the money may arrive, since banks date by the booking or by the value. */
const maxEarlyDays = 1

/** Whether a text says that the money went to, or came from, another account than that of the other row. */
const namesElsewhere = (row: OpenRow, other: OpenRow, isKnown: (account: string) => boolean): boolean => {
  const { accountsByIban, hasOtherIban } = row.mentions()
  return accountsByIban.has(other.entry.account)
    ? false
    : accountsByIban.size > 0 || (hasOtherIban && isKnown(other.entry.account))
}

const evidenceOf = (from: OpenRow, to: OpenRow): TransferEvidence => {
  const [left, arrived] = [from.mentions(), to.mentions()]
  if (left.accountsByIban.has(to.entry.account) || arrived.accountsByIban.has(from.entry.account)) return 'iban'
  const isNamed = left.accountsByName.has(to.entry.account) || arrived.accountsByName.has(from.entry.account)
  if (isNamed || left.hasOwnName || arrived.hasOwnName) return 'name'
  return left.isCalledTransfer && arrived.isCalledTransfer ? 'words' : 'amount'
}

/**
 * The pair of a row that left an account and one that arrived on another; `undefined` if they cannot be one transfer.
 * `isKnown` tells whether the IBAN of an account is known.
 */
export const transferPair = (
  rule: TransferRule,
  isKnown: (account: string) => boolean,
  from: OpenRow,
  to: OpenRow,
): TransferPair | undefined => {
  const fit = amountFit(rule, from.entry, to.entry)
  if (fit === undefined || namesElsewhere(from, to, isKnown) || namesElsewhere(to, from, isKnown)) return undefined
  const evidence = evidenceOf(from, to)
  const rank = ranks[evidence]
  const isOrdered = to.day >= from.day
  const doubts: Array<TransferDoubt> = []
  if (to.day < from.day - maxEarlyDays) doubts.push('early')
  if (fit === 'fee') doubts.push('fee')
  if (fit === 'rate' && rank < ranks.name) doubts.push('rate')
  if (rank < ranks.iban && (from.mentions().isCalledOtherwise || to.mentions().isCalledOtherwise)) doubts.push('kind')
  if (rank < ranks[rule.evidence]) doubts.push('evidence')
  return {
    id: transferId(from.entry.id, to.entry.id),
    from,
    to,
    strength: doubts.length > 0 ? -1 : 2 * rank + Number(isOrdered),
    why: [...(fit === 'fee' ? [] : [fit]), ...(evidence === 'amount' ? [] : [evidence])],
    doubts,
  }
}
