import { findRecurring } from '../../../lib/ledger/recurring/findRecurring.js'
import type { RecurringStream } from '../../../lib/ledger/recurring/RecurringStream.js'
import type { LedgerRow } from '../../../lib/ledger/toLedgerEntry.js'
import type { Household, LabelledEntry } from './household/household.js'

/** What was found of the streams of a household. */
export interface Measurement {
  readonly correct: ReadonlyArray<RecurringStream>
  readonly wrong: ReadonlyArray<RecurringStream>
  /** The names of the streams that were not found. */
  readonly missing: ReadonlyArray<string>
  /** How many of the correct ones that go on have their next payment within three days of `nextDay`. */
  readonly foreseen: number
  /** How many of the correct ones go on. */
  readonly continued: number
}

/** The row of the service that an entry is made of. */
export const toRow = ({ id, account, minorUnits, currency, date, text, bankText }: LabelledEntry): LedgerRow => ({
  id,
  account_id: account,
  amount: Number(minorUnits) / 100,
  currency_code: currency,
  date,
  clean_description: text,
  provider_description: bankText,
})

/** A stream of fewer payments cannot be known, so it counts neither way. */
const minPayments = (cadence: string | undefined): number =>
  cadence === 'yearly' ? 2 : cadence === 'weekly' || cadence === 'biweekly' ? 4 : cadence === 'any' ? Infinity : 3

const toDays = (date: string): number => Date.parse(date) / 86_400_000

const addTo = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

/**
 * Compares the streams that were found with those that there are. One is correct if it has the cadence of a true one, at least
 * 70 % of its payments, and at most 20 % others. A true stream counts once.
 */
export const measureHousehold = ({ entries, streams, today }: Household): Measurement => {
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]))
  const sizes = new Map<string, number>()
  /** Payments of one amount on one day to one company may belong to either of its streams. */
  const twins = new Map<string, Set<string>>()
  const twinKey = (id: string): string => {
    const { date, minorUnits, stream = '' } = entryOf.get(id) as LabelledEntry
    return `${date} ${String(minorUnits)} ${streams.get(stream)?.name ?? ''}`
  }
  for (const { id, stream } of entries) {
    if (stream === undefined) continue
    addTo(sizes, stream)
    twins.set(twinKey(id), (twins.get(twinKey(id)) ?? new Set()).add(stream))
  }
  const eligible = Array.from(sizes).flatMap(([name, size]) =>
    size >= minPayments(streams.get(name)?.cadence) ? [name] : [],
  )

  const correct: Array<RecurringStream> = []
  const wrong: Array<RecurringStream> = []
  const found = new Set<string>()
  let foreseen = 0
  let continued = 0
  const all = Array.from(findRecurring(entries.map(toRow), { today }))
  for (const stream of all.sort((one, other) => other.payments.length - one.payments.length)) {
    const counts = new Map<string, number>()
    for (const { id } of stream.payments) for (const name of twins.get(twinKey(id)) ?? []) addTo(counts, name)
    const [name = '', count = 0] =
      Array.from(counts).sort(
        ([one, ones], [other, others]) => others - ones || Number(found.has(one)) - Number(found.has(other)),
      )[0] ?? []
    const isPure = count >= stream.payments.length * 0.8
    if (isPure && !eligible.includes(name)) continue
    const isWhole = count >= (sizes.get(name) ?? 0) * 0.7
    const truth = streams.get(name)
    if (!isPure || !isWhole || found.has(name) || stream.cadence !== truth?.cadence) {
      wrong.push(stream)
      continue
    }
    found.add(name)
    correct.push(stream)
    if (Number.isNaN(truth.nextDay) || stream.state === 'ended') continue
    continued++
    if (Math.abs(toDays(stream.nextDay) - truth.nextDay) <= 3) foreseen++
  }
  return { correct, wrong, missing: eligible.filter((name) => !found.has(name)), foreseen, continued }
}
