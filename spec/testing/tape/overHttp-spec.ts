import type { ServerResponse } from 'node:http'
import { concatMap, firstValueFrom, fromEvent, lastValueFrom, Subject, toArray } from 'rxjs'
import { createClient, platformHttp } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { replayHttp } from '../../../lib/tape.js'
import { httpServer, type TestServer } from '../../helpers/httpServer.js'
import { listening } from '../../helpers/listening.js'
import { recording } from './recording.js'

describe('a tape of the default transport', () => {
  const { sandbox, url } = listening()

  it('has what a client met over real HTTP, and gives it again', async () => {
    sandbox().faults.add({ kind: 'server-error', status: 503, on: 'transactions', after: 2 })
    sandbox().faults.add({ kind: 'disconnect', on: 'transactions', after: 3 })
    const { http, tape, text } = recording(platformHttp)
    const config = { ...sandbox().credentials, retry: { minDelay: 1, maxDelay: 2 } }
    const rows = (client: ReturnType<typeof createClient>) =>
      lastValueFrom(client.user({ externalUserId: 'A6J' }).transactions.all({ limit: 50 }).pipe(toArray()))
    const recorded = await rows(createClient({ profile: documentedProfile, ...config, baseUrl: url(), http }))
    const ends = tape.map(({ response, error }) => response?.status ?? error?.code)
    expect(ends).toEqual([200, 200, 200, 503, 'ECONNRESET', 200, 200, 200, 200])
    expect(tape.every(({ duration }) => Number.isSafeInteger(duration) && duration >= 0)).toBe(true)
    expect(text()).not.toMatch(/127\.0\.0\.1|sandbox-|A6J/)
    const replayed = await rows(
      createClient({ profile: documentedProfile, ...config, baseUrl: 'https://other.example', http: replayHttp(tape) }),
    )
    expect(replayed.map(({ updated_at }) => updated_at)).toEqual(recorded.map(({ updated_at }) => updated_at))
  })
})

describe('a request over real HTTP', () => {
  let server: TestServer

  afterEach(() => server.close())

  it('is aborted, and is on the tape without an end, when nobody waits any longer', async () => {
    const arrived = new Subject<ServerResponse>()
    const arrival = firstValueFrom(arrived)
    const gone = firstValueFrom(arrived.pipe(concatMap((response) => fromEvent(response, 'close'))))
    server = await httpServer((_, response) => arrived.next(response))
    const { http, tape } = recording(platformHttp)
    const client = createClient({ profile: documentedProfile, baseUrl: server.url, clientId: 'id', http })
    const waiting = client.banks.all().subscribe()
    await arrival
    waiting.unsubscribe()
    await gone
    expect(tape).toEqual([
      expect.objectContaining({ number: 1, request: expect.objectContaining({ url: '/v2/banks' }) }),
    ])
    expect(tape[0]).not.toHaveProperty('response')
    expect(tape[0]).not.toHaveProperty('error')
  })

  it('is on the tape with the words of the service, and none of its message', async () => {
    server = await httpServer((_, response) => {
      response.writeHead(409, { 'content-type': 'application/json' })
      response.end('{"type":"conflict","message":"A user with email jean@example.org already exists"}')
    })
    const { http, tape, text } = recording(platformHttp)
    const config = { clientId: 'id', clientSecret: 's3cr3t' }
    const ask = (client: ReturnType<typeof createClient>) =>
      firstValueFrom(client.users.pages()).catch((error: unknown) => error)
    const met = await ask(createClient({ profile: documentedProfile, ...config, baseUrl: server.url, http }))
    const again = await ask(
      createClient({ profile: documentedProfile, ...config, baseUrl: server.url, http: replayHttp(tape) }),
    )
    expect(JSON.stringify(again)).toBe(JSON.stringify(met))
    expect(text()).not.toMatch(/jean|already|s3cr3t/)
  })
})
