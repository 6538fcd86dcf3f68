import { firstValueFrom } from 'rxjs'
import { majorUnits } from '../../../lib/index.js'
import { type BankTables, openBankTables } from './bankTables.js'

const dayOf = (index: number): string => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10)

describe('list_balances', () => {
  let tables: BankTables

  beforeEach(async () => {
    tables = await openBankTables()
    tables.insertAccount('1', 'Compte')
    tables.tellBalance('1', 5000, '2026-01-03T18:00:00.000Z')
  })
  afterEach(() => tables.close())

  it('says of each day who told the balance', async () => {
    tables.insertRows([
      { id: 'a', account: '1', date: '2026-01-01', cents: 900, text: 'x' },
      { id: 'b', account: '1', date: '2026-01-02', cents: -1200, text: 'y' },
    ])
    expect(await tables.ask('list_balances', { account: '1', by: 'day' })).toEqual({
      account: '1',
      by: 'day',
      currency: 'EUR',
      balances: [
        { day: '2026-01-01', source: 'computed', balance: '62.00' },
        { day: '2026-01-02', source: 'computed', balance: '50.00' },
        { day: '2026-01-03', source: 'reported', balance: '50.00' },
      ],
      is_truncated: false,
    })
    const { balances } = await tables.ask('list_balances', {
      account: '1',
      by: 'day',
      from: '2026-01-02',
      to: '2026-01-02',
    })
    expect(balances).toEqual([{ day: '2026-01-02', source: 'computed', balance: '50.00' }])
  })

  it('has no balance where the rows explain none, and says what is missing', async () => {
    tables.tellBalance('1', 7000, '2026-01-06T18:00:00.000Z')
    const { balances } = await tables.ask('list_balances', { account: '1', by: 'day', from: '2026-01-04' })
    expect(balances).toEqual([
      { day: '2026-01-04', source: 'unknown', balance: null, unexplained: '20.00' },
      { day: '2026-01-05', source: 'unknown', balance: null, unexplained: '20.00' },
      { day: '2026-01-06', source: 'reported', balance: '70.00' },
    ])
  })

  it('answers the last day of each month, as the mirror has it', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({
      id: `r${String(index)}`,
      account: '1',
      date: dayOf(1700 + index),
      cents: index * 7 - 800,
      text: 'x',
    }))
    tables.insertRows(rows)
    const series = await firstValueFrom(tables.mirror.balances({ user: 'A6J', account: '1', by: 'day' }))
    const expected = new Map(
      series.map((point) => [
        point.day.slice(0, 7),
        [point.day, point._tag === 'unknown' ? null : majorUnits(point.minorUnits, 'EUR')],
      ]),
    )
    const { balances } = await tables.ask('list_balances', { account: '1' })
    expect(
      (balances as ReadonlyArray<{ readonly day: string; readonly balance: string }>).map(({ day, balance }) => [
        day,
        { _tag: 'Right', right: balance },
      ]),
    ).toEqual([...expected.values()])
  })

  it('computes a bounded number of days from a bounded number of rows, and says so', async () => {
    tables.insertRows(
      Array.from({ length: 20_500 }, (_, index) => ({
        id: String(index).padStart(6, '0'),
        account: '1',
        date: dayOf(Math.floor(index / 10)),
        cents: 1,
        text: 'x',
      })),
    )
    const whole = await firstValueFrom(tables.mirror.balances({ user: 'A6J', account: '1', by: 'day' }))
    const { balances, is_truncated } = await tables.ask('list_balances', { account: '1', by: 'day' })
    const points = balances as ReadonlyArray<{ readonly day: string; readonly balance: string }>
    expect([points.length, is_truncated]).toEqual([366, true])
    const months = await tables.ask('list_balances', { account: '1' })
    expect(months.is_truncated).toBe(true)
    const [first] = months.balances as ReadonlyArray<{ readonly day: string; readonly balance: string }>
    const same = whole.find(({ day }) => day === first?.day)
    expect(first?.balance).toBe(
      same?._tag === 'computed'
        ? `${String(same.minorUnits / 100n)}.${String(same.minorUnits % 100n).padStart(2, '0')}`
        : '',
    )
  })

  it('is bounded when a row is dated centuries away', async () => {
    tables.insertRows([
      { id: 'a', account: '1', date: '0001-01-01', cents: -1, text: 'x' },
      { id: 'b', account: '1', date: '9999-12-31', cents: -1, text: 'x' },
      { id: 'c', account: '1', date: '2026-01-02', cents: -1, text: 'x' },
    ])
    const { balances } = await tables.ask('list_balances', { account: '1', by: 'day', from: '0001-01-01' })
    expect((balances as ReadonlyArray<unknown>).length).toBe(2)
  })

  it('computes nothing across a row without an exact amount', async () => {
    tables.insertRows([
      { id: 'a', account: '1', date: '2026-01-01', cents: -100, text: 'x' },
      { id: 'b', account: '1', date: '2026-01-02', cents: null, text: 'x' },
    ])
    const { balances } = await tables.ask('list_balances', { account: '1', by: 'day' })
    expect(balances).toEqual([
      { day: '2026-01-01', source: 'unknown', balance: null },
      { day: '2026-01-02', source: 'computed', balance: '50.00' },
      { day: '2026-01-03', source: 'reported', balance: '50.00' },
    ])
  })

  it('never shows balances of another user', async () => {
    tables.insertAccount('2', 'of another', undefined, 'B7K')
    tables.tellBalance('2', 5000, '2026-01-03T18:00:00.000Z', 'B7K')
    // A transaction of the account makes it one that the user has.
    tables.insertRows([{ id: 'a', account: '2', date: '2026-01-01', cents: 900, text: 'x' }])
    expect(await tables.ask('list_balances', { account: '2' })).toMatchObject({ balances: [], is_truncated: false })
  })
})
