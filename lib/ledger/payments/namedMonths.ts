import type { Run } from './PaymentText.js'

/** The names of the months without accents, in German, French and English. `jan` and `mar` are left out: they are names. */
const monthNames = [
  'januar janner janvier january',
  'februar fevrier february feb fev',
  'marz maerz mrz mars march',
  'april avril apr avr',
  'mai may',
  'juni juin june jun',
  'juli juillet july jul juil',
  'august aout aug',
  'september septembre sept sep',
  'oktober octobre october okt oct',
  'november novembre nov',
  'dezember decembre december dez dec',
]

/** The position of a month in time, counted in months. */
const toIndex = (year: number, month: number): number => year * 12 + month - 1

/** The month of a date `YYYY-MM-DD`. */
export const monthOf = (date: string): number => toIndex(Number(date.slice(0, 4)), Number(date.slice(5, 7)))

const toYear = (run: Run | undefined): number | undefined =>
  run && /^20\d\d$/.test(run.value) ? Number(run.value) : undefined

const toMonth = (run: Run | undefined): number | undefined =>
  run && /^(?:0?[1-9]|1[0-2])$/.test(run.value) ? Number(run.value) : undefined

/** The month that two runs such as `03/2026`, `03/26` or `2026-03` name. The year of two digits is near the payment. */
const numericMonth = (first: Run, second: Run | undefined, near: number): number | undefined => {
  if (second === undefined || !/^ ?[/.-] ?$/.test(second.gap)) return undefined
  const [year, month] = [toYear(second), toMonth(first)]
  if (month !== undefined && year !== undefined) return toIndex(year, month)
  const shortYear = second.gap === '/' && /^\d\d$/.test(second.value) ? 2000 + Number(second.value) : undefined
  if (month !== undefined && shortYear !== undefined && Math.abs(shortYear - Math.floor(near / 12)) <= 1)
    return toIndex(shortYear, month)
  const [firstYear, lastMonth] = [toYear(first), toMonth(second)]
  return firstYear !== undefined && lastMonth !== undefined && second.value.length === 2
    ? toIndex(firstYear, lastMonth)
    : undefined
}

/** The months that a text of a day names, such as `März`, `mars 2026` or `03/2026`. Without a year, the nearest counts. */
export const namedMonths = (runs: ReadonlyArray<Run>, date: string): ReadonlySet<number> => {
  const near = monthOf(date)
  const months = new Set<number>()
  runs.forEach((run, index) => {
    const next = runs[index + 1]
    const name = monthNames.findIndex((names) => names.split(' ').includes(run.value))
    const year = toYear(next)
    // The distance to the nearest month of this name is six months or less.
    const nearest = near + ((name - (near % 12) + 18) % 12) - 6
    const month = name < 0 ? numericMonth(run, next, near) : year === undefined ? nearest : toIndex(year, name + 1)
    if (month !== undefined) months.add(month)
  })
  return months
}
