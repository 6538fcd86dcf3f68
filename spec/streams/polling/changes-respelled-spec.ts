import fc from 'fast-check'
import { toUndefined } from 'fp-ts/lib/Option.js'
import { lastValueFrom, of, type Subscription } from 'rxjs'
import { bridge2018, bridge2021, bridge2025 } from '../../../lib/bridge.js'
import { type ClientEvent, createClient, createVirtualClock, documentedProfile, liveRows } from '../../../lib/index.js'
import { respelled } from '../../helpers/respelled.js'
import { begin, lastingToken } from '../../helpers/scripted.js'

type Row = Readonly<Record<string, unknown>>

/** A user of a service whose transactions are what `texts` says, as JSON, at that time. */
const service = (profile: unknown) => {
  const clock = createVirtualClock({ start: begin })
  const shown: { texts: ReadonlyArray<string> } = { texts: [] }
  const client = createClient({
    baseUrl: 'https://bank.example',
    clientId: 'a',
    clientSecret: 'b',
    profile: profile as typeof documentedProfile,
    clock,
    http: () =>
      of({
        status: 200,
        headers: { date: new Date(clock.wall()).toUTCString() },
        body: `{"resources":[${shown.texts.join()}],"pagination":{"next_uri":null}}`,
      }),
  })
  return { clock, client, shown, transactions: client.user({ token$: of(lastingToken()) }).transactions }
}

const profiles = { documentedProfile, bridge2018, bridge2021, bridge2025 }
type Name = keyof typeof profiles

const moment = '2026-01-15T11:59:00.000Z'
const rowFor = (name: Name, fields: Row): Row => ({
  id: 12,
  ...(name === 'bridge2018' ? { account: { id: 7 } } : { account_id: 7 }),
  amount: -4,
  currency_code: 'EUR',
  date: '2026-01-14',
  updated_at: moment,
  category_id: 5,
  ...fields,
})

const moments = [moment, '2026-01-15T11:59:00Z', '2026-01-15T13:59:00+02:00', '2026-01-15T11:59:00.0+00:00']

/** The same row with other words for the same values. */
const spelling = (row: Row, numbers: Iterator<number>): string => {
  const next = (choices: number) => Number(numbers.next().value) % choices
  const asId = (value: unknown) => (next(2) === 0 ? String(value) : value)
  const nested = (value: unknown) =>
    value === undefined ? {} : { account: { id: asId((value as { id: number }).id) } }
  const words = {
    ...row,
    id: asId(row.id),
    ...(row.account_id === undefined ? {} : { account_id: asId(row.account_id) }),
    ...nested(row.account),
    updated_at: moments[next(moments.length)],
  }
  const text = JSON.stringify(respelled(words, numbers))
  return (
    [text, text.replace('"amount":-4', '"amount":-4.0'), text.replace('"amount":-4', '"amount":-0.4e1')][next(3)] ?? ''
  )
}

const extra = fc.record({ description: fc.string(), extra: fc.jsonValue({ maxDepth: 3 }) })
const changes: ReadonlyArray<Row> = [
  { amount: -4.01 },
  { date: '2026-01-13' },
  { category_id: 6 },
  { updated_at: '2026-01-15T11:59:00.001Z' },
  { description: moment },
  { description: '2026-01-15T11:59:00Z' },
  { extra: '12' },
  { extra: 12 },
  { more: null },
]

describe.each(Object.keys(profiles) as ReadonlyArray<Name>)('a row of %s that is spelled otherwise', (name) => {
  it('is not reported again, by whatever watches; each changed value is', () => {
    fc.assert(
      fc.property(extra, fc.infiniteStream(fc.nat()), (fields, numbers) => {
        const { clock, shown, transactions } = service(profiles[name])
        const row = rowFor(name, JSON.parse(JSON.stringify(fields)) as Row)
        const reported: Array<number> = []
        const live: Array<number> = []
        const watching: ReadonlyArray<Subscription> = [
          transactions.watchUpdated().subscribe(({ resources }) => reported.push(resources.length)),
          liveRows(transactions).subscribe((rows) => live.push(rows.size)),
        ]
        const show = (text: string): number => {
          const before = reported.length
          shown.texts = [text]
          clock.advance(66_000)
          return reported.slice(before).reduce((sum, rows) => sum + rows, 0)
        }
        expect(show(JSON.stringify(row))).toBe(1)
        for (let round = 0; round < 4; round++) expect(show(spelling(row, numbers))).toBe(0)
        expect(live).toEqual([0, 1])
        let last = JSON.stringify(row)
        for (const change of changes) {
          const text = JSON.stringify({ ...row, ...change })
          expect([text, show(text)]).toEqual([text, text === last ? 0 : 1])
          last = text
        }
        for (const each of watching) each.unsubscribe()
      }),
      { numRuns: 25 },
    )
  })

  it('is known to the next round by its bookmark', async () => {
    const { shown, transactions } = service(profiles[name])
    const row = rowFor(name, { description: 'Café', extra: { a: 1, b: [2] } })
    shown.texts = [JSON.stringify(row)]
    const first = await lastValueFrom(transactions.sync())
    shown.texts = [spelling(row, fc.sample(fc.infiniteStream(fc.nat()), 1)[0] as Iterator<number>)]
    const second = await lastValueFrom(transactions.sync({ from: toUndefined(first.bookmark) }))
    shown.texts = [JSON.stringify({ ...row, extra: { a: 1, b: [3] } })]
    const third = await lastValueFrom(transactions.sync({ from: toUndefined(second.bookmark) }))
    expect([first, second, third].map(({ resources }) => resources.length)).toEqual([1, 0, 1])
  })
})

describe('a row that the codec refuses', () => {
  it('is told once, however its moment is spelled', () => {
    const { clock, client, shown, transactions } = service(bridge2021)
    const events: Array<ClientEvent> = []
    client.events$.subscribe((event) => events.push(event))
    const watching = transactions.watchUpdated({ onInvalidRow: 'report' }).subscribe()
    for (const updated_at of moments) {
      shown.texts = [JSON.stringify({ id: 1, amount: 'n/a', updated_at })]
      clock.advance(66_000)
    }
    watching.unsubscribe()
    expect(events.filter(({ _tag }) => _tag === 'RowRejected')).toHaveLength(1)
  })
})

describe('rows without an exact amount', () => {
  it('are told by an event of their page, once, and removed ones are not', () => {
    const { clock, client, shown, transactions } = service(documentedProfile)
    const events: Array<ClientEvent> = []
    client.events$.subscribe((event) => events.push(event))
    const watching = transactions.watchUpdated({ label: 'sums' }).subscribe()
    const rows = [4.995, 0.30000000000000004, -1, '12.30', null].map((amount, id) => ({
      id,
      amount,
      currency_code: 'EUR',
    }))
    shown.texts = [...rows, { id: 8, amount: 1 }, { id: 9, amount: 1, is_deleted: true }].map((row) =>
      JSON.stringify(row),
    )
    clock.advance(200_000)
    watching.unsubscribe()
    expect(events.filter(({ _tag }) => _tag === 'InexactAmount')).toMatchObject([
      { operation: 'transactions.updated', watcher: 1, label: 'sums', count: 2 },
    ])
  })
})
