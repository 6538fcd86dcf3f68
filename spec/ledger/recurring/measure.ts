import { dayText } from '../../../lib/base/codec/calendar.js'
// Measures how many recurring payments are found in invented households: `npm run recurring [-- FROM COUNT]`.
import { findRecurring } from '../../../lib/ledger/recurring/findRecurring.js'
import { createHousehold, type Household } from './household/household.js'
import { measureHousehold, toRow } from './measureHousehold.js'

/** Seeds from here on were not looked at while the rules were made. */
const firstUnseen = 10_000

const [, , from = String(firstUnseen), count = '200', detail] = process.argv

interface Sum {
  correct: number
  wrong: number
  missing: number
  foreseen: number
  continued: number
}

const emptySum = (): Sum => ({ correct: 0, wrong: 0, missing: 0, foreseen: 0, continued: 0 })

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`)

/** How many streams keep their id when the rows of half a year are added, or when the oldest ones are removed. */
const seenIds = ({ entries, today }: Household): Record<'added' | 'removed', readonly [kept: number, all: number]> => {
  const days = entries.map(({ date }) => date)
  const day = (date: string): number => Date.parse(date) / 86_400_000
  const rows = entries.map(toRow)
  const whole = findRecurring(rows, { today })
  const idOf = new Map(whole.flatMap(({ id, payments }) => payments.map((payment) => [payment.id, id])))
  const compare = (others: typeof whole): readonly [number, number] => {
    const kept = others.filter(({ id, payments }) => payments.some((payment) => idOf.get(payment.id) === id))
    const all = others.filter(({ payments }) => payments.some((payment) => idOf.has(payment.id)))
    return [kept.length, all.length]
  }
  const earlier = dayText(day(today) - 182)
  const later = dayText(day(days[0] ?? today) + 182)
  return {
    added: compare(findRecurring(rows.filter(({ date = '' }) => typeof date === 'string' && date <= earlier))),
    removed: compare(
      findRecurring(
        rows.filter(({ date = '' }) => typeof date === 'string' && date >= later),
        { today },
      ),
    ),
  }
}

const total = emptySum()
const byCadence = new Map<string, Sum>()
const kept = { added: [0, 0], removed: [0, 0] }
const shares: Array<readonly [precision: number, recall: number]> = []
for (let seed = Number(from); seed < Number(from) + Number(count); seed++) {
  const household = createHousehold(seed)
  const { correct, wrong, missing, foreseen, continued } = measureHousehold(household)
  const ofCadence = (cadence: string): Sum => {
    const sum = byCadence.get(cadence) ?? emptySum()
    byCadence.set(cadence, sum)
    return sum
  }
  for (const { cadence } of correct) ofCadence(cadence).correct++
  for (const { cadence } of wrong) ofCadence(cadence).wrong++
  for (const name of missing) ofCadence(household.streams.get(name)?.cadence ?? '').missing++
  total.correct += correct.length
  total.wrong += wrong.length
  total.missing += missing.length
  total.foreseen += foreseen
  total.continued += continued
  shares.push([correct.length / (correct.length + wrong.length), correct.length / (correct.length + missing.length)])
  const ids = seenIds(household)
  for (const way of ['added', 'removed'] as const)
    kept[way] = [(kept[way][0] ?? 0) + ids[way][0], (kept[way][1] ?? 0) + ids[way][1]]
  if (detail === undefined) continue
  const entryOf = new Map(household.entries.map((entry) => [entry.id, entry]))
  for (const { counterparty, cadence, payments } of wrong)
    console.log(
      `${String(seed)} wrong: ${counterparty}, ${cadence}:`,
      ...payments.map(({ id, date, minorUnits }) => {
        const isNone = entryOf.get(id)?.stream === undefined
        return `${date.slice(2)} ${String(minorUnits)}${isNone ? '!' : ''}`
      }),
    )
  for (const name of missing)
    console.log(
      `${String(seed)} missing: ${name}, ${household.streams.get(name)?.cadence ?? ''}:`,
      ...household.entries
        .filter(({ stream }) => stream === name)
        .map(({ date, minorUnits }) => `${date.slice(2)} ${String(minorUnits)}`),
    )
}

const describe = ({ correct, wrong, missing }: Sum): string =>
  `precision ${percent(correct, correct + wrong)}, recall ${percent(correct, correct + missing)}` +
  ` (${String(correct)} correct, ${String(wrong)} wrong, ${String(missing)} missing)`

for (const [cadence, sum] of Array.from(byCadence).sort(([one], [other]) => (one < other ? -1 : 1)))
  console.log(`${cadence}: ${describe(sum)}`)
/** The value below which a tenth of the households are. */
const tenth = (values: ReadonlyArray<number>): string =>
  percent(Array.from(values).sort((one, other) => one - other)[Math.floor(values.length / 10)] ?? 0, 1)
console.log(`all: ${describe(total)}`)
console.log(
  `in nine of ten households: precision ≥ ${tenth(shares.map(([precision]) => precision))}, ` +
    `recall ≥ ${tenth(shares.map(([, recall]) => recall))}`,
)
console.log(`next payment within three days of the expected one: ${percent(total.foreseen, total.continued)}`)
console.log(`ids that stay when half a year is added: ${percent(kept.added[0] ?? 0, kept.added[1] ?? 0)}`)
console.log(
  `ids that stay when the oldest half a year is removed: ${percent(kept.removed[0] ?? 0, kept.removed[1] ?? 0)}`,
)
