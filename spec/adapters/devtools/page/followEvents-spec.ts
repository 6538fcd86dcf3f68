import type { ServerResponse } from 'node:http'
import { isSome } from 'fp-ts/lib/Option.js'
import { firstValueFrom, type Observable, take, toArray } from 'rxjs'
import { followEvents, reconnectMs } from '../../../../lib/adapters/devtools/page/followEvents.js'
import { emptyInspection } from '../../../../lib/adapters/devtools/reduceInspection.js'
import { stateFrame } from '../../../../lib/adapters/devtools/server/latestFrames.js'
import type { Inspection } from '../../../../lib/devtools.js'
import { createVirtualClock } from '../../../../lib/index.js'
import { httpServer, type TestServer } from '../../../helpers/httpServer.js'

const state = (markCount: number): string => stateFrame(String(markCount), { ...emptyInspection, markCount }).text()

describe('followEvents', () => {
  let server: TestServer
  let answers: Array<(response: ServerResponse) => void>
  let clock: ReturnType<typeof createVirtualClock>

  beforeEach(async () => {
    answers = []
    clock = createVirtualClock()
    server = await httpServer((_, response) => answers.shift()?.(response))
  })

  afterEach(() => server.close())

  const follow = (): Observable<Inspection | undefined> =>
    followEvents({ key: 'key', clock, fetch: (path, init) => fetch(`${server.url}${path}`, init) })

  const headers = () =>
    server.requests.map(({ headers: { authorization, 'last-event-id': id } }) => [authorization, id])

  it('emits each state, also those that come in pieces', async () => {
    answers.push((response) => {
      response.write(state(1) + state(2).slice(0, 9))
      response.write(state(2).slice(9))
    })
    const seen = await firstValueFrom(follow().pipe(take(2), toArray()))
    expect(seen.map((inspection) => inspection?.markCount)).toStrictEqual([1, 2])
    expect(headers()).toStrictEqual([['Bearer key', undefined]])
  })

  it.each([
    ['ends', (response: ServerResponse) => void response.end(`${state(1)}id: 2\ndata: {"cut`)],
    ['breaks', (response: ServerResponse) => void response.write(state(1), () => response.destroy())],
  ])('says so if an answer %s, and asks after a while for what came after the last state', async (_how, first) => {
    answers.push(
      first,
      (response) => response.writeHead(500).end(),
      (response) => response.write(state(5)),
    )
    const seen: Array<number | undefined> = []
    await new Promise<void>((done) => {
      const following = follow().subscribe((inspection) => {
        seen.push(inspection?.markCount)
        if (inspection?.markCount === 5) {
          following.unsubscribe()
          done()
        }
        if (inspection !== undefined) return
        const asked = server.requests.length
        queueMicrotask(() => {
          clock.advance(reconnectMs - 1)
          expect(server.requests).toHaveLength(asked)
          clock.advance(1)
        })
      })
    })
    expect(seen).toStrictEqual([1, undefined, undefined, 5])
    expect(headers()).toStrictEqual([
      ['Bearer key', undefined],
      ['Bearer key', '1'],
      ['Bearer key', '1'],
    ])
  })

  it('errors if the key is not good, and asks no more', async () => {
    answers.push((response) => response.writeHead(403).end())
    await expect(firstValueFrom(follow())).rejects.toMatchObject({ name: 'AccessDenied' })
    clock.advance(10 * reconnectMs)
    expect(server.requests).toHaveLength(1)
  })

  it('aborts the request when it is unsubscribed from', async () => {
    const closed = new Promise((resolve) => {
      answers.push((response) => {
        response.once('close', resolve)
        response.write(state(1))
      })
    })
    const seen = await firstValueFrom(follow())
    await closed
    clock.advance(10 * reconnectMs)
    expect(server.requests).toHaveLength(1)
    expect(isSome(seen?.last ?? emptyInspection.last)).toBe(false)
  })
})
