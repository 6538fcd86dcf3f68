import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { ConfigError } from '../../../lib/index.js'
import {
  type BalanceEntry,
  type BalancesConfig,
  balancesOf,
  type KnownBalance,
} from '../../../lib/ledger/balances/balancesOf.js'
import { bankHistory } from './bankHistory.js'

const reported = (at: string, units: bigint, change: Partial<KnownBalance> = {}): KnownBalance => ({
  account: '7',
  currency: 'EUR',
  minorUnits: some(units),
  reportedAt: some(new Date(`${at}${at.length === 10 ? 'T18:00:00Z' : ''}`)),
  ...change,
})
const row = (date: string, minorUnits: bigint, change: Partial<BalanceEntry> = {}): BalanceEntry => ({
  account: '7',
  currency: 'EUR',
  minorUnits,
  date,
  isPending: false,
  ...change,
})
const series = (
  balances: ReadonlyArray<KnownBalance>,
  entries: ReadonlyArray<BalanceEntry>,
  config: Partial<BalancesConfig> = {},
) =>
  balancesOf({ account: '7', balances, entries }, { by: 'day', ...config }).map((point) => [
    point.day.slice(5),
    point._tag,
    point._tag === 'unknown' ? point.difference : point.minorUnits,
  ])

describe('the balances of an account', () => {
  it('are walked back from a told balance and forward from it, by booked rows', () => {
    expect(
      series(
        [reported('2026-01-04', 5_000n)],
        [row('2026-01-02', 900n), row('2026-01-03', -1_200n), row('2026-01-05', -1n)],
      ),
    ).toEqual([
      ['01-02', 'computed', 6_200n],
      ['01-03', 'computed', 5_000n],
      ['01-04', 'reported', 5_000n],
      ['01-05', 'computed', 4_999n],
    ])
  })

  it('are told on each day on which the service told them', () => {
    const first = reported('2026-01-01', 100n, { lastReportedAt: new Date('2026-01-03T10:00:00Z') })
    expect(series([first, reported('2026-01-05', 80n)], [row('2026-01-04', -20n)])).toEqual([
      ['01-01', 'reported', 100n],
      ['01-02', 'computed', 100n],
      ['01-03', 'reported', 100n],
      ['01-04', 'computed', 80n],
      ['01-05', 'reported', 80n],
    ])
  })

  it('are unknown between told balances that the rows do not explain, and before them, and nowhere else', () => {
    const balances = [reported('2026-01-02', 100n), reported('2026-01-05', 30n), reported('2026-01-07', 20n)]
    expect(series(balances, [row('2026-01-01', 5n), row('2026-01-04', -20n), row('2026-01-06', -10n)])).toEqual([
      ['01-01', 'unknown', 0n],
      ['01-02', 'reported', 100n],
      ['01-03', 'unknown', -50n],
      ['01-04', 'unknown', -50n],
      ['01-05', 'reported', 30n],
      ['01-06', 'computed', 20n],
      ['01-07', 'reported', 20n],
    ])
  })

  it('have no point without a told balance, before the first row or after the last', () => {
    expect(series([], [row('2026-01-01', 1n)])).toEqual([])
    expect(series([reported('2026-01-02', 1n, { minorUnits: none })], [row('2026-01-01', 1n)])).toEqual([])
    expect(series([reported('2026-01-02', 1n)], [])).toEqual([['01-02', 'reported', 1n]])
    expect(series([reported('2026-01-02', 1n)], [], { from: '2025-01-01', to: '2027-01-01' })).toEqual([
      ['01-02', 'reported', 1n],
    ])
    expect(series([reported('2026-01-02', 1n)], [], { from: '2026-01-03' })).toEqual([])
    expect(series([reported('2026-01-02', 1n)], [], { to: '2026-01-01' })).toEqual([])
  })

  it('are the same between two days as without them', () => {
    const balances = [reported('2026-01-02', 100n), reported('2026-01-06', 60n)]
    const entries = [row('2026-01-01', 1n), row('2026-01-03', -15n), row('2026-01-05', -25n), row('2026-01-08', 2n)]
    const whole = series(balances, entries)
    expect(whole).toHaveLength(8)
    for (let first = 0; first < 8; first++)
      for (let last = first; last < 8; last++)
        expect(
          series(balances, entries, { from: `2026-01-0${String(first + 1)}`, to: `2026-01-0${String(last + 1)}` }),
        ).toEqual(whole.slice(first, last + 1))
  })

  it('do not contain pending rows, nor rows of other accounts and currencies', () => {
    const other = [row('2026-01-01', 7n, { isPending: true }), row('2026-01-01', 7n, { account: '8' })]
    const entries = [...other, row('2026-01-01', 7n, { currency: 'USD' }), row('2026-01-01', 5n)]
    const balances = [reported('2026-01-02', 5n), reported('2026-01-03', 9n, { account: '8' })]
    expect(series(balances, entries)).toEqual([
      ['01-01', 'computed', 5n],
      ['01-02', 'reported', 5n],
    ])
  })

  it('are of the currency that the account has now', () => {
    expect(
      series([reported('2026-01-01', 5n, { currency: 'FRF' }), reported('2026-01-03', 1n)], [row('2026-01-02', 1n)]),
    ).toEqual([
      ['01-02', 'computed', 1n],
      ['01-03', 'reported', 1n],
    ])
  })

  it('use the day on which a row was booked, if the bank tells it', () => {
    const entries = [row('2026-01-01', -5n, { bookedOn: '2026-01-03' }), row('2026-01-01', 9n, { bookedOn: 'soon' })]
    expect(series([reported('2026-01-02', 100n), reported('2026-01-04', 95n)], entries)).toEqual([
      ['01-01', 'computed', 100n],
      ['01-02', 'reported', 100n],
      ['01-03', 'computed', 95n],
      ['01-04', 'reported', 95n],
    ])
  })

  it('agree with rows that were booked after a balance of their day, or came days later', () => {
    const midday = [reported('2026-01-02T12:00:00Z', 100n), reported('2026-01-03', 70n)]
    expect(series(midday, [row('2026-01-02', -10n), row('2026-01-02', -20n), row('2026-01-02', -5n)])).toEqual([
      ['01-02', 'computed', 70n],
      ['01-03', 'reported', 70n],
    ])
    const late = row('2026-01-01', -30n, { updatedAt: new Date('2026-01-03T09:00:00Z') })
    expect(series(midday, [late])).toEqual([
      ['01-01', 'computed', 70n],
      ['01-02', 'computed', 70n],
      ['01-03', 'reported', 70n],
    ])
    const early = row('2026-01-01', -30n, { updatedAt: new Date('2026-01-01T09:00:00Z') })
    expect(series(midday, [early])[0]).toEqual(['01-01', 'unknown', 0n])
    expect(series(midday, [early]).slice(1)).toEqual([
      ['01-02', 'reported', 100n],
      ['01-03', 'reported', 70n],
    ])
  })

  it('before the first told one are unknown if a row is missing, or was changed or deleted, after it', () => {
    const oldest = row('2026-01-08', -7n)
    const edited = row('2026-01-09', -150n, { updatedAt: new Date('2026-01-11T09:00:00Z') })
    const afterEdit = [reported('2026-01-10', 900n), reported('2026-01-11', 850n)]
    const unknown = [
      ['01-08', 'unknown', 0n],
      ['01-09', 'unknown', 0n],
    ]
    expect(series(afterEdit, [oldest, edited])).toEqual([
      ...unknown,
      ['01-10', 'unknown', 0n],
      ['01-11', 'reported', 850n],
    ])
    expect(series([reported('2026-01-10', 900n), reported('2026-01-12', 1_000n)], [oldest])).toEqual([
      ...unknown,
      ['01-10', 'reported', 900n],
      ['01-11', 'unknown', 100n],
      ['01-12', 'reported', 1_000n],
    ])
  })

  it('before the first told one are known if the newest agrees with it, whatever is told between them', () => {
    const wrong = reported('2026-01-11', 1_000n)
    const late = row('2026-01-09', -30n, { updatedAt: new Date('2026-01-12T09:00:00Z') })
    const rows = [row('2026-01-08', -7n), late]
    expect(series([reported('2026-01-10', 900n), wrong, reported('2026-01-12', 870n)], rows)).toEqual([
      ['01-08', 'computed', 900n],
      ['01-09', 'computed', 870n],
      ['01-10', 'unknown', 0n],
      ['01-11', 'unknown', 0n],
      ['01-12', 'reported', 870n],
    ])
  })

  const removed = (date: string, minorUnits: bigint, removedAt: string) =>
    row(date, minorUnits, { removedAt: new Date(`${removedAt}T12:00:00Z`) })

  it('contain a row that the service has lost, if told balances prove that they contain it', () => {
    const balances = [reported('2026-01-03', 10_000n), reported('2026-01-05', 9_000n), reported('2026-01-08', 8_500n)]
    const rows = [row('2026-01-02', 700n), row('2026-01-07', -500n)]
    const lost = removed('2026-01-04', -1_000n, '2026-01-06')
    expect(series(balances, [...rows, lost])).toEqual([
      ['01-02', 'computed', 10_000n],
      ['01-03', 'reported', 10_000n],
      ['01-04', 'computed', 9_000n],
      ['01-05', 'reported', 9_000n],
      ['01-06', 'computed', 9_000n],
      ['01-07', 'computed', 8_500n],
      ['01-08', 'reported', 8_500n],
    ])
    expect(series(balances, rows).map(([, kind]) => kind)).toContain('unknown')
  })

  it('do not contain a lost row that is dated after the last told balance', () => {
    const balances = [reported('2026-01-03', 10_000n), reported('2026-01-05', 9_000n)]
    const lost = removed('2026-01-04', -1_000n, '2026-01-07')
    const unproven = removed('2026-01-06', -5_000n, '2026-01-07')
    expect(series(balances, [lost, unproven, row('2026-01-08', -1n)]).slice(-3)).toEqual([
      ['01-06', 'computed', 9_000n],
      ['01-07', 'computed', 9_000n],
      ['01-08', 'computed', 8_999n],
    ])
  })

  it('contain a removed row until its removal, if the told balance fell with it', () => {
    expect(
      series(
        [reported('2026-01-05', 9_000n), reported('2026-01-08', 10_000n)],
        [row('2026-01-02', 700n), removed('2026-01-04', -1_000n, '2026-01-06')],
      ),
    ).toEqual([
      ['01-02', 'computed', 10_000n],
      ['01-03', 'computed', 10_000n],
      ['01-04', 'computed', 9_000n],
      ['01-05', 'reported', 9_000n],
      ['01-06', 'computed', 10_000n],
      ['01-07', 'computed', 10_000n],
      ['01-08', 'reported', 10_000n],
    ])
  })

  it('ignore removed rows that no told balance needs, such as repeats and rows with new ids', () => {
    const balances = [reported('2026-01-03', 10_000n), reported('2026-01-05', 9_000n), reported('2026-01-08', 9_000n)]
    const rows = [row('2026-01-02', 700n), row('2026-01-04', -1_000n)]
    const reissued = [removed('2026-01-02', 700n, '2026-01-06'), removed('2026-01-04', -1_000n, '2026-01-06')]
    expect(series(balances, [...rows, ...reissued])).toEqual(series(balances, rows))
    const early = removed('2025-12-30', -5_000n, '2026-01-06')
    expect(series(balances, [...rows, early])).toEqual(series(balances, rows))
    expect(series([reported('2026-01-03', 10_000n)], [...rows, early])).toEqual(
      series([reported('2026-01-03', 10_000n)], rows),
    )
  })

  it('are never unknown because of removed rows alone', () => {
    const days = fc.integer({ min: 1, max: 28 }).map((day) => `2026-01-${String(day).padStart(2, '0')}`)
    const amount = fc.bigInt({ min: -50n, max: 50n })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(days, amount), { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(days, amount), { maxLength: 6 }),
        fc.array(fc.tuple(days, amount, days), { maxLength: 4 }),
        (balances, rows, gone) => {
          const tellings = balances.map(([day, units]) => reported(day, units))
          const present = rows.map(([day, units]) => row(day, units))
          const all = [...present, ...gone.map(([day, units, at]) => removed(day, units, at))]
          const unknown = (entries: ReadonlyArray<BalanceEntry>) =>
            new Set(series(tellings, entries).flatMap(([, kind, gap]) => (kind === 'unknown' ? [gap] : []))).size
          const reportedPoints = (entries: ReadonlyArray<BalanceEntry>) =>
            series(tellings, entries).filter(([, kind]) => kind === 'reported').length
          if (unknown(present) === 0) expect(reportedPoints(all)).toBe(reportedPoints(present))
          expect(unknown(all) === 0 || unknown(present) > 0).toBe(true)
        },
      ),
    )
  })

  it('are unknown across a day of a row without an exact amount', () => {
    const inexact = (day: string, last = 30n) =>
      balancesOf(
        {
          account: '7',
          balances: [reported('2026-01-02', 100n), reported('2026-01-05', last)],
          entries: [row('2026-01-01', 5n), row('2026-01-04', -20n)],
          inexactDays: [day],
        },
        { by: 'day' },
      ).map((point) => [
        point.day.slice(8),
        point._tag === 'unknown' ? `unknown ${String(point.difference)}` : point.minorUnits,
      ])
    const before = [
      ['01', 100n],
      ['02', 100n],
    ]
    const between = [
      ['03', 'unknown -50'],
      ['04', 'unknown -50'],
    ]
    expect(inexact('2026-01-03')).toEqual([...before, ...between, ['05', 30n]])
    expect(inexact('2026-01-06')).toEqual([
      ['01', 'unknown 0'],
      before[1],
      ...between,
      ['05', 30n],
      ['06', 'unknown 0'],
    ])
    // A balance may have been told before or after the row of its day.
    expect(inexact('2026-01-05')).toEqual([...before, ['03', 'unknown 0'], ['04', 'unknown 0'], ['05', 'unknown 0']])
    expect(inexact('2026-01-02', 80n)[0]).toEqual(['01', 'unknown 0'])
    expect(inexact('2025-12-31', 80n)).toEqual([['31', 95n], ...inexact('2025-12-01', 80n).slice(-5)])
    expect(inexact('2025-12-01', 80n)[0]).toEqual(['01', 95n])
  })

  const late = (units: bigint) => row('2026-01-05', units, { updatedAt: new Date('2026-01-05T18:00:00Z') })

  it('follow an earlier balance if a row was booked after the newest one', () => {
    const tellings = [reported('2026-01-02T12:00:00Z', 10_000n), reported('2026-01-05T12:00:00Z', 10_000n)]
    expect(series(tellings, [late(-700n), row('2026-01-06', -300n)])).toEqual([
      ['01-02', 'reported', 10_000n],
      ['01-03', 'computed', 10_000n],
      ['01-04', 'computed', 10_000n],
      ['01-05', 'computed', 9_300n],
      ['01-06', 'computed', 9_000n],
    ])
  })

  it('are unknown if no balance says whether it contains a row', () => {
    const telling = reported('2026-01-05T12:00:00Z', 10_000n)
    const unknown = (entries: ReadonlyArray<BalanceEntry>) =>
      series([telling], entries).map(([day, kind]) => [day, kind])
    const all = ['01-03', '01-04', '01-05', '01-06'].map((day) => [day, 'unknown'])
    const others = [row('2026-01-03', -500n), row('2026-01-06', -100n)]
    expect(unknown([late(-700n), ...others])).toEqual(all)
    expect(unknown([row('2026-01-05', -700n), ...others])).toEqual(all)
    // As many rows as have too many sums to try: that the balance lacks none or all of them proves nothing.
    expect(unknown([...Array.from({ length: 20 }, (_, index) => late(BigInt(2 ** index))), ...others])).toEqual(all)
    const early = reported('2026-01-02T12:00:00Z', 10_000n)
    const many = Array.from({ length: 20 }, (_, index) => late(BigInt(2 ** index)))
    expect(series([early, telling], many).map(([, kind, units]) => [kind, units])).toEqual([
      ['reported', 10_000n],
      ['computed', 10_000n],
      ['computed', 10_000n],
      ['computed', 10_000n + 2n ** 20n - 1n],
    ])
  })

  it('are the true ones at the end of each day, whenever balances were told and rows were booked and changed', () => {
    const zones = ['UTC', 'Europe/Paris', 'America/New_York', 'Pacific/Auckland']
    fc.assert(
      fc.property(bankHistory(zones), ({ timeZone, balances, entries, closing }) => {
        const points = balancesOf({ account: '7', balances, entries }, { by: 'day', timeZone })
        for (const point of points)
          expect([point.day, point._tag === 'unknown' ? point.difference : point.minorUnits]).toEqual([
            point.day,
            point._tag === 'unknown' ? 0n : closing(point.day),
          ])
        const isQuiet = balances.some(({ at }) => entries.every(({ updatedAt }) => updatedAt <= at))
        if (isQuiet && entries.length <= 12) expect(points.map(({ _tag }) => _tag)).not.toContain('unknown')
      }),
      { numRuns: 500 },
    )
  })

  it('begin with what the final rows say or unknown, whatever rows were added, changed or deleted between told balances', () => {
    const day = (number: number) => new Date(Date.UTC(2026, 0, 10 + number)).toISOString()
    const change = fc.record({
      kind: fc.constantFrom('add', 'edit', 'delete'),
      row: fc.nat(20),
      units: fc.bigInt({ min: -999n, max: 999n }),
      daysBack: fc.nat(12),
    })
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 4 }), { minLength: 1, maxLength: 10 }), (rounds) => {
        const opening = 5_000n
        let rows: ReadonlyArray<BalanceEntry> = [row('2025-12-20', 10n)]
        const balances = rounds.map((changes, number) => {
          for (const { kind, row: at, units, daysBack } of changes) {
            const place = 1 + (at % Math.max(1, rows.length - 1))
            const fields = { updatedAt: new Date(day(number)) }
            if (kind === 'add') rows = [...rows, row(day(number - daysBack).slice(0, 10), units, fields)]
            else if (kind === 'delete') rows = rows.filter((_, index) => index !== place)
            else rows = rows.map((one, index) => (index === place ? { ...one, ...fields, minorUnits: units } : one))
          }
          return reported(
            day(number + 0.5),
            rows.reduce((sum, { minorUnits }) => sum + minorUnits, opening),
          )
        })
        const [first] = series(balances, rows)
        const known = ['12-20', 'computed', opening + 10n]
        const isGrowing = rounds.flat().every(({ kind }) => kind === 'add')
        expect(isGrowing && rows.length <= 13 ? [known] : [known, ['12-20', 'unknown', 0n]]).toContainEqual(first)
      }),
    )
  })

  it('belong to the days of the bank', () => {
    const balances = [reported('2026-01-01T23:30:00Z', 10n), reported('2026-03-29T22:30:00Z', 10n)]
    const days = (timeZone: string) => {
      const points = balancesOf({ account: '7', balances, entries: [] }, { by: 'day', timeZone })
      return points.filter(({ _tag }) => _tag === 'reported').map(({ day }) => day)
    }
    expect(days('UTC')).toEqual(['2026-01-01', '2026-03-29'])
    expect(days('Europe/Paris')).toEqual(['2026-01-02', '2026-03-30'])
    expect(days('Pacific/Auckland')).toEqual(['2026-01-02', '2026-03-30'])
  })

  it('refuse options that are wrong, and name all of them', () => {
    const empty = { account: '7', balances: [], entries: [] }
    const wrong = { from: '2026-02-30', to: 'today', by: 'week', timeZone: 'Mars/Base' }
    expect(() => balancesOf(empty, wrong as never)).toThrow(ConfigError)
    for (const name of ['from', 'to', 'by', 'timeZone'])
      expect(() => balancesOf(empty, wrong as never)).toThrow(`${name}: `)
    expect(() => balancesOf(empty, { by: 'day', form: '2026-01-01' } as never)).toThrow(/did you mean from\?/)
    expect(() => balancesOf(empty, {} as never)).toThrow(/by.*'day'/s)
    expect(() => balancesOf(empty, undefined as never)).toThrow(ConfigError)
  })

  it.each<[string, object]>([
    ['entries/0/minorUnits', { entries: [{ ...row('2026-01-01', 1n), minorUnits: 100 }] }],
    ['entries/0/date', { entries: [row('2026-02-30', 1n)] }],
    ['entries/0/updatedAt', { entries: [row('2026-01-01', 1n, { updatedAt: new Date(NaN) })] }],
    ['entries/0/isPending', { entries: [{ ...row('2026-01-01', 1n), isPending: undefined }] }],
    ['balances/0/minorUnits', { balances: [{ ...reported('2026-01-01', 1n), minorUnits: 100 }] }],
    ['balances/0/minorUnits', { balances: [{ ...reported('2026-01-01', 1n), minorUnits: some(100) }] }],
    ['balances/0/reportedAt', { balances: [reported('soon', 1n)] }],
    ['balances/0/lastReportedAt', { balances: [reported('2026-01-01', 1n, { lastReportedAt: new Date(NaN) })] }],
    ['inexactDays/0', { inexactDays: ['soon'] }],
    ['account', { account: 7 }],
    ['rows', { rows: [] }],
  ])('refuse a history with a wrong %s', (path, change) => {
    const history = { account: '7', balances: [], entries: [], ...change }
    expect(() => balancesOf(history as never, { by: 'day' })).toThrow(ConfigError)
    expect(() => balancesOf(history as never, { by: 'day' })).toThrow(path)
  })

  it('reach no further than 20 years from the told balances, unless from or to ask for it', () => {
    const balance = reported('2026-01-02', 100n)
    const near = row('2026-01-01', 5n)
    const far = [row('0001-01-01', 1n), row('2006-01-01', 2n), near, row('2046-01-03', 3n), row('9999-12-31', 4n)]
    const whole = [
      ['01-01', 'computed', 100n],
      ['01-02', 'reported', 100n],
    ]
    expect(series([balance], far)).toEqual(whole)
    expect(series([balance], [row('2006-01-02', 2n), row('2046-01-02', 3n)])).toHaveLength(14_611)
    expect(series([balance], far, { from: '2006-01-01', to: '2006-01-02' })).toEqual([
      ['01-01', 'computed', 95n],
      ['01-02', 'computed', 95n],
    ])
    expect(series([balance], far, { to: '2026-01-01' })).toEqual(whole.slice(0, 1))
    expect(series([balance], far, { from: '9999-12-30', to: '9999-12-31' })).toEqual([
      ['12-30', 'computed', 103n],
      ['12-31', 'computed', 107n],
    ])
    expect(series([balance], far, { from: '0001-01-01', to: '0001-01-01' })).toEqual([['01-01', 'computed', 93n]])
  })

  it('do not use a balance that was told at no known time', () => {
    const timeless = reported('2026-01-02', 9n, { reportedAt: none })
    expect(series([timeless], [row('2026-01-01', 1n)])).toEqual([])
    expect(series([timeless, reported('2026-01-02', 5n)], [])).toEqual([['01-02', 'reported', 5n]])
    expect(series([{ ...timeless, lastReportedAt: new Date('2026-01-03T09:00:00Z') }], [])).toEqual([
      ['01-03', 'reported', 9n],
    ])
  })

  it('are what the account had, for any rows, any order, and any days on which balances were told', () => {
    const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10)
    const life = fc.record({
      start: fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
      rows: fc.array(fc.tuple(fc.nat(40), fc.bigInt({ min: -10_000n, max: 10_000n })), { minLength: 1, maxLength: 30 }),
      tellings: fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 10 }),
      order: fc.infiniteStream(fc.nat()),
    })
    fc.assert(
      fc.property(life, ({ start, rows, tellings, order }) => {
        const closing = (number: number) => rows.reduce((sum, [at, units]) => (at <= number ? sum + units : sum), start)
        const shuffled = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> =>
          list
            .map((one) => [order.next().value as number, one] as const)
            .sort(([one], [other]) => one - other)
            .map(([, one]) => one)
        const points = balancesOf(
          {
            account: '7',
            balances: shuffled(tellings.map((number) => reported(`${day(number)}T23:59:59Z`, closing(number)))),
            entries: shuffled(
              rows.map(([number, units]) =>
                row(day(number), units, { updatedAt: new Date(`${day(number)}T12:00:00Z`) }),
              ),
            ),
          },
          { by: 'day' },
        )
        const numbers = [...rows.map(([number]) => number), ...tellings]
        const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
        expect(points).toEqual(
          Array.from({ length: last - first + 1 }, (_, index) => ({
            _tag: tellings.includes(first + index) ? 'reported' : 'computed',
            day: day(first + index),
            currency: 'EUR',
            minorUnits: closing(first + index),
          })),
        )
      }),
    )
  })
})
