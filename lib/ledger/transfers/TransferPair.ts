import { currencyDigits } from '../../service/model/minorUnits.js'
import { similarity } from '../../service/model/similarity.js'
import type { LedgerEntry } from '../toLedgerEntry.js'
import { billTopics } from './createMentions.js'
import type { OpenRow } from './OpenRow.js'
import type { OwnAccounts } from './ownAccounts.js'
import { type TransferDoubt, transferId, type TransferReason } from './Transfer.js'
import type { TransferEvidence, TransferRule } from './TransferConfig.js'

type Money = Pick<LedgerEntry, 'minorUnits' | 'currency' | 'date'>

/** How the amounts of two rows fit. */
type AmountFit = 'amount' | 'fee' | 'rate'

/** The possible amounts of the other half of a row, from `min` to `max`: signed, in minor units. */
export interface AmountRange {
  readonly min: bigint
  readonly max: bigint
}

/**
 * The range of integers that contains all numbers from `min` to `max`, slightly widened because doubles are not exact.
 */
const widen = (min: number, max: number): AmountRange | undefined => {
  const margin = 1 + Math.max(Math.abs(min), Math.abs(max)) * 1e-9
  return Number.isFinite(margin)
    ? { min: BigInt(Math.floor(min - margin)), max: BigInt(Math.ceil(max + margin)) }
    : undefined
}

/** The value of one minor unit of `from` on a day, in minor units of `to`, at the caller's rate. */
const minorRate = ({ rateOf }: TransferRule, from: string, to: string, date: string): number | undefined => {
  const rate = rateOf(from, to, date)
  if (rate === undefined || !Number.isFinite(rate) || rate <= 0) return undefined
  return rate * 10 ** ((currencyDigits(to) ?? 0) - (currencyDigits(from) ?? 0))
}

/** How the amount that arrived fits the amount that left; `undefined` if it does not. */
export const amountFit = (rule: TransferRule, from: Money, to: Money): AmountFit | undefined => {
  if (from.currency === to.currency) {
    if (from.minorUnits === -to.minorUnits) return 'amount'
    const fee = Number(-from.minorUnits - to.minorUnits)
    return fee > 0 && fee <= rule.feeShare * Number(-from.minorUnits) ? 'fee' : undefined
  }
  const rate = minorRate(rule, from.currency, to.currency, from.date)
  if (rate === undefined) return undefined
  const expected = Number(-from.minorUnits) * rate
  return Math.abs(Number(to.minorUnits) - expected) <= rule.rateTolerance * expected ? 'rate' : undefined
}

/**
 * The possible amounts of the other half of a row, in a currency and on a day: all that {@link amountFit} accepts, and
 * perhaps a few more. `undefined` if there are none.
 */
export const amountRange = (
  rule: TransferRule,
  row: Money,
  currency: string,
  date: string,
): AmountRange | undefined => {
  const opposite = -row.minorUnits
  const amount = Number(opposite)
  const isDebit = row.minorUnits < 0n
  if (currency === row.currency) {
    if (rule.feeShare === 0) return { min: opposite, max: opposite }
    return isDebit ? widen(amount * (1 - rule.feeShare), amount) : widen(amount / (1 - rule.feeShare), amount)
  }
  const rate = isDebit
    ? minorRate(rule, row.currency, currency, row.date)
    : minorRate(rule, currency, row.currency, date)
  if (rate === undefined) return undefined
  const { rateTolerance } = rule
  return isDebit
    ? widen(amount * rate * (1 - rateTolerance), amount * rate * (1 + rateTolerance))
    : widen(amount / (rate * (1 - rateTolerance)), amount / (rate * (1 + rateTolerance)))
}

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

/**
 * The money may arrive this number of days before it left, because banks use either the booking date or the value date.
 */
const maxEarlyDays = 1

/** Whether a text says that the money went to, or came from, an account that is not the other row's. */
const namesElsewhere = (row: OpenRow, other: OpenRow, accounts: OwnAccounts): boolean => {
  const { accountsByIban, hasOtherIban } = row.mentions()
  return accountsByIban.has(other.entry.account)
    ? false
    : accountsByIban.size > 0 || (hasOtherIban && accounts.get(other.entry.account)?.isIbanKnown === true)
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

/**
 * Whether the rows are the monthly bill of a card: one of them is called a bill, or neither names anything but the card
 * and its payment.
 */
const isCardBill = (accounts: OwnAccounts, from: OpenRow, to: OpenRow): boolean => {
  const [payer, card] = [accounts.get(from.entry.account), accounts.get(to.entry.account)]
  const [fromMentions, toMentions] = [from.mentions(), to.mentions()]
  if (!card?.isCard || payer?.isCard || fromMentions.isCalledOtherwise || toMentions.isCalledOtherwise) return false
  const namesCard = fromMentions.hasCardWord || fromMentions.accountsByName.has(to.entry.account)
  const hasTopics = billTopics(fromMentions.topics, card.nameWords).size > 0
  if (fromMentions.isCalledBill) return namesCard || !hasTopics
  const hasOtherTopics = billTopics(toMentions.topics, payer?.nameWords ?? new Set()).size > 0
  return namesCard && !hasTopics && (toMentions.isCalledBill || !hasOtherTopics)
}

/**
 * Whether rows with no evidence but their amounts look like a purchase and its refund. The debit is on a card, or both
 * texts have a word in common, such as the name of a shop.
 */
const isLikeRefund = (accounts: OwnAccounts, from: OpenRow, to: OpenRow): boolean =>
  accounts.get(from.entry.account)?.isCard === true || similarity(from.mentions().topics, to.mentions().topics) > 0

/** Whether the service or a text says that a row is no transfer. */
const isCalledOtherwise = ({ entry, mentions }: OpenRow): boolean =>
  entry.operation === 'card' || mentions().hasCardWord || mentions().isCalledOtherwise

/** Whether a text names accounts of the person, but not the other row's account. */
const namesOtherAccount = (row: OpenRow, other: OpenRow): boolean => {
  const { accountsByName } = row.mentions()
  return accountsByName.size > 0 && !accountsByName.has(other.entry.account)
}

/**
 * The pair of a row that left an account and one that arrived on another; `undefined` if they cannot be one transfer.
 */
export const transferPair = (
  rule: TransferRule,
  accounts: OwnAccounts,
  from: OpenRow,
  to: OpenRow,
): TransferPair | undefined => {
  const fit = amountFit(rule, from.entry, to.entry)
  if (fit === undefined || namesElsewhere(from, to, accounts) || namesElsewhere(to, from, accounts)) return undefined
  const [stronger, weaker] = [evidenceOf(from, to), evidenceOf(to, from)].sort((a, b) => ranks[b] - ranks[a]) as [
    TransferEvidence,
    TransferEvidence,
  ]
  const isBill = isCardBill(accounts, from, to)
  // A transfer word in only one of the texts proves little.
  const evidence = stronger === 'words' || stronger === 'amount' ? (isBill ? 'words' : weaker) : stronger
  const rank = ranks[evidence]
  const isOrdered = to.day >= from.day
  const doubts: Array<TransferDoubt> = []
  if (to.day < from.day - maxEarlyDays) doubts.push('early')
  if (fit === 'fee') doubts.push('fee')
  if (fit === 'rate' && rank < ranks.name) doubts.push('rate')
  if (rank < ranks.iban) {
    const isOtherKind =
      isCalledOtherwise(from) || isCalledOtherwise(to) || (rank === ranks.amount && isLikeRefund(accounts, from, to))
    if (isOtherKind && !isBill) doubts.push('kind')
    if ((areTopicsDifferent(from, to) && !isBill) || namesOtherAccount(from, to) || namesOtherAccount(to, from))
      doubts.push('topics')
  }
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
