import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { fromEvent, lastValueFrom, NEVER, takeUntil, toArray } from 'rxjs'
import { httpServer } from '../../helpers/httpServer.js'
import { book, pageAsked, rows, settled } from '../../helpers/lists.js'
import { program } from '../../helpers/program.js'
import { scripted } from '../../helpers/scripted.js'

/** Page 2 is never answered; its time-out is what keeps a timer. */
const stuck = () =>
  scripted((request) => (pageAsked(request) === 2 ? NEVER : book([3, 3, 3, 3, 3, 3])(request)), {
    retry: { count: 100 },
  })

const ended = { started: 2, answered: 1, aborted: 1, failed: 0, inFlight: 0 }

describe('paging scenario 03: abort', () => {
  it.each([0, 1] as const)('unsubscribing aborts page 2 at once, with prefetch: %d', (prefetch) => {
    const { user, counts, clock } = stuck()
    const subscription = user.all(rows, { prefetch }).subscribe()
    expect([counts.started, counts.inFlight, clock.pending()]).toEqual([2, 1, 1])
    subscription.unsubscribe()
    expect(counts).toMatchObject(ended)
    expect(clock.pending()).toBe(0)
    clock.advance(24 * 3_600_000)
    expect(counts.started).toBe(2)
  })

  it('leaving a loop aborts the page ahead at once', async () => {
    const { user, counts, clock } = stuck()
    for await (const { id } of user.all(rows, { prefetch: 1 })) {
      expect([id, counts.inFlight]).toEqual([1, 1])
      break
    }
    expect(counts).toMatchObject(ended)
    expect(clock.pending()).toBe(0)
  })

  it('an AbortSignal aborts page 2 by way of takeUntil', async () => {
    const { user, counts, clock } = stuck()
    const abort = new AbortController()
    const seen = lastValueFrom(user.all(rows).pipe(takeUntil(fromEvent(abort.signal, 'abort')), toArray()))
    await settled()
    abort.abort()
    expect(counts).toMatchObject(ended)
    expect(clock.pending()).toBe(0)
    expect(await seen).toHaveLength(3)
  })

  it('unsubscribing between two tries leaves no timer and tries no more', () => {
    const { user, counts, clock } = scripted((request) =>
      pageAsked(request) === 2 ? new Error('lost') : book([3, 3])(request),
    )
    const subscription = user.all(rows).subscribe({ error: () => undefined })
    const before = counts.started
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
    clock.advance(3_600_000)
    expect(counts.started).toBe(before)
  })

  it.each(['unsubscribe', 'break', 'signal'])(
    'a process that leaves by %s while a server is silent closes the socket and has nothing left to do',
    async (way) => {
      let arrive: (request: IncomingMessage) => void
      const second = new Promise<IncomingMessage>((resolve) => (arrive = resolve))
      const server = await httpServer((request, response) => {
        if (request.url?.includes('after=') === true) {
          arrive(request)
          return
        }
        response.setHeader('Content-Type', 'application/json')
        response.end('{"resources":[{"id":1}],"pagination":{"next_uri":"/v2/rows?after=2"}}')
      })
      const { start } = program(`
        import { once } from 'node:events'
        import { fromEvent, of, takeUntil } from 'rxjs'
        import { createClient, documentedProfile } from '../lib/index.js'
        import { rows } from './helpers/lists.js'
        const [, , baseUrl = '', way] = process.argv
        const list = createClient({ profile: documentedProfile, baseUrl, clientId: 'id' }).all({ ...rows, access: 'public' }, { prefetch: 1 })
        const reported = () => once(process.stdin.resume(), 'end')
        const main = async () => {
          if (way === 'break') {
            for await (const row of list) {
              await reported()
              break
            }
          } else {
            const abort = new AbortController()
            const subscription = list.pipe(takeUntil(fromEvent(abort.signal, 'abort'))).subscribe()
            await reported()
            if (way === 'signal') abort.abort()
            else subscription.unsubscribe()
          }
        }
        void main()
      `)
      const { child, ended: end } = start([server.url, way])
      const { socket } = await second
      const closed = once(socket, 'close')
      child.stdin?.end()
      expect(await end).toEqual([0, null])
      await closed
      expect(server.requests).toHaveLength(2)
      await server.close()
    },
  )
})
