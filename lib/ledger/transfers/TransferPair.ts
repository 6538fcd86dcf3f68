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
  /** The evidence as a number: stronger pairs are matched first. Negative if only a person may match the rows. */
  readonly strength: number
  readonly why: ReadonlyArray<TransferReason>
  readonly doubts: ReadonlyArray<TransferDoubt>
}

const ranks: Readonly<Record<TransferEvidence, number>> = { amount: 0, words: 1, name: 2, iban: 3 }

/** The money may arrive this number of days before it left, because banks use either the booking date or the value date. */
const maxEarlyDays = 1

/** Whether a text says that the money went to, or came from, another account than that of the other row. */
const namesElsewhere = (row: OpenRow, other: OpenRow, isIbanKnown: (account: string) => boolean): boolean => {
  const { accountsByIban, hasOtherIban } = row.mentions()
  return accountsByIban.has(other.entry.account)
    ? false
    : accountsByIban.size > 0 || (hasOtherIban && isIbanKnown(other.entry.account))
}

/** The evidence in the texts of one row for the account of the other one. */
const evidenceOf = (row: OpenRow, other: OpenRow): TransferEvidence => {
  const { accountsByIban, accountsByName, hasOwnName, isCalledTransfer } = row.mentions()
  if (accountsByIban.has(other.entry.account)) return 'iban'
  if (accountsByName.has(other.entry.account) || hasOwnName) return 'name'
  return isCalledTransfer ? 'words' : 'amount'
}

/** Whether the evidence is the name or the IBAN of the person or of the person's account. */
const namesPerson = (evidence: TransferEvidence): boolean => ranks[evidence] >= ranks.name

/** Whether both texts have topics, none of them in common, and not both name the person or the person's account. */
const areTopicsDifferent = (from: OpenRow, to: OpenRow): boolean => {
  const [fromTopics, toTopics] = [from.mentions().topics, to.mentions().topics]
  const bothNamePerson = namesPerson(evidenceOf(from, to)) && namesPerson(evidenceOf(to, from))
  return fromTopics.size > 0 && toTopics.size > 0 && !bothNamePerson && similarity(fromTopics, toTopics) === 0
}

/** Whether a text names an account of the person, but not that of the other row. */
const namesOtherAccount = (row: OpenRow, other: OpenRow): boolean => {
  const { accountsByName } = row.mentions()
  return accountsByName.size > 0 && !accountsByName.has(other.entry.account)
}

/**
 * The pair of a row that left an account and one that arrived on another; `undefined` if they cannot be one transfer.
 * `isIbanKnown` returns whether the IBAN of an account is known.
 */
export const transferPair = (
  rule: TransferRule,
  isIbanKnown: (account: string) => boolean,
  from: OpenRow,
  to: OpenRow,
): TransferPair | undefined => {
  const fit = amountFit(rule, from.entry, to.entry)
  if (fit === undefined || namesElsewhere(from, to, isIbanKnown) || namesElsewhere(to, from, isIbanKnown))
    return undefined
  const [stronger, weaker] = [evidenceOf(from, to), evidenceOf(to, from)].sort((a, b) => ranks[b] - ranks[a]) as [
    TransferEvidence,
    TransferEvidence,
  ]
  // A transfer word in only one of the texts proves little.
  const evidence = stronger === 'words' ? weaker : stronger
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
    strength: doubts.length > 0 ? -1 : 2 * (4 * rank + ranks[weaker]) + Number(isOrdered),
    why: [...(fit === 'fee' ? [] : [fit]), ...(evidence === 'amount' ? [] : [evidence])],
    doubts,
  }
}
