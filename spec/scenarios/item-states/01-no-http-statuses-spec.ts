import { concat, firstValueFrom, lastValueFrom, repeat, toArray } from 'rxjs'
import { bridge2021 } from '../../../lib/bridge.js'
import { type ClientEvent, createClient, createVirtualClock, type Http, itemState } from '../../../lib/index.js'
import { listServer } from '../../helpers/lists.js'
import { json, page, token } from '../../helpers/responses.js'

const statuses = [402, 429, 430, 1003, 1005, 1007, 1010, 500, 503]

/** Every item, and each refresh, has something amiss, in answers that are well. */
const service = (start: number) =>
  listServer(({ url }) => {
    if (url.endsWith('/authenticate')) return token('t', start + 7_200_000)
    if (url.endsWith('/status')) return json({ status: 'invalid_creds', refreshed_at: null })
    const [, id] = /items\/(\d+)$/.exec(url) ?? []
    const item = (status: number) => ({ id: status, status, bank_id: 1, status_code_info: 'NOT_OK' })
    return id === undefined ? page(statuses.map(item)) : json(item(Number(id)))
  })

const opened = () => {
  const clock = createVirtualClock()
  const server = service(clock.wall())
  const http: Http = server.http
  const client = createClient({
    baseUrl: 'https://bank.example',
    clientId: 'id',
    clientSecret: 's',
    profile: bridge2021,
    limits: {},
    clock,
    http,
  })
  const events: Array<ClientEvent> = []
  client.events$.subscribe((event) => events.push(event))
  return { server, events, items: client.user({ externalUserId: 'A6J' }).items, clock }
}

describe('item state scenario 01: statuses of items are no HTTP statuses', () => {
  it('nothing is sent again, held back or counted as a failure for them', async () => {
    const { server, events, items, clock } = opened()
    const times = 50
    const all = await lastValueFrom(items.all().pipe(repeat(times), toArray()))
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: times }, () => statuses).flat())
    const ones = await lastValueFrom(concat(...statuses.map((id) => items.get(id))).pipe(toArray()))
    expect(ones.map(({ status }) => status)).toEqual(statuses)
    expect((await firstValueFrom(items.refreshStatus(402))).status).toBe('invalid_creds')
    expect(server.requests).toHaveLength(1 + times + statuses.length + 1)
    expect(new Set(events.map(({ _tag }) => _tag))).toEqual(
      new Set(['ApiVersionSunset', 'Requested', 'Responded', 'TokenRenewed']),
    )
    expect(clock.pending()).toBe(0)
  })

  it('each says what to do', async () => {
    const all = await lastValueFrom(opened().items.all().pipe(toArray()))
    expect(all.map((item) => itemState(bridge2021, item)._tag)).toEqual([
      'logIn',
      'actAtBank',
      'actAtBank',
      'retryLater',
      'unsupported',
      'retryLater',
      'enterCode',
      'unknown',
      'unknown',
    ])
  })
})
