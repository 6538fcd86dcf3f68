import { isSome } from 'fp-ts/lib/Option.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { list } from '../../base/codec/list.js'
import { object } from '../../base/codec/object.js'
import { record } from '../../base/codec/record.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { type LedgerRow, toLedgerEntry } from '../toLedgerEntry.js'
import { compareRows } from '../transfers/OpenRow.js'
import { openCandidates, settlePairs } from '../transfers/settlePairs.js'
import { joinIds } from '../transfers/Transfer.js'
import { createReferenceIndex } from './createReference.js'
import { checkExpected, type ExpectedPayment } from './ExpectedPayment.js'
import { onlySum } from './onlySum.js'
import { type OpenExpected, type OpenPayment, toOpenExpected, toOpenPayment, withoutPart } from './OpenPayment.js'
import { hasName } from './payerName.js'
import type {
  PaymentAllocation,
  PaymentCandidate,
  PaymentMatch,
  PaymentMatches,
  PaymentReason,
} from './PaymentMatch.js'
import { isInWindow, type PaymentMentions, type PaymentPair, paymentPair, type PaymentRow } from './paymentPair.js'
import { type MatchExpectedConfig, type PaymentRule, paymentRule } from './PaymentRule.js'

/** A payment, and the expected payments that it pays. */
interface Assignment<E> {
  readonly payment: OpenPayment
  readonly shares: ReadonlyArray<{ readonly expected: OpenExpected<E>; readonly minorUnits: bigint }>
  readonly why: ReadonlyArray<PaymentReason>
}

const rowsCodec = /* @__PURE__ */ list(
  /* @__PURE__ */ guardCodec(
    'a row with an id',
    (u): u is LedgerRow => object.is(u) && (typeof u.id === 'number' || typeof u.id === 'string'),
  ),
)

/** The credits among rows, by the id. Of two rows with one id, the last one counts. */
const toPayments = (rows: ReadonlyArray<LedgerRow>, { includePending }: PaymentRule): ReadonlyArray<OpenPayment> => {
  const lastRows = new Map(rows.map((row) => [String(row.id), row]))
  return Array.from(lastRows.values(), toLedgerEntry)
    .flatMap((entry) => (isSome(entry) ? [entry.value] : []))
    .filter(({ minorUnits, isPending }) => minorUnits > 0n && (includePending || !isPending))
    .map(toOpenPayment)
    .sort(compareRows)
}

const outstandingOf = ({ outstanding }: { readonly outstanding: bigint }): bigint => outstanding

const sumOf = (expected: ReadonlyArray<{ readonly outstanding: bigint }>): bigint =>
  expected.reduce((sum, { outstanding }) => sum + outstanding, 0n)

const groupBy = <A, K>(values: Iterable<A>, keyOf: (value: A) => K): ReadonlyMap<K, ReadonlyArray<A>> => {
  const groups = new Map<K, Array<A>>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group) group.push(value)
    else groups.set(keyOf(value), [value])
  }
  return groups
}

/** The same for assignments that pay the same. */
const shareKey = ({ shares }: Assignment<unknown>): string =>
  joinIds(...shares.flatMap(({ expected, minorUnits }) => [expected.entry.id, String(minorUnits)]))

/** The evidence of a candidate, so that a person sees only the best candidates of a payment. */
const tier = ({ why }: { readonly why: ReadonlyArray<PaymentReason> }): number =>
  why.includes('reference') ? 2 : Number(why.length > 1)

/** The payments and expected payments that are not matched yet, and the matches. */
class PaymentBook<E> {
  readonly assignments: Array<Assignment<E>> = []
  private readonly open: Map<string, OpenExpected<E>>
  private readonly openPayments: Set<OpenPayment>
  private readonly mentions = new Map<OpenPayment, PaymentMentions<E>>()

  constructor(
    private readonly rule: PaymentRule,
    payments: ReadonlyArray<OpenPayment>,
    expected: ReadonlyArray<OpenExpected<E>>,
  ) {
    this.open = new Map(expected.map((row) => [row.entry.id, row]))
    this.openPayments = new Set(payments)
    const names = new Map(expected.map(({ nameKey, name }) => [nameKey, name]))
    const forms = new Set(expected.flatMap(({ reference }) => reference?.form ?? []).filter((form) => form !== ''))
    const expressions = Array.from(forms, (form) => new RegExp(form))
    const findReferences = createReferenceIndex(expected)
    for (const payment of payments) {
      const { entry, text, words } = payment
      const byReference = findReferences(text)
        .filter((row) => row.entry.currency === entry.currency)
        .sort(compareRows)
      const named = Array.from(names).filter(([, name]) => hasName(name, words))
      this.mentions.set(payment, {
        byReference,
        ids: new Set(byReference.map((row) => row.entry.id)),
        hasReference: expressions.some((expression) => expression.test(text.plain)),
        names: new Set(named.map(([key]) => key)),
      })
    }
  }

  /** Matches payments whose texts have references. */
  settleReferences(): void {
    this.assign((payment) => this.payByReference(payment))
  }

  /** Matches payments and expected payments of the same amount. */
  settleAmounts(): void {
    const pairs = this.pairs((found) => found.filter(({ strength }) => strength >= 0))
    const pairsOf = (row: PaymentRow<E>): ReadonlyMap<PaymentRow<E>, PaymentPair<E>> => pairs.get(row) ?? new Map()
    for (const { from, to, why } of settlePairs(new Set(pairs.keys()), pairsOf)) {
      const [expected, payment] = [from as OpenExpected<E>, to as OpenPayment]
      this.put({ payment, shares: [{ expected, minorUnits: expected.outstanding }], why })
    }
  }

  /** Matches payments of several expected payments of one payer, whose name is in the text. */
  settleNames(): void {
    if (this.rule.evidence !== 'reference') this.assign((payment) => this.payByName(payment))
  }

  candidates(): ReadonlyArray<PaymentCandidate<E>> {
    const { maxAlternatives } = this.rule
    const pairs = this.pairs((found) => {
      const bestTier = Math.max(...found.map(tier))
      const best = found.filter((pair) => tier(pair) === bestTier)
      return best.length > maxAlternatives ? [] : best
    })
    const candidates = openCandidates(
      pairs.keys(),
      (row) => pairs.get(row) ?? new Map(),
      () => true,
    )
    return Array.from(candidates.values(), ({ id, from, to, why, doubts, alternatives }) => {
      const [{ expected, outstanding }, { entry }] = [from as OpenExpected<E>, to]
      const minorUnits = entry.minorUnits < outstanding ? entry.minorUnits : outstanding
      return { id, payment: entry, allocations: [{ expected, minorUnits }], why, doubts, alternatives }
    })
  }

  unmatched(): ReadonlyArray<OpenPayment> {
    return Array.from(this.openPayments)
  }

  outstanding(): ReadonlyArray<PaymentAllocation<E>> {
    return Array.from(this.open.values())
      .filter(({ outstanding }) => outstanding > 0n)
      .sort(compareRows)
      .map(({ expected, outstanding }) => ({ expected, minorUnits: outstanding }))
  }

  private mentionsOf(payment: OpenPayment): PaymentMentions<E> {
    return this.mentions.get(payment) as PaymentMentions<E>
  }

  private openExpected(): ReadonlyArray<OpenExpected<E>> {
    return Array.from(this.open.values()).filter(({ outstanding }) => outstanding > 0n)
  }

  /** The expected payments that a payment mentions. Of several with one reference, only those in the window. */
  private mentioned(payment: OpenPayment): ReadonlyArray<OpenExpected<E>> {
    const groups = groupBy(this.mentionsOf(payment).byReference, ({ reference }) => reference?.key)
    return Array.from(groups.values()).flatMap((group) =>
      group.length === 1 ? group : group.filter((row) => isInWindow(this.rule, row, payment)),
    )
  }

  private payByReference(payment: OpenPayment): Assignment<E> | undefined {
    const { minorUnits } = payment.entry
    const mentioned = this.mentioned(payment)
    const exact = onlySum(mentioned, outstandingOf, minorUnits, 1)
    if (exact) return this.toAssignment(payment, exact, ['amount', 'reference'])
    const [first] = mentioned
    const rest = minorUnits - sumOf(mentioned)
    if (first === undefined || rest === 0n) return undefined
    if (rest > 0n) {
      const others = this.openExpected().filter(
        (other) => other.outstanding === rest && this.belongsTo(other, payment, mentioned),
      )
      return others.length === 1
        ? this.toAssignment(payment, [...mentioned, ...others], ['amount', 'reference'])
        : undefined
    }
    return mentioned.length === 1 && this.isPart(first, payment)
      ? { payment, shares: [{ expected: first, minorUnits }], why: ['part', 'reference'] }
      : undefined
  }

  /** Whether nothing but the amount speaks against a payment of less than is outstanding. */
  private isPart({ nameKey }: OpenExpected<E>, payment: OpenPayment): boolean {
    const { names } = this.mentionsOf(payment)
    const isOtherPayer = names.size > 0 && !names.has(nameKey)
    const paysOther = this.openExpected().some(
      (other) => other.outstanding === payment.entry.minorUnits && isInWindow(this.rule, other, payment),
    )
    return !isOtherPayer && !paysOther
  }

  /** Whether an expected payment is of the payer of the mentioned ones, or a text has most of its reference. */
  private belongsTo(
    other: OpenExpected<E>,
    { entry, text }: OpenPayment,
    mentioned: ReadonlyArray<OpenExpected<E>>,
  ): boolean {
    const isOfPayer = other.nameKey !== '' && mentioned.some(({ nameKey }) => nameKey === other.nameKey)
    return (
      other.entry.currency === entry.currency &&
      !mentioned.includes(other) &&
      (isOfPayer || other.reference?.isSimilarIn(text) === true)
    )
  }

  private payByName(payment: OpenPayment): Assignment<E> | undefined {
    const { hasReference, ids, names } = this.mentionsOf(payment)
    if (hasReference || ids.size > 0 || names.size !== 1) return undefined
    const owed = this.openExpected().filter(
      (row) =>
        names.has(row.nameKey) && row.entry.currency === payment.entry.currency && isInWindow(this.rule, row, payment),
    )
    const exact = onlySum(owed, outstandingOf, payment.entry.minorUnits, 2)
    return exact && this.toAssignment(payment, exact, ['amount', 'name'])
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
  private assign(assignmentOf: (payment: OpenPayment) => Assignment<E> | undefined): void {
    const found = Array.from(this.openPayments).flatMap((payment) => assignmentOf(payment) ?? [])
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
      const { id } = expected.entry
      const row = this.open.get(id)
      if (row) this.open.set(id, withoutPart(row, minorUnits))
    }
  }

  /** The pairs that `select` returns for each open payment, by each row and the other row. */
  private pairs(
    select: (found: ReadonlyArray<PaymentPair<E>>) => ReadonlyArray<PaymentPair<E>>,
  ): ReadonlyMap<PaymentRow<E>, ReadonlyMap<PaymentRow<E>, PaymentPair<E>>> {
    const open = this.openExpected()
    const pairs = new Map<PaymentRow<E>, Map<PaymentRow<E>, PaymentPair<E>>>()
    const add = (row: PaymentRow<E>, other: PaymentRow<E>, pair: PaymentPair<E>) =>
      pairs.set(row, (pairs.get(row) ?? new Map<PaymentRow<E>, PaymentPair<E>>()).set(other, pair))
    for (const payment of this.openPayments) {
      const mentions = this.mentionsOf(payment)
      const found = open.flatMap((expected) => paymentPair(this.rule, mentions, expected, payment) ?? [])
      for (const pair of select(found)) {
        add(pair.from, pair.to, pair)
        add(pair.to, pair.from, pair)
      }
    }
    return pairs
  }
}

const byPayment = <E>(one: PaymentMatch<E>, other: PaymentMatch<E>): number =>
  one.payment.date < other.payment.date
    ? -1
    : Number(one.payment.date > other.payment.date) || (one.id < other.id ? -1 : Number(one.id > other.id))

const toMatch = <E extends ExpectedPayment>({ payment, shares, why }: Assignment<E>): PaymentMatch<E> => {
  const sorted = [...shares].sort((one, other) => compareRows(one.expected, other.expected))
  return {
    id: joinIds(payment.entry.id, ...sorted.map(({ expected }) => expected.entry.id)),
    payment: payment.entry,
    allocations: sorted.map(({ expected, minorUnits }) => ({ expected: expected.expected, minorUnits })),
    why,
  }
}

/**
 * Finds which incoming payments pay which expected ones, such as invoices or rents.
 *
 * - The reference in a text is the strongest evidence. With it, a payment may pay several expected payments, or a part of
 *   one, and may arrive on any day. Spaces, leading zeros, and the letters before the number may differ.
 * - Without a complete reference, the amount has to be equal, and the day in the window of `maxDaysEarly` and
 *   `maxDaysLate`. A shortened reference or the payer's name is enough evidence.
 * - Pairs with the strongest evidence are matched first. If a payment fits several expected payments equally well, all
 *   of them are candidates, about which a person decides.
 * - A payment is in one match at most, and the matches never pay more than is expected.
 *
 * Pass the open expected payments, and rows whose payments you have not assigned yet. Rows that are debits, pending,
 * removed, not shown to users, or without an account, a date or an exact amount are left out. The result does not depend
 * on the order of rows and expected payments; of two rows with the same id, the last one counts. Throws a `ConfigError`
 * for wrong rows, expected payments or options.
 *
 * @example
 * import { matchExpected } from 'rxbank/payments'
 *
 * const row = { id: 7, account_id: 1, amount: 1190, currency_code: 'EUR', date: '2026-03-06' }
 * const invoice = { id: 'a', amount: 1190, currency_code: 'EUR', date: '2026-03-01', reference: 'RE-2026-0017' }
 * const { matches, outstanding } = matchExpected([{ ...row, description: 'RG. 2026 17 MUELLER' }], [invoice])
 * assert.deepStrictEqual([matches.map(({ id, why }) => [id, why]), outstanding], [[['7~a', ['amount', 'reference']]], []])
 */
export const matchExpected = <E extends ExpectedPayment>(
  rows: ReadonlyArray<LedgerRow>,
  expected: ReadonlyArray<E>,
  config: MatchExpectedConfig = {},
): PaymentMatches<E> => {
  const rule = paymentRule(config)
  decodeOptions(/* @__PURE__ */ record('arguments', { rows: rowsCodec }, {}), { rows })
  const open = checkExpected(expected).map(toOpenExpected).sort(compareRows)
  const book = new PaymentBook(rule, toPayments(rows, rule), open)
  book.settleReferences()
  book.settleAmounts()
  book.settleNames()
  const candidates = [...book.candidates()].sort(byPayment)
  const asked = new Set(candidates.map(({ payment }) => payment.id))
  return {
    matches: book.assignments.map(toMatch).sort(byPayment),
    candidates,
    unmatched: book.unmatched().flatMap(({ entry }) => (asked.has(entry.id) ? [] : [entry])),
    outstanding: book.outstanding(),
  }
}
