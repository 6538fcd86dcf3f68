import { groupBy } from '../groupBy.js'
import type { LedgerEntry } from '../toLedgerEntry.js'
import type { OpenExpected, OpenPayment } from './OpenPayment.js'

/** The same for equal amounts. */
export const amountKey = ({ currency }: LedgerEntry, minorUnits: bigint): string => `${currency} ${String(minorUnits)}`

/** The open expected payments by what they have in common, each list sorted by day. */
export class OpenIndex<E> {
  private readonly byReference: ReadonlyMap<string, ReadonlyArray<OpenExpected<E>>>
  private readonly byName: ReadonlyMap<string, ReadonlyArray<OpenExpected<E>>>
  private readonly byAmount: ReadonlyMap<string, ReadonlyArray<OpenExpected<E>>>
  private readonly byAmountAndName: ReadonlyMap<string, ReadonlyArray<OpenExpected<E>>>

  constructor(readonly rows: ReadonlyArray<OpenExpected<E>>) {
    this.byReference = groupBy(rows, ({ entry, reference }) => reference && `${entry.currency} ${reference.key}`)
    this.byName = groupBy(rows, ({ entry, nameKey }) => `${entry.currency} ${nameKey}`)
    this.byAmount = groupBy(rows, ({ entry, outstanding }) => amountKey(entry, outstanding))
    this.byAmountAndName = groupBy(
      rows,
      ({ entry, outstanding, nameKey }) => `${amountKey(entry, outstanding)} ${nameKey}`,
    )
  }

  /** For each reference in the text of a payment, the expected payments that have it. */
  mentioned({ entry, mentions }: OpenPayment): ReadonlyArray<ReadonlyArray<OpenExpected<E>>> {
    return Array.from(mentions.kinds.keys()).flatMap((key) => {
      const rows = this.byReference.get(`${entry.currency} ${key}`)
      return rows ? [rows] : []
    })
  }

  ofName({ entry }: OpenPayment, name: string): ReadonlyArray<OpenExpected<E>> {
    return this.byName.get(`${entry.currency} ${name}`) ?? []
  }

  ofAmount({ entry }: OpenPayment, minorUnits = entry.minorUnits): ReadonlyArray<OpenExpected<E>> {
    return this.byAmount.get(amountKey(entry, minorUnits)) ?? []
  }

  ofAmountAndName({ entry }: OpenPayment, name: string): ReadonlyArray<OpenExpected<E>> {
    return this.byAmountAndName.get(`${amountKey(entry, entry.minorUnits)} ${name}`) ?? []
  }
}
