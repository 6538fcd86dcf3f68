import * as t from 'io-ts'
import { lastValueFrom, of, tap } from 'rxjs'
import { createClient, type HttpRequest } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { collectGarbage } from '../../helpers/collectGarbage.js'
import { book, ids, pageAsked, rows, transports } from '../../helpers/lists.js'
import { page } from '../../helpers/responses.js'
import { delivered, scripted } from '../../helpers/scripted.js'

jest.setTimeout(120_000)

const modes = transports.flatMap((transport) => ([0, 1] as const).map((prefetch) => ({ ...transport, prefetch })))

/** Each transport and each prefetch, once. */
const bothOnce = modes.filter(
  ({ transport, prefetch }) => (transport === transports[0]?.transport) === (prefetch === 0),
)

describe.each(modes)(
  'paging scenario 12: size (a transport that is $transport, prefetch: $prefetch)',
  ({ delivery, prefetch }) => {
    /** Reads a list of pages of these sizes, and counts what was done for it. */
    const work = async (sizes: ReadonlyArray<number>) => {
      let decoded = 0
      let emitted = 0
      const resource = new t.Type<number>(
        'row',
        t.number.is,
        (u, context) => {
          decoded++
          return t.type({ id: t.number }).validate(u, context)._tag === 'Right'
            ? t.success((u as { readonly id: number }).id)
            : t.failure(u, context)
        },
        t.identity,
      )
      const { user, counts } = scripted(delivered(book(sizes), delivery))
      let isInOrder = true
      const list = user.all({ ...rows, resource }, { prefetch })
      await lastValueFrom(list.pipe(tap((id) => (isInOrder &&= id === ++emitted))))
      return { decoded, emitted, isInOrder, requests: counts.started }
    }

    it('a page of 200,000 resources is one page like any other', async () => {
      expect(await work([200_000, 1])).toEqual({ decoded: 200_001, emitted: 200_001, isInOrder: true, requests: 2 })
    })

    it('5,000 pages overflow no stack, and take the work of 5,000 pages', async () => {
      const sizes = ids(1, 5_000).map(() => 2)
      expect(await work(sizes)).toEqual({ decoded: 10_000, emitted: 10_000, isInOrder: true, requests: 5_000 })
    })
  },
)

describe.each(bothOnce)(
  'paging scenario 12: size (a transport that is $transport, prefetch: $prefetch)',
  ({ delivery, prefetch }) => {
    it('a loop reads both too', async () => {
      const { user } = scripted(delivered(book([200_000, ...ids(1, 5_000).map(() => 1)]), delivery))
      let seen = 0
      for await (const { id } of user.all(rows, { prefetch })) if (id === seen + 1) seen++
      expect(seen).toBe(205_000)
    })

    it('the heap holds pages, not lists: of 5,000 pages, 100 MB, no 3 MB are kept', async () => {
      const weight = 'x'.repeat(20_000)
      const http = (request: HttpRequest) => {
        const next = pageAsked(request) + 1
        return of(page([weight], next > 5_000 ? null : `/v2/rows?after=${String(next)}`)).pipe(delivery)
      }
      const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', clientId: 'id', http })
      const heaps: Array<number> = []
      const list = client.pages({ ...rows, access: 'public', resource: t.string }, { prefetch })
      await list.forEach(({ number }) => {
        if (number % 1_000 !== 0) return
        collectGarbage()
        heaps.push(process.memoryUsage().heapUsed)
      })
      const [, warm = 0, ...later] = heaps
      expect(later).toHaveLength(3)
      for (const heap of later) expect(heap - warm).toBeLessThan(3_000_000)
    })
  },
)
