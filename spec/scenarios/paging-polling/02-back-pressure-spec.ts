import { defer, timer } from 'rxjs'
import type { Page } from '../../../lib/index.js'
import { collectGarbage } from '../../helpers/collectGarbage.js'
import { book, ids, type Row, rows, settled, transports } from '../../helpers/lists.js'
import { delivered, scripted } from '../../helpers/scripted.js'
import { withoutOptimizedCode } from '../../helpers/withoutOptimizedCode.js'

withoutOptimizedCode()

const modes = transports.flatMap((transport) =>
  ([0, 1] as const).map((prefetch) => ({ ...transport, prefetch, allowed: 1 + prefetch })),
)

describe.each(modes)(
  'paging scenario 02: back-pressure (a transport that is $transport, prefetch: $prefetch)',
  ({ delivery, prefetch, allowed }) => {
    it('a loop of a second a resource has no page downloaded that it may not hold', async () => {
      const { user, counts, clock } = scripted(delivered(book([3, 3, 3, 3, 3, 3]), delivery))
      const downloaded: Array<number> = []
      for await (const { id } of user.all(rows, { prefetch })) {
        clock.advance(1000)
        await settled()
        downloaded.push(counts.started - Math.ceil(id / 3) + 1)
      }
      expect(downloaded.slice(0, 15)).toEqual(Array<number>(15).fill(allowed))
      expect([downloaded.length, counts.started, counts.mostInFlight]).toEqual([18, 6, 1])
    })

    it('a pace of a second a resource holds a subscriber’s pages back in the same way', async () => {
      const { user, counts, clock } = scripted(delivered(book([3, 3, 3]), delivery))
      let handled = 0
      const pace = ({ resources }: Page<Row>) =>
        defer(() => {
          handled++
          return timer(resources.length * 1000, clock.scheduler)
        })
      const subscription = user.all(rows, { prefetch, pace }).subscribe()
      await settled()
      for (const page of ids(1, 3)) {
        expect([handled, counts.started]).toEqual([page, Math.min(page + prefetch, 3)])
        clock.advance(2999)
        await settled()
        expect([handled, counts.started]).toEqual([page, Math.min(page + prefetch, 3)])
        clock.advance(1)
        await settled()
      }
      expect([subscription.closed, clock.pending()]).toEqual([true, 0])
    })

    it('of 4,000 pages no more are in memory than may be downloaded', async () => {
      const { user } = scripted(delivered(book(ids(1, 4000).map(() => 1)), delivery))
      const seen: Array<WeakRef<Page<Row>>> = []
      const alive: Array<number> = []
      for await (const page of user.pages(rows, { prefetch })) {
        seen.push(new WeakRef(page))
        if (page.number % 800 !== 0) continue
        await settled()
        collectGarbage()
        alive.push(seen.filter((reference) => reference.deref() !== undefined).length)
      }
      expect(seen).toHaveLength(4000)
      for (const count of alive) expect(count).toBeLessThanOrEqual(allowed)
    })
  },
)
