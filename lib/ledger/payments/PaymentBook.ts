import { groupBy } from '../groupBy.js'
import type { LedgerEntry } from '../toLedgerEntry.js'
import { compareRows } from '../transfers/OpenRow.js'
import { joinIds } from '../transfers/Transfer.js'
import { onlySum } from './onlySum.js'
import { amountKey, OpenIndex } from './OpenIndex.js'
import type { OpenExpected, OpenPayment } from './OpenPayment.js'
import type { PaymentAllocation, PaymentCandidate, PaymentMatch, PaymentReason } from './PaymentMatch.js'
import { doubtsOf, fitsMonth, mentionOf, reasonsOf } from './paymentPair.js'
import type { PaymentRule } from './PaymentRule.js'
import { type DayWindow, selectInWindow, settleInOrder } from './settleInOrder.js'

/** A payment, and the expected payments that it pays. */
interface Assignment<E> {
  readonly payment: OpenPayment
  readonly shares: ReadonlyArray<{ readonly expected: OpenExpected<E>; readonly minorUnits: bigint }>
  readonly why: ReadonlyArray<PaymentReason>
}

/** A payment within these days of the due date is matched before one at another time. */
const nearWindow: DayWindow = { maxDaysEarly: 3, maxDaysLate: 10 }

/** The maximum number of payments among which a person can choose what paid an expected payment. */
const maxPayments = 100

const outstandingOf = ({ outstanding }: { readonly outstanding: bigint }): bigint => outstanding

const sumOf = (expected: ReadonlyArray<{ readonly outstanding: bigint }>): bigint =>
  expected.reduce((sum, { outstanding }) => sum + outstanding, 0n)

/** The same for assignments that pay the same. */
const shareKey = ({ shares }: Assignment<unknown>): string =>
  joinIds(...shares.flatMap(({ expected, minorUnits }) => [expected.entry.id, String(minorUnits)]))

const onlyOf = (values: ReadonlySet<string>): string | undefined => {
  const [value] = values
  return values.size === 1 ? value : undefined
}

const onlyReference = ({ mentions }: OpenPayment): string | undefined => onlyOf(new Set(mentions.kinds.keys()))

/** The payments and expected payments that are not matched yet, and the matches. */
export class PaymentBook<E> {
  private readonly assignments: Array<Assignment<E>> = []
  private readonly open: Map<string, OpenExpected<E>>
  private readonly openPayments: Set<OpenPayment>

  constructor(
    private readonly rule: PaymentRule,
    payments: ReadonlyArray<OpenPayment>,
    expected: ReadonlyArray<OpenExpected<E>>,
  ) {
    this.open = new Map(expected.map((row) => [row.entry.id, row]))
    this.openPayments = new Set(payments)
  }

  /** Matches what is certain, the strongest evidence first. */
  settle(): void {
    this.assign((index, payment) => this.payByReference(index, payment))
    const payers = groupBy(this.open.values(), ({ reference }) => reference?.key)
    const hasOnePayer = (key: string): boolean => new Set(payers.get(key)?.map(({ nameKey }) => nameKey)).size === 1
    this.settleGroups(
      ({ reference, nameKey }) => reference && joinIds(reference.key, nameKey),
      (payment) => joinIds(onlyReference(payment) ?? '', onlyOf(payment.names) ?? ''),
    )
    this.settleGroups(
      ({ reference }) => (reference && hasOnePayer(reference.key) ? reference.key : undefined),
      (payment) => onlyReference(payment),
    )
    this.settleShared()
    if (this.rule.evidence !== 'reference') {
      this.assign((index, payment) => this.payByShortened(index, payment))
      this.settleGroups(
        ({ nameKey }) => nameKey,
        ({ names }) => onlyOf(names),
      )
      this.assign((index, payment) => this.payByName(index, payment))
    }
    if (this.rule.evidence === 'amount')
      this.settleGroups(
        () => '',
        () => '',
        false,
      )
  }

  matches(): ReadonlyArray<PaymentMatch<E>> {
    return this.assignments.map(({ payment, shares, why }) => {
      const sorted = [...shares].sort((one, other) => compareRows(one.expected, other.expected))
      return {
        id: joinIds(payment.entry.id, ...sorted.map(({ expected }) => expected.entry.id)),
        payment: payment.entry,
        allocations: sorted.map(({ expected, minorUnits }) => ({ expected: expected.expected, minorUnits })),
        why,
      }
    })
  }

  /**
   * Matches payments of several expected ones with one reference, the oldest first: all of them whose sum is exact, or a
   * single one if none is due near the day.
   */
  private settleShared(): void {
    const index = this.index()
    for (const payment of this.openPayments) {
      const { minorUnits } = payment.entry
      const [group, other] = index.mentioned(payment)
      const rows = (group ?? [])
        .flatMap(({ entry }) => this.open.get(entry.id) ?? [])
        .filter((row) => row.outstanding > 0n && row.isShared && doubtsOf(this.rule, row, payment).length === 0)
      const equal =
        selectInWindow(rows, this.rule, payment).length === 0 &&
        rows.find(({ outstanding }) => outstanding === minorUnits)
      const oldest = rows.filter((_, count) => sumOf(rows.slice(0, count + 1)) <= minorUnits)
      const paid = equal ? [equal] : oldest.length > 1 && sumOf(oldest) === minorUnits ? oldest : []
      if (paid.length > 0 && !other) this.put(this.toAssignment(payment, paid, ['amount', 'reference', 'order']))
    }
  }

  /** The pairs among which a person decides. */
  candidates(): ReadonlyArray<PaymentCandidate<E>> {
    const index = this.index()
    const found = Array.from(this.openPayments).flatMap((payment) => {
      const rows = this.bestRows(index, payment)
      return rows.length > this.rule.maxAlternatives ? [] : rows.map((expected) => ({ expected, payment }))
    })
    const byExpected = groupBy(found, ({ expected }) => expected.entry.id)
    const pairs = found.filter(({ expected }) => (byExpected.get(expected.entry.id)?.length ?? 0) <= maxPayments)
    const idOf = ({ expected, payment }: (typeof pairs)[number]) => joinIds(payment.entry.id, expected.entry.id)
    const ofExpected = groupBy(pairs, ({ expected }) => expected.entry.id)
    const ofPayment = groupBy(pairs, ({ payment }) => payment.entry.id)
    return pairs.map((pair) => {
      const { expected, payment } = pair
      const { entry } = payment
      const all = [...(ofExpected.get(expected.entry.id) ?? []), ...(ofPayment.get(entry.id) ?? [])]
      const alternatives = all
        .filter((other) => other !== pair)
        .map(idOf)
        .sort()
      const isAmountEqual = entry.minorUnits === expected.outstanding
      return {
        id: idOf(pair),
        payment: entry,
        allocations: [
          {
            expected: expected.expected,
            minorUnits: entry.minorUnits < expected.outstanding ? entry.minorUnits : expected.outstanding,
          },
        ],
        why: reasonsOf(expected, payment),
        doubts: [
          ...(alternatives.length > 0 ? ['several' as const] : []),
          ...(isAmountEqual ? [] : ['amount' as const]),
          ...doubtsOf(this.rule, expected, payment),
        ],
        alternatives,
      }
    })
  }

  unmatched(): ReadonlyArray<LedgerEntry> {
    return Array.from(this.openPayments, ({ entry }) => entry)
  }

  outstanding(): ReadonlyArray<PaymentAllocation<E>> {
    return this.openExpected().map(({ expected, outstanding }) => ({ expected, minorUnits: outstanding }))
  }

  private openExpected(): ReadonlyArray<OpenExpected<E>> {
    return Array.from(this.open.values()).filter(({ outstanding }) => outstanding > 0n)
  }

  private index(): OpenIndex<E> {
    return new OpenIndex(this.openExpected())
  }

  /** The expected payments that a payment mentions. Of several with one reference, those in the window and the month. */
  private mentioned(index: OpenIndex<E>, payment: OpenPayment): ReadonlyArray<OpenExpected<E>> {
    return index
      .mentioned(payment)
      .flatMap((rows) =>
        rows.length === 1 ? rows : selectInWindow(rows, this.rule, payment).filter((row) => fitsMonth(row, payment)),
      )
      .sort(compareRows)
  }

  /** All that a payment mentions, with one more if the amount requires one, or a part of the only one. */
  private payByReference(index: OpenIndex<E>, payment: OpenPayment): Assignment<E> | undefined {
    const { kinds } = payment.mentions
    const { minorUnits } = payment.entry
    const mentioned = this.mentioned(index, payment)
    if (mentioned.length === 0) return undefined
    const hasDoubt = mentioned.some((row) => doubtsOf(this.rule, row, payment).length > 0)
    const rest = minorUnits - sumOf(mentioned)
    if (hasDoubt) return undefined
    if (rest === 0n) return this.toAssignment(payment, mentioned, ['amount', 'reference'])
    if (kinds.size === 1 && mentioned.length > 1) {
      const exact = onlySum(mentioned, outstandingOf, minorUnits, 1)
      return exact
        ? this.toAssignment(payment, exact, ['amount', 'reference'])
        : this.toPart(index, selectInWindow(mentioned, nearWindow, payment), payment)
    }
    if (rest > 0n) {
      const others = selectInWindow(index.ofAmount(payment, rest), this.rule, payment).filter((other) =>
        this.belongsTo(other, payment, mentioned),
      )
      return others.length === 1
        ? this.toAssignment(payment, [...mentioned, ...others], ['amount', 'reference'])
        : undefined
    }
    return this.toPart(index, mentioned, payment)
  }

  /** A part of the only expected payment, if nothing but the amount speaks against it. */
  private toPart(
    index: OpenIndex<E>,
    [expected, other]: ReadonlyArray<OpenExpected<E>>,
    payment: OpenPayment,
  ): Assignment<E> | undefined {
    const { entry, mentions, names } = payment
    const { minorUnits } = entry
    if (expected === undefined || other || minorUnits >= expected.outstanding) return undefined
    const isNamed = names.has(expected.nameKey)
    const kind = mentionOf(expected, payment)
    const isPayer = isNamed || (kind === 'complete' && names.size === 0)
    const isCertain = isPayer && (kind !== 'short' || expected.reference?.hasLetters === true)
    const isOther = mentions.kinds.size > 1 || mentions.hasOtherForm
    const paysOther = selectInWindow(index.ofAmount(payment), this.rule, payment).length > 0
    return isCertain && !isOther && !paysOther
      ? { payment, shares: [{ expected, minorUnits }], why: ['part', 'reference'] }
      : undefined
  }

  /** Whether an expected payment is of the payer of the only reference in a text, or a text has most of its reference. */
  private belongsTo(
    other: OpenExpected<E>,
    { mentions }: OpenPayment,
    mentioned: ReadonlyArray<OpenExpected<E>>,
  ): boolean {
    const isSingle = mentions.kinds.size === 1 && !mentions.hasOtherForm
    const isOfPayer =
      isSingle &&
      mentioned.some(
        ({ nameKey, reference }) =>
          nameKey === other.nameKey && nameKey !== '' && reference && !mentions.hasOther(reference),
      )
    const isShortened = other.reference !== undefined && mentions.isShortened(other.reference)
    return !mentioned.includes(other) && (isOfPayer || isShortened)
  }

  /** Of several expected payments of one payer and one amount, the only one that a shortened reference says. */
  private payByShortened(index: OpenIndex<E>, payment: OpenPayment): Assignment<E> | undefined {
    const name = onlyOf(payment.names) ?? ''
    const rows = selectInWindow(index.ofAmountAndName(payment, name), this.rule, payment)
    if (name === '' || rows.length > this.rule.maxAlternatives) return undefined
    const similar = rows.filter(({ reference }) => reference && payment.mentions.isShortened(reference))
    const isCertain = similar.length === 1 && similar.every((row) => doubtsOf(this.rule, row, payment).length === 0)
    return isCertain ? this.toAssignment(payment, similar, ['amount', 'similar', 'name']) : undefined
  }

  /** Two or more expected payments of one payer. */
  private payByName(index: OpenIndex<E>, payment: OpenPayment): Assignment<E> | undefined {
    const name = onlyOf(payment.names) ?? ''
    if (name === '') return undefined
    const owed = selectInWindow(index.ofName(payment, name), this.rule, payment)
    const exact = onlySum(owed, outstandingOf, payment.entry.minorUnits, 2)
    const isCertain = exact?.every((row) => doubtsOf(this.rule, row, payment).length === 0)
    return exact && isCertain ? this.toAssignment(payment, exact, ['amount', 'name']) : undefined
  }

  private toAssignment(
    payment: OpenPayment,
    expected: ReadonlyArray<OpenExpected<E>>,
    why: ReadonlyArray<PaymentReason>,
  ): Assignment<E> {
    return { payment, shares: expected.map((row) => ({ expected: row, minorUnits: row.outstanding })), why }
  }

  /**
   * Adds the assignments of open payments, except those that together pay more than is outstanding. Of equal
   * assignments, such as an invoice that was paid twice, only the first counts.
   */
  private assign(assignmentOf: (index: OpenIndex<E>, payment: OpenPayment) => Assignment<E> | undefined): void {
    const index = this.index()
    const found = Array.from(this.openPayments).flatMap((payment) => assignmentOf(index, payment) ?? [])
    const first = Array.from(groupBy(found, shareKey).values()).flatMap((equal) =>
      equal[0]?.why.includes('part') ? equal : equal.slice(0, 1),
    )
    const paid = new Map<string, bigint>()
    for (const { expected, minorUnits } of first.flatMap(({ shares }) => shares))
      paid.set(expected.entry.id, (paid.get(expected.entry.id) ?? 0n) + minorUnits)
    const isOverpaid = ({ entry: { id }, outstanding }: OpenExpected<E>) => (paid.get(id) ?? 0n) > outstanding
    for (const assignment of first)
      if (!assignment.shares.some(({ expected }) => isOverpaid(expected))) this.put(assignment)
  }

  private put(assignment: Assignment<E>): void {
    this.assignments.push(assignment)
    this.openPayments.delete(assignment.payment)
    for (const { expected, minorUnits } of assignment.shares) {
      const row = this.open.get(expected.entry.id) ?? expected
      this.open.set(row.entry.id, { ...row, outstanding: row.outstanding - minorUnits })
    }
  }

  /**
   * Matches payments and expected payments of one amount and key: first those of the month that a text names, then those
   * of nearly the same day.
   */
  private settleGroups(
    keyOfExpected: (expected: OpenExpected<E>) => string | undefined,
    keyOfPayment: (payment: OpenPayment) => string | undefined,
    isOrdered = true,
  ): void {
    const { maxDaysEarly, maxDaysLate } = this.rule
    const near = {
      maxDaysEarly: Math.min(maxDaysEarly, nearWindow.maxDaysEarly),
      maxDaysLate: Math.min(maxDaysLate, nearWindow.maxDaysLate),
    }
    const passes = [true, false].flatMap((isOfMonth) => [near, this.rule].map((window) => ({ isOfMonth, window })))
    for (const { isOfMonth, window } of passes) {
      const keyOf = (entry: LedgerEntry, minorUnits: bigint, month: number | undefined, key: string | undefined) =>
        key === undefined ? undefined : `${amountKey(entry, minorUnits)} ${String(isOfMonth && month)} ${key}`
      const expected = groupBy(this.openExpected(), (row) =>
        keyOf(row.entry, row.outstanding, row.month, keyOfExpected(row)),
      )
      const payments = groupBy(this.openPayments, (payment) => {
        const { entry, months } = payment
        const [month] = months
        return (months.size === 1) === isOfMonth
          ? keyOf(entry, entry.minorUnits, month, keyOfPayment(payment))
          : undefined
      })
      for (const [key, group] of payments) {
        const rows = expected.get(key) ?? []
        for (const { payment, expected: row, isSingle } of settleInOrder(window, rows, group)) {
          if ((!isOrdered && !isSingle) || doubtsOf(this.rule, row, payment).length > 0) continue
          const why = reasonsOf(row, payment)
          this.put({
            payment,
            shares: [{ expected: row, minorUnits: row.outstanding }],
            why: isSingle ? why : [...why, 'order'],
          })
        }
      }
    }
  }

  /** The expected payments of the best evidence that a payment may pay: more than a person can choose among, if so. */
  private bestRows(index: OpenIndex<E>, payment: OpenPayment): ReadonlyArray<OpenExpected<E>> {
    const rows = this.similarRows(index, payment)
    const ofMonth = rows.filter((row) => fitsMonth(row, payment))
    return ofMonth.length > 0 ? ofMonth : rows
  }

  private similarRows(index: OpenIndex<E>, payment: OpenPayment): ReadonlyArray<OpenExpected<E>> {
    const isOpen = (rows: ReadonlyArray<OpenExpected<E>>) => selectInWindow(rows, this.rule, payment)
    const byReference = index.mentioned(payment).flatMap((rows) => {
      const inWindow = isOpen(rows)
      return rows.length === 1 || inWindow.length === 0 ? rows.slice(0, this.rule.maxAlternatives) : inWindow
    })
    if (byReference.length > 0) return byReference
    const ofAmount = isOpen(index.ofAmount(payment))
    const names = Array.from(payment.names)
    const similar = ofAmount
      .slice(0, maxPayments)
      .filter(({ reference }) => reference && payment.mentions.isShortened(reference))
    const better = new Set([...names.flatMap((name) => isOpen(index.ofAmountAndName(payment, name))), ...similar])
    if (better.size > 0) return Array.from(better)
    return [...ofAmount, ...names.flatMap((name) => isOpen(index.ofName(payment, name)))]
  }
}
