import { getOrElse } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { identity, of } from 'rxjs'
import type { PagesConfig } from '../../../lib/streams/pages/pages.js'
import { collectGarbage } from '../../helpers/collectGarbage.js'
import { connectionOver } from '../../helpers/connection.js'
import { pages } from '../../helpers/interpreters.js'
import { type Delivery, rows } from '../../helpers/lists.js'

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

describe('pages of any size', () => {
  it('100,000 pages that arrive at once overflow neither the stack nor the heap', async () => {
    expect(await growth(100_000, {}, identity)).toBeLessThan(150)
  })
})
