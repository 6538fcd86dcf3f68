import { firstValueFrom, lastValueFrom, take, toArray } from 'rxjs'
import { bridge2021 } from '../../../lib/bridge.js'
import { createGatewayClient, type Http, wireHeaders } from '../../../lib/index.js'
import { ownTransports } from '../../helpers/transports.js'
import { serving } from './serving.js'

const played = { sandbox: { profile: bridge2021 }, client: { profile: bridge2021 as never } }

describe.each(ownTransports)('a gateway to a service with refreshes, for a client over %s', (_, transport) => {
  const { origin, sandbox, user: person } = serving({}, played)

  /** The app in the browser of the first person, and all that it sends and gets. */
  const appOf = () => {
    const sent: Array<string> = []
    const http: Http = (request) => {
      sent.push(`${request.method} ${request.url}`, JSON.stringify(wireHeaders(request)))
      return transport(request)
    }
    const headers = { Cookie: 'user=A6J' }
    const app = createGatewayClient({ gateway: `${origin()}/api/bank`, profile: bridge2021, http, headers })
    return { user: app.user(), sent }
  }
  const asked = () =>
    sandbox()
      .journal.entries()
      .map(({ method, path }) => `${method} ${path}`)

  it('starts one, and follows it', async () => {
    const { user, sent } = appOf()
    const [itemId = 0] = person(0).itemIds
    const started = await firstValueFrom(user.items.refresh(itemId))
    expect(started).toMatchObject({ itemId, previous: { _tag: 'Some' }, wasRunning: false })
    sandbox().advance(1500)
    const seen = await lastValueFrom(user.items.watchRefresh(itemId).pipe(take(1), toArray()))
    expect(seen).toMatchObject([{ status: 'authenticating' }])
    const lines = asked().filter((line) => line.includes('/items/'))
    expect(lines.slice(0, 3)).toEqual([
      `GET /v2/items/${String(itemId)}/refresh/status`,
      `POST /v2/items/${String(itemId)}/refresh`,
      `GET /v2/items/${String(itemId)}/refresh/status`,
    ])
    expect(sent.join('\n')).not.toMatch(/client-(id|secret)|authorization|bearer/i)
  })

  it('starts none of somebody else', async () => {
    const { user } = appOf()
    const [itemId = 0] = person(1).itemIds
    await expect(firstValueFrom(user.items.refresh(itemId))).rejects.toMatchObject({ _tag: 'StatusError', status: 404 })
    expect(asked().filter((line) => line.startsWith('POST') && line.endsWith('/refresh'))).toEqual([])
  })

  it('gives one item, and the transactions of one account, page by page', async () => {
    const { user } = appOf()
    const [itemId = 0] = person(0).itemIds
    expect(await firstValueFrom(user.items.get(itemId))).toMatchObject({ id: itemId })
    const accounts = await lastValueFrom(user.transactions.all({ limit: 50 }).pipe(toArray()))
    const [{ account_id: accountId } = { account_id: 0 }] = accounts
    const own = accounts.filter(({ account_id }) => account_id === accountId)
    const { transactions } = user.accounts
    expect(await lastValueFrom(transactions(accountId).all({ limit: 7 }).pipe(toArray()))).toEqual(own)
    const updated$ = transactions(accountId)
      .updated({ since: new Date(0) })
      .all({ limit: 50 })
    expect((await lastValueFrom(updated$.pipe(toArray()))).length).toBeGreaterThanOrEqual(own.length)
  })

  it('requests the bank form as the service wants it, and is asked in the usual way', async () => {
    const { user, sent } = appOf()
    expect(await firstValueFrom(user.bankForm.url())).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/session\//)
    expect(sent[0]).toBe(`GET ${origin()}/api/bank/v2/connect/items/add`)
    expect(asked()).toContain('POST /v2/connect/items/add')
  })
})

describe('a gateway that is asked to change something', () => {
  const { origin, sandbox, user: person } = serving({}, played)
  const itemPath = () => `/v2/items/${String(person(0).itemIds[0])}`
  const own = { 'rxbank-gateway': 'interactive', 'sec-fetch-site': 'same-origin', cookie: 'user=A6J' }

  const ask = async (method: string, path: string, headers: object = {}, body?: string) => {
    const answer = await fetch(`${origin()}/api/bank${path}`, {
      method,
      headers: { ...own, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    return [answer.status, answer.headers.get('allow'), await answer.text()] as const
  }

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 'cross_site'],
    ['a sibling of the site', { 'sec-fetch-site': 'same-site' }, 'cross_site'],
    ['a page of another origin', { origin: 'https://evil.example' }, 'cross_site'],
    ['a page that hides its origin', { origin: 'null' }, 'cross_site'],
    ['a form, which cannot send the header', { 'rxbank-gateway': '' }, 'header_missing'],
  ])('starts no refresh for %s', async (_, headers, type) => {
    const [status, , text] = await ask('POST', `${itemPath()}/refresh`, headers)
    expect([status, text]).toEqual([403, expect.stringContaining(type)])
    expect(sandbox().journal.counts().started).toBe(0)
  })

  it('starts no refresh for nobody', async () => {
    expect((await ask('POST', `${itemPath()}/refresh`, { cookie: 'none' }))[0]).toBe(401)
    expect(sandbox().journal.counts().started).toBe(0)
  })

  it.each([
    ['GET', '/refresh', 'POST'],
    ['PUT', '/refresh', 'GET'],
    ['DELETE', '', 'GET'],
    ['POST', '', 'GET'],
    ['POST', '/refresh/status', 'GET'],
  ])('refuses a %s of an item%s, and allows %s', async (method, path, allowed) => {
    const [status, allow] = await ask(method, `${itemPath()}${path}`)
    expect([status, allow]).toEqual([405, allowed])
    expect(sandbox().journal.counts().started).toBe(0)
  })

  it('starts a refresh, and passes nothing on of what comes with the question', async () => {
    const canary = 'c4n4ry'
    const [status, , text] = await ask('POST', `${itemPath()}/refresh`, { 'content-type': 'text/plain' }, canary)
    expect([status, text]).toEqual([200, '{}'])
    const passed = sandbox()
      .journal.entries()
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/refresh'))
    expect(passed).toHaveLength(1)
    expect(passed[0]?.headers['content-type']).toBeUndefined()
    expect((await ask('POST', `${itemPath()}/refresh?x=1`))[0]).toBe(400)
  })
})

describe('a gateway to a service without refreshes', () => {
  const { origin } = serving()

  it('has no path for them', async () => {
    const headers = { 'rxbank-gateway': 'interactive', cookie: 'user=A6J' }
    const answer = await fetch(`${origin()}/api/bank/v2/items/187000/refresh`, { method: 'POST', headers })
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('unknown_path')])
  })
})
