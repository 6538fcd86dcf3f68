import { similarity } from '../../service/model/similarity.js'
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

/** What the texts of one row say for the account of the other one. */
const evidenceOf = (row: OpenRow, other: OpenRow): TransferEvidence => {
  const { accountsByIban, accountsByName, hasOwnName, isCalledTransfer } = row.mentions()
  if (accountsByIban.has(other.entry.account)) return 'iban'
  if (accountsByName.has(other.entry.account) || hasOwnName) return 'name'
  return isCalledTransfer ? 'words' : 'amount'
}

/** Whether a text names an account of the person, or the person. */
const isOwn = (evidence: TransferEvidence): boolean => ranks[evidence] >= ranks.name

/** Whether both texts name something, which is not the same, and not both times an account of the person. */
const areTopicsDifferent = (from: OpenRow, to: OpenRow): boolean => {
  const [left, arrived] = [from.mentions().topics, to.mentions().topics]
  const areOwn = isOwn(evidenceOf(from, to)) && isOwn(evidenceOf(to, from))
  return left.size > 0 && arrived.size > 0 && !areOwn && similarity(left, arrived) === 0
}

/** Whether a text has the name of an account of the person that is not the one of the other row. */
const namesOtherAccount = (row: OpenRow, other: OpenRow): boolean => {
  const { accountsByName } = row.mentions()
  return accountsByName.size > 0 && !accountsByName.has(other.entry.account)
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
  const [one, other] = [evidenceOf(from, to), evidenceOf(to, from)].sort((a, b) => ranks[b] - ranks[a]) as [
    TransferEvidence,
    TransferEvidence,
  ]
  // A word of transfers in one text alone says little.
  const evidence = one === 'words' ? other : one
  const rank = ranks[evidence]
  const isOrdered = to.day >= from.day
  const doubts: Array<TransferDoubt> = []
  if (to.day < from.day - maxEarlyDays) doubts.push('early')
  if (fit === 'fee') doubts.push('fee')
  if (fit === 'rate' && rank < ranks.name) doubts.push('rate')
  if (rank < ranks.iban && (from.mentions().isCalledOtherwise || to.mentions().isCalledOtherwise)) doubts.push('kind')
  if (rank < ranks.iban && (areTopicsDifferent(from, to) || namesOtherAccount(from, to) || namesOtherAccount(to, from)))
    doubts.push('topics')
  if (rank < ranks[rule.evidence]) doubts.push('evidence')
  return {
    id: transferId(from.entry.id, to.entry.id),
    from,
    to,
    strength: doubts.length > 0 ? -1 : 2 * (4 * rank + ranks[other]) + Number(isOrdered),
    why: [...(fit === 'fee' ? [] : [fit]), ...(evidence === 'amount' ? [] : [evidence])],
    doubts,
  }
}
