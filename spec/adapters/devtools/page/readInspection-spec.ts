import { isSome, none, some } from 'fp-ts/lib/Option.js'
import { type AsJson, entriesAfter, readInspection } from '../../../../lib/adapters/devtools/page/readInspection.js'
import { emptyInspection } from '../../../../lib/adapters/devtools/reduceInspection.js'
import type { Inspection } from '../../../../lib/devtools.js'
import { inspected } from '../../../helpers/inspected.js'

/** An inspection that has something in each of its lists. */
const full = () => {
  const all = inspected({ random: () => 0.5 })
  all.sandbox.faults.add({ kind: 'status', status: 503, on: 'transactions' })
  all.inspector.inspect(all.user.transactions.pages({ limit: 500 }), '2026-01-01T00:00:00.000Z').subscribe()
  all.user.stocks.watchUpdated({ every: 1000 }).subscribe()
  all.clock.advance(5500)
  return all
}

const again = (inspection: Inspection): Inspection =>
  readInspection(JSON.parse(JSON.stringify(inspection)) as AsJson<Inspection>)

describe('readInspection', () => {
  it('makes of JSON what it was', () => {
    const inspection = full().now()
    const { requests, tokens, watchers, lanes } = inspection
    for (const list of [requests, tokens, watchers, lanes]) expect(list.length).toBeGreaterThan(0)
    expect(again(inspection)).toStrictEqual(inspection)
    expect(again(emptyInspection)).toStrictEqual(emptyInspection)
  })
})

describe('later', () => {
  it('has what came after a moment, and all if there is none', () => {
    const all = full()
    const before = all.now()
    expect(entriesAfter(before, none)).toBe(before)
    expect(entriesAfter(before, before.last)).toMatchObject({
      requests: [],
      tokens: [],
      watchers: [],
      last: none,
      dropped: 0,
    })
    all.clock.advance(1500)
    const after = entriesAfter(all.now(), before.last)
    expect(after.requests).toStrictEqual(all.now().requests.slice(before.requests.length))
    expect(after.requests.length).toBeGreaterThan(0)
    expect(after.lanes.flatMap(({ marks }) => marks)).toHaveLength(after.requests.length)
    expect(isSome(after.last)).toBe(true)
    expect(entriesAfter(all.now(), some(new Date(0))).requests).toStrictEqual(all.now().requests)
  })
})
