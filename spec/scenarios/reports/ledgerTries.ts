import { isSome, some } from 'fp-ts/lib/Option.js'
import { balancesOf, plotBalances, reportedBalance } from '../../../lib/balances.js'
import { findRecurring } from '../../../lib/recurring.js'
import { type LedgerRow, matchTransfers, type MatchTransfersConfig } from '../../../lib/transfers.js'

/** A row of account 1 with the readable text of a bank. */
const row = (id: number, date: string, amount: number, text: string, account_id = 1): LedgerRow => ({
  id,
  account_id,
  amount,
  currency_code: 'EUR',
  date,
  clean_description: text,
})

/** The recurring payments of some rows, in short; banks are open each day. */
const streams = (rows: ReadonlyArray<LedgerRow>) =>
  findRecurring(rows, { isWorkingDay: () => true }).map(({ cadence, day, usualAmount, nextDay, payments }) => ({
    ...{ cadence, day, usualAmount, nextDay },
    count: payments.length,
  }))

const gym = (days: ReadonlyArray<string>) => streams(days.map((day, index) => row(index, day, -12, 'Gym Nord')))

/** securo-finance/securo#67 and ellite/Wallos#551 */
export const endOfMonth = () => {
  const monthly = { cadence: 'monthly', usualAmount: -1200n, count: 5 }
  const until = (day: string) => ['2025-10', '2025-11', '2025-12', '2026-01'].map((month) => `${month}-${day}`)
  expect(gym([...until('30'), '2026-02-28'])).toEqual([{ ...monthly, day: 30, nextDay: '2026-03-30' }])
  expect(gym([...until('29'), '2026-02-28'])).toEqual([{ ...monthly, day: 29, nextDay: '2026-03-29' }])
  expect(gym(['2025-10-31', '2025-11-30', '2025-12-31', '2026-01-31', '2026-02-28'])).toEqual([
    { ...monthly, day: 31, nextDay: '2026-03-31' },
  ])
  expect(gym([...until('28'), '2026-02-28'])).toEqual([{ ...monthly, day: 28, nextDay: '2026-03-28' }])
}

/** DumbWareio/DumbBudget#25 and iATSPayments/com.iatspayments.civicrm#241 */
export const overflowingMonths = () => {
  const days = ['2025-01-31', '2025-03-03', '2025-03-31', '2025-05-01', '2025-05-31', '2025-07-01', '2025-07-31']
  expect(gym(days)).toMatchObject([{ cadence: 'monthly', day: 31, nextDay: '2025-08-31', count: 7 }])
}

/** eltaiguer/tatu#59 */
export const codesInTexts = () => {
  const rows = ['P432629721', 'P118820034', 'P990341002', 'P550012873', 'P672201934', 'P100202201'].map((code, index) =>
    row(
      index,
      `2025-0${String(index + 1)}-05`,
      index === 3 ? -23.98 : -11.99,
      `COMPRA SPOTIFY ${code} NRR:${code.slice(3)}`,
    ),
  )
  expect(streams(rows)).toMatchObject([{ cadence: 'monthly', usualAmount: -1199n, count: 6 }])
}

/** izkreny/spendifico#63 */
export const shopOfEachMonth = () => {
  const visits = [2, 6, 9, 13, 17, 20, 24, 28, 31, 34, 39, 42, 45, 50, 54, 57, 61, 66, 69, 73, 77, 80, 84, 88]
  const dayOf = (visit: number) => new Date(Date.UTC(2026, 0, 1 + visit)).toISOString().slice(0, 10)
  const rows = visits.map((visit, index) =>
    row(index, dayOf(visit), -(20 + ((index * 37) % 61) + ((index * 13) % 100) / 100), 'CB Carrefour City'),
  )
  expect(streams(rows)).toEqual([])
}

/** we-promise/sure#2972 */
export const twoMemberships = () => {
  const days = ['2025-10-05', '2025-11-05', '2025-12-05', '2026-01-05', '2026-02-05']
  const dues = (amount: number, firstId: number) =>
    days.map((day, index) => row(firstId + index, day, amount, 'PRLV Club Alpin'))
  const amounts = (rows: ReadonlyArray<LedgerRow>) =>
    streams(rows).map(({ usualAmount, count }) => [usualAmount, count])
  expect(amounts([...dues(-25, 0), ...dues(-40, 10)]).sort()).toEqual([
    [-2500n, 5],
    [-4000n, 5],
  ])
  expect(amounts([...dues(-25, 0), ...dues(-25, 10)])).toEqual([
    [-2500n, 5],
    [-2500n, 5],
  ])
}

/** The ids of transfers, and of candidates with their doubts. */
const matches = (rows: ReadonlyArray<LedgerRow>, config?: MatchTransfersConfig) => {
  const { transfers, candidates } = matchTransfers(rows, config)
  return [transfers.map(({ id }) => id), candidates.map(({ id, doubts }) => [id, ...doubts])]
}

/** securo-finance/securo#973 */
export const namedDestination = () => {
  const rows = [
    row(1, '2026-09-14', -100, 'VIR Trade Republic'),
    row(2, '2026-09-14', -100, 'VIR Fortuneo'),
    row(3, '2026-09-16', 100, 'VIR RECU', 3),
  ]
  const accounts = [
    { id: 1, name: 'Compte courant' },
    { id: 2, name: 'Trade Republic' },
    { id: 3, name: 'Fortuneo' },
  ]
  expect(matches(rows, { accounts })).toEqual([['2~3'], []])
  expect(matches([...rows].reverse(), { accounts })).toEqual([['2~3'], []])
  const undecided = [
    [],
    [
      ['1~3', 'several'],
      ['2~3', 'several'],
    ],
  ]
  expect(matches(rows)).toEqual(undecided)
}

/** actualbudget/actual#766 */
export const namedByNumber = () => {
  const accounts = [
    { id: 1, iban: 'FR7630006000011234567890189' },
    { id: 2, iban: 'DE89370400440532013000' },
    { id: 3, iban: 'FR1420041010050500013M02606' },
  ]
  const paid = (text: string) => [row(1, '2026-09-14', -100, text), row(2, '2026-09-14', 100, 'VIR RECU', 2)]
  for (const text of ['VIR FR14 2004 1010 0505 0001 3M02 606', 'VIR 20041 01005 0500013M026 06'])
    expect(matches(paid(text), { accounts })).toEqual([[], []])
  expect(matches(paid('VIR DE89 3704 0044 0532 0130 00'), { accounts })).toEqual([['1~2'], []])
}

/** securo-finance/securo#648 */
export const friendPaysBack = () => {
  const [purchase, repayment] = [
    row(1, '2026-08-10', -63.4, 'CB Pizzeria Roma'),
    row(2, '2026-08-13', 63.4, 'VIR Jean Dupont', 2),
  ]
  expect(matches([purchase, repayment])[0]).toEqual([])
  expect(matches([purchase, { ...repayment, clean_description: 'PIX recebido Joao Silva' }])[0]).toEqual([])
}

/** KenTaniguchi-R/ledgr#53 */
export const twoArrivals = () => {
  const rows = [
    row(1, '2026-08-10', -100, 'VIR'),
    row(2, '2026-08-10', 100, 'VIR', 2),
    row(3, '2026-08-11', 100, 'VIR', 3),
  ]
  expect(matches(rows)).toEqual([
    [],
    [
      ['1~2', 'several'],
      ['1~3', 'several'],
    ],
  ])
  expect(matches(rows.slice(0, 2))).toEqual([['1~2'], []])
}

/** maybe-finance/maybe#1581 */
export const balancesYearsApart = () => {
  const reported = (day: string, units: bigint) => ({
    ...{ account: '1', currency: 'TRY', minorUnits: some(units) },
    reportedAt: some(new Date(`${day}T12:00:00Z`)),
  })
  const balances = [reported('2025-01-10', 1_000_000n), reported('2026-01-10', 10_000_000n)]
  const series = balancesOf({ account: '1', balances, entries: [] }, { by: 'day' })
  expect(series).toHaveLength(366)
  expect([series[0], series.at(-1)]).toMatchObject([{ minorUnits: 1_000_000n }, { minorUnits: 10_000_000n }])
  expect(series.slice(1, -1).every((point) => point._tag === 'unknown' && point.difference === 9_000_000n)).toBe(true)
  const { gaps, reported: marks } = plotBalances(series, { width: 400, height: 100 })
  expect(gaps.map(({ from, to }) => [from, to])).toEqual([['2025-01-11', '2026-01-09']])
  expect(marks.map(({ minorUnits }) => minorUnits)).toEqual([1_000_000n, 10_000_000n])
}

/** whisper-money/whisper-money#946 */
export const holeInRows = () => {
  const reported = (day: string, units: bigint) => ({
    ...{ account: '1', currency: 'EUR', minorUnits: some(units) },
    reportedAt: some(new Date(`${day}T12:00:00Z`)),
  })
  const paid = (date: string, minorUnits: bigint) => ({
    ...{ account: '1', currency: 'EUR', date, minorUnits, isPending: false },
    updatedAt: new Date(`${date}T09:00:00Z`),
  })
  const balances = [reported('2026-03-03', 90_000n), reported('2026-03-06', 20_000n)]
  const listed = [paid('2026-03-02', -5000n), paid('2026-03-06', -1000n)]
  const series = (entries: typeof listed) =>
    balancesOf({ account: '1', balances, entries }, { by: 'day' }).map((point) =>
      point._tag === 'unknown' ? 'unknown' : point.minorUnits,
    )
  expect(series(listed)).toEqual(['unknown', 90_000n, 'unknown', 'unknown', 20_000n])
  const imported = paid('2026-03-05', -69_000n)
  expect(series([...listed, imported])).toEqual([90_000n, 90_000n, 90_000n, 21_000n, 20_000n])
}

/** jantman/biweeklybudget#354 and KenTaniguchi-R/ledgr#84 */
export const signsOfCards = () => {
  const unitsOf = (balance: number) => {
    const reported = reportedBalance({ id: 1, balance, currency_code: 'EUR' })
    return isSome(reported) ? reported.value.minorUnits : undefined
  }
  expect([-1000, 12.5, 0, -0].map(unitsOf)).toEqual([some(-100_000n), some(1250n), some(0n), some(0n)])
}

/** maybe-finance/maybe#1838 */
export const rowsAfterTheBalance = () => {
  const reported = (time: string, units: bigint) => ({
    ...{ account: '1', currency: 'EUR', minorUnits: some(units), reportedAt: some(new Date(time)) },
  })
  const paid = (date: string, time: string, units: bigint) => ({
    ...{ account: '1', currency: 'EUR', minorUnits: units, date, isPending: false },
    updatedAt: new Date(`${date}T${time}Z`),
  })
  const balances = [reported('2025-02-03T12:00:00Z', 59_000n), reported('2025-02-05T12:00:00Z', 4000n)]
  const entries = [
    paid('2025-02-03', '09:00:00', -41_000n),
    paid('2025-02-03', '15:00:00', -5000n),
    paid('2025-02-04', '15:00:00', -50_000n),
  ]
  const series = balancesOf({ account: '1', balances, entries }, { by: 'day' })
  expect(series.map((point) => point._tag !== 'unknown' && point.minorUnits)).toEqual([54_000n, 4000n, 4000n])
}
