import { some } from 'fp-ts/lib/Option.js'
import { createClient } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { httpServer, type TestServer } from '../../helpers/httpServer.js'
import { outcome, pageAsked, rows } from '../../helpers/lists.js'
import { page } from '../../helpers/responses.js'
import { scripted } from '../../helpers/scripted.js'

/** A list whose first page links to `link`; what follows is its end. */
const linking = (link: string, baseUrl = 'https://bank.example') =>
  scripted((_, call) => page([{ id: call + 1 }], call === 0 ? link : null), { baseUrl })

describe('paging scenario 09: a foreign link', () => {
  it.each([
    ['another origin', 'https://evil.example/v2/rows?after=2'],
    ['another port', 'https://bank.example:8443/v2/rows?after=2'],
    ['another scheme', 'http://bank.example/v2/rows?after=2'],
    ['a scheme that is no HTTP', 'file:///etc/passwd'],
    ['no scheme', '//evil/v2/rows'],
    ['no scheme, with backslashes', '\\\\evil\\v2\\rows'],
    ['somebody', 'https://user:pw@bank.example/v2/rows?after=2'],
  ])('to %s is an error, and nothing is sent there', async (_, link) => {
    for (const baseUrl of ['https://bank.example', 'https://bank.example/gate/way']) {
      for (const prefetch of [0, 1] as const) {
        const { user, counts } = linking(link, baseUrl)
        const { values, error } = await outcome(user.all(rows, { prefetch }))
        expect(values).toEqual([{ id: 1 }])
        expect(error).toMatchObject({ _tag: 'PagingError', reason: 'foreign-address', page: some(2) })
        expect(JSON.stringify(error)).not.toMatch(/evil|after/)
        expect(counts.started).toBe(1)
      }
    }
  })

  it.each(['/v2/../../x', '/gate/wayward/v2/rows', '/x', 'https://bank.example/v2/rows'])(
    'out of the prefix of the base URL, as %p, is an error, and nothing is sent there',
    async (link) => {
      const { user, counts } = linking(link, 'https://bank.example/gate/way')
      const { error } = await outcome(user.all(rows))
      expect(error).toMatchObject({ _tag: 'PagingError', reason: 'foreign-address' })
      expect(counts.started).toBe(1)
    },
  )

  it.each(['/v2/rows?after=2', 'https://bank.example/v2/rows?after=2', '//bank.example/v2/rows?after=2', '?after=2'])(
    'that is none, %p, is followed',
    async (link) => {
      const { user, paths } = linking(link)
      expect(await outcome(user.all(rows))).toMatchObject({ values: [{ id: 1 }, { id: 2 }], error: undefined })
      expect(paths()).toEqual(['/v2/rows', '/v2/rows?after=2'])
    },
  )

  it('is followed under the prefix of the base URL, which is added once', async () => {
    for (const link of ['/v2/rows?after=2', '/gate/way/v2/rows?after=2']) {
      const { user, paths } = linking(link, 'https://bank.example/gate/way')
      await outcome(user.all(rows))
      expect(paths()).toEqual(['/gate/way/v2/rows', '/gate/way/v2/rows?after=2'])
    }
  })
})

describe('paging scenario 09: a foreign link (real sockets)', () => {
  const servers: Array<TestServer> = []

  const serving = async (link: (own: string) => string) => {
    const server = await httpServer((request, response) => {
      response.setHeader('Content-Type', 'application/json')
      const isFirst = pageAsked({ url: `http://any${request.url ?? ''}` } as never) === 1 && request.url === '/v2/rows'
      response.end(page([{ id: 1 }], isFirst ? link(server.url) : null).body)
    })
    servers.push(server)
    return server
  }

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()))
  })

  it('hears nothing, though it is another port of the same machine', async () => {
    const evil = await serving(() => '')
    const bank = await serving(() => `${evil.url}/v2/rows?after=2`)
    const client = createClient({
      profile: documentedProfile,
      baseUrl: bank.url,
      clientId: 'id',
      clientSecret: 'secret',
    })
    const { error } = await outcome(client.all({ ...rows, access: 'application' }))
    expect(error).toMatchObject({ reason: 'foreign-address' })
    expect([bank.requests.length, evil.requests.length]).toEqual([1, 0])
  })

  it.each(['?after=a+b%2Bc%20d=e==&x=%3D%26', '?after=%C3%A9&q=(*)!~.,;:@/?', '?after=+%2B='])(
    'a cursor arrives as it was given, byte for byte: %p',
    async (query) => {
      const bank = await serving((own) => `${own}/v2/rows${query}`)
      const client = createClient({ profile: documentedProfile, baseUrl: bank.url, clientId: 'id' })
      await outcome(client.all({ ...rows, access: 'public' }))
      expect(bank.requests.map(({ url }) => url)).toEqual(['/v2/rows', `/v2/rows${query}`])
    },
  )
})
