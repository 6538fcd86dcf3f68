import fc from 'fast-check'
import { NEVER, take } from 'rxjs'
import { emptyInspection } from '../../../lib/adapters/devtools/reduceInspection.js'
import { itemDetails, timelineItems } from '../../../lib/adapters/devtools/timelineItems.js'
import { maxRows, timelineLayout } from '../../../lib/adapters/devtools/timelineLayout.js'
import { inspected } from '../../helpers/inspected.js'

const onePercent = (): number => 1

const run = () => {
  const all = inspected({ random: () => 0.5 })
  all.sandbox.faults.add({ kind: 'latency', ms: 100, on: 'transactions', times: Infinity })
  all.inspector.inspect(all.user.transactions.pages({ limit: 500 }), 'pages').subscribe()
  const watching = all.user.stocks.watchUpdated({ every: 1000 }).subscribe()
  all.clock.advance(1900)
  watching.unsubscribe()
  return all.now()
}

describe('timelineItems', () => {
  it('has lanes of streams, then of operations, tokens and watchers, then of other marks', () => {
    expect(timelineItems(run()).map(({ name, items }) => [name, items.length])).toStrictEqual([
      ['pages', 4],
      ['transactions.list', 2],
      ['authenticate', 1],
      ['stocks.updated', 2],
      ['Token lives', 1],
      ['Watchers', 1],
      ['Polls', 2],
    ])
  })

  it('names each item once', () => {
    const ids = timelineItems(run()).flatMap(({ items }) => items.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })
})

/** A request of each look, one after the other. */
const looks = () => {
  const all = inspected({ random: () => 0.5 })
  const read = () =>
    all.client.categories
      .pages({ limit: 500 })
      .pipe(take(1))
      .subscribe({ error: () => undefined })
  all.sandbox.faults.add({ kind: 'latency', ms: 10, on: 'categories', times: Infinity })
  read()
  all.clock.advance(100)
  all.sandbox.faults.add({ kind: 'status', status: 503, on: 'categories' })
  read()
  all.clock.advance(10_000)
  all.sandbox.faults.add({ kind: 'rate-limit', retryAfter: 1, on: 'categories' })
  read()
  all.clock.advance(10_000)
  read().unsubscribe()
  all.sandbox.faults.add({ kind: 'status', status: 404, on: 'categories' })
  read()
  all.clock.advance(100)
  read()
  return all.now()
}

describe('the looks of requests', () => {
  it('differ for one that was answered, met a 503 or a 429, was aborted, failed or is open, by colour and by sign', () => {
    const items = timelineItems(looks()).find(({ name }) => name === 'categories.list')?.items ?? []
    expect(items.map(({ kind, sign }) => [kind, sign.replace(/^\d+/, 'n')])).toStrictEqual([
      ['good', 'n'],
      ['warning', 'n ▲'],
      ['limited', 'n ‖'],
      ['unsubscribe', 'n !'],
      ['failure', 'n ✕'],
      ['note', 'n'],
    ])
  })

  it('are told by a legend that has what is drawn, and no more', () => {
    const { legend } = timelineLayout(looks(), Infinity, onePercent)
    const bars = legend.filter(({ isBar }) => isBar)
    expect(bars.map(({ sign, meaning }) => [sign, meaning])).toStrictEqual([
      ['', 'answered'],
      ['▲', 'sent again after an error, such as a 503'],
      ['‖', 'sent again after a 429'],
      ['!', 'aborted'],
      ['✕', 'failed'],
      ['', 'not answered yet'],
    ])
    expect(timelineLayout(run(), 1000, onePercent).legend.map(({ meaning }) => meaning)).toStrictEqual([
      'answered',
      'success',
    ])
    expect(timelineLayout(emptyInspection, Infinity, onePercent).legend).toStrictEqual([])
  })

  it('have room for the whole of their sign, at the end of the axis too', () => {
    const wide = timelineLayout(looks(), Infinity, ({ sign }) => sign.length * 5)
    for (const { items } of wide.lanes)
      for (const { left, to, sign } of items)
        if (to !== undefined) expect(left + sign.length * 5).toBeLessThanOrEqual(100)
  })
})

describe('timelineLayout', () => {
  it('puts all lanes on one axis of time', () => {
    const { from, lanes, ticks } = timelineLayout(run(), Infinity, onePercent)
    expect(from).toStrictEqual(new Date(Date.UTC(2026, 0, 15, 12)))
    const [, second] = lanes.find(({ name }) => name === 'transactions.list')?.items ?? []
    expect(second?.left).toBeCloseTo((100 / 1900) * 100)
    expect(second?.width).toBeCloseTo((100 / 1900) * 100)
    expect(ticks.map(({ ms }) => ms)).toStrictEqual([0, 500, 1000, 1500])
  })

  it('shows the latest part alone if it is asked to', () => {
    const { from, lanes } = timelineLayout(run(), 1000, onePercent)
    expect(from).toStrictEqual(new Date(Date.UTC(2026, 0, 15, 12, 0, 0, 900)))
    expect(lanes.map(({ name }) => name)).toStrictEqual(['stocks.updated', 'Token lives', 'Watchers', 'Polls'])
  })

  it.each([
    [100_000, 60_000],
    [200_000, 60_000],
    [3_600_000, 900_000],
    [86_400_000, 6 * 3_600_000],
    [3 * 86_400_000, 86_400_000],
    [14 * 86_400_000, 5 * 86_400_000],
  ])('counts an axis of %d ms as a clock does, by %d', (span, step) => {
    const all = inspected({ random: () => 0.5 })
    const stream$ = all.inspector.inspect(NEVER, 'never')
    stream$.subscribe()
    all.clock.advance(span)
    stream$.subscribe()
    expect(timelineLayout(all.now(), Infinity, onePercent).ticks[1]?.ms).toBe(step)
  })

  it('is empty if nothing has happened', () => {
    expect(timelineLayout(emptyInspection, Infinity, onePercent).lanes).toStrictEqual([])
  })

  it('lets no two items of a row overlap, but in the last one', () => {
    const inspection = run()
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0.1, max: 30, noNaN: true }), (latest, least) => {
        for (const { items } of timelineLayout(inspection, latest, () => least).lanes)
          for (const [index, item] of items.entries()) {
            expect(item.left).toBeGreaterThanOrEqual(0)
            expect(item.left + item.width).toBeLessThanOrEqual(100.001)
            expect(item.row).toBeLessThan(maxRows)
            const before = items.slice(0, index).filter(({ row }) => row === item.row && row < maxRows - 1)
            for (const one of before)
              expect(one.left + Math.max(one.width, least)).toBeLessThanOrEqual(item.left + 0.001)
          }
      }),
    )
  })
})

describe('itemDetails', () => {
  it('tells of each item that is drawn', () => {
    const inspection = run()
    const ids = timelineItems(inspection).flatMap(({ items }) => items.map(({ id }) => id))
    expect(ids.filter((id) => itemDetails(inspection, id) === undefined)).toStrictEqual([])
    expect(itemDetails(inspection, 'mark-0')).toBeUndefined()
  })

  it('tells of a mark the request that caused it, with its story', () => {
    const inspection = run()
    const next = inspection.lanes[0]?.marks[1]
    const details = itemDetails(inspection, `mark-${String(next?.number)}`)
    expect(details).toMatchObject({ title: 'pages: next', request: 1 })
    expect(details?.lines.map(({ label }) => label)).toStrictEqual([
      'at',
      'request',
      'started',
      'cause',
      'method',
      'priority',
      'attempt 1',
      'end',
      'led to',
      'led to',
    ])
  })

  it('says of a request that has left the history that it is not kept', () => {
    const inspection = { ...run(), requests: [] }
    const next = inspection.lanes[0]?.marks[1]
    const lines = itemDetails(inspection, `mark-${String(next?.number)}`)?.lines
    expect(lines?.at(-1)).toStrictEqual({ label: 'request', text: '1, no longer kept' })
  })
})
