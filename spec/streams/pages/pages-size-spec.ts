import { getOrElse } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { identity, of } from 'rxjs'
import { all, pages, type PagesConfig } from '../../../lib/streams/pages/pages.js'
import { collectGarbage } from '../../helpers/collectGarbage.js'
import { connectionOver } from '../../helpers/connection.js'
import { book, type Delivery, ids, listServer, outcome, rows, transports } from '../../helpers/lists.js'

/** Bytes that are still of use. */
const heap = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** By how much the heap grows with each page, after the first fifth of so many of 2 kB. */
const growth = async (count: number, config: PagesConfig<string>, delivery: Delivery): Promise<number> => {
  const weight = 'x'.repeat(2_000)
  const connection = connectionOver((request) => {
    const next = getOrElse(() => 1)(request.page) + 1
    const link = next > count ? '' : `/v2/rows?after=${String(next)}`
    const body = `{"resources":["${weight}"],"pagination":{"next_uri":"${link}"}}`
    return of({ status: 200, headers: {}, body }).pipe(delivery)
  })
  const heaps: Array<number> = []
  await pages(connection)({ ...rows, resource: t.string }, { ...config, maxPages: count }).forEach(({ number }) => {
    if (number === count * 0.2 || number === count) heaps.push(heap())
  })
  const [first = 0, last = Infinity] = heaps
  return (last - first) / (count * 0.8)
}

describe.each(transports)('pages of any size, over a transport that is $transport', ({ delivery }) => {
  it('paging scenario 12: a page of 200,000 resources is one page like any other', async () => {
    const server = listServer(book([200_000, 1]), delivery)
    const { values, error } = await outcome(all(connectionOver(server.http))(rows, { prefetch: 1 }))
    expect(error).toBeUndefined()
    expect([values.length, values.at(-1)]).toEqual([200_001, { id: 200_001 }])
  })

  it.each([0, 1] as const)(
    'paging scenario 12: 5,000 pages do not overflow the stack, with prefetch: %d',
    async (prefetch) => {
      const server = listServer(book(ids(1, 5_000).map(() => 1)), delivery)
      const { values, error } = await outcome(all(connectionOver(server.http))(rows, { prefetch }))
      expect(error).toBeUndefined()
      expect(values.map(({ id }) => id)).toEqual(ids(1, 5_000))
    },
  )

  // What is kept to know a loop takes 50 bytes a page.
  it.each([0, 1] as const)('paging scenario 12: of 20,000 pages none is kept, with prefetch: %d', async (prefetch) => {
    expect(await growth(20_000, { prefetch }, delivery)).toBeLessThan(150)
  })
})

describe('pages of any size', () => {
  it('paging scenario 12: 100,000 pages that are there at once overflow neither the stack nor the heap', async () => {
    expect(await growth(100_000, {}, identity)).toBeLessThan(150)
  })
})
