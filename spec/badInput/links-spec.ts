import fc from 'fast-check'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { lastValueFrom, of } from 'rxjs'
import { isClientError } from '../../lib/base/error/ClientError.js'
import { resolveLink } from '../../lib/http/baseUrl.js'
import { createClient, type Http } from '../../lib/index.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { httpServer, type TestServer } from '../helpers/httpServer.js'
import { character } from '../helpers/text.js'

const bases = [
  { origin: 'https://bank.example', prefix: '', roots: ['/v2'] },
  { origin: 'https://bank.example:8443', prefix: '/gate/way', roots: ['/v2'] },
  { origin: 'http://[::1]:3000', prefix: '/a%20b', roots: ['/v2'] },
]
type Base = (typeof bases)[number]

const pieces = [
  ...['/', '//', '///', '\\', '..', '.', '../', '%2e', '%2E%2e', '%252e', '%2f', '%252F', '%5c', '%25255c', ';', '%3b'],
  ...['/v2/', '/gate/way', '/gate/way/v2/', '/a%20b/', 'v2', 'x', '?', '#', '&', '=', '+', '%', '%0', '%00', '%0a'],
  ...[
    'https:',
    'http:',
    'HTTPS://',
    'javascript:',
    'data:',
    'file://',
    'blob:',
    'ws:',
    '@',
    ':',
    'user:pw@',
    ':8443',
    ':0',
  ],
  ...[
    'bank.example',
    'BANK.example',
    'bank.example.',
    'evil.example',
    '[::1]',
    '[::ffff:1]',
    '127.1',
    '0x7f.1',
    '2130706433',
  ],
  ...[
    'ｂank.example',
    'bank。example',
    'xn--',
    '\u00ad',
    '\u200b',
    '\ufeff',
    '\u202e',
    '．．／',
    '\ud800',
    'é',
    '☃',
    ' ',
    '\t',
    '\n',
    '\r',
    '\0',
  ],
]
const mixed = fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((parts) => parts.join(''))
const links = fc.oneof(
  { arbitrary: mixed, weight: 6 },
  { arbitrary: mixed.map((link) => `/gate/way/v2/${link}`), weight: 3 },
  { arbitrary: fc.webUrl({ withFragments: true, withQueryParameters: true }), weight: 1 },
  { arbitrary: fc.string({ unit: character }), weight: 1 },
)

/** The path as the laxest of proxies reads it: decoded to the end, backslashes as slashes, without `;` and its like. */
const laxly = (path: string): ReadonlyArray<string> => {
  let text = path
  for (let last = ''; last !== text;) {
    last = text
    text = text.replace(/%(2e|2f|5c|3b|25)/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)))
  }
  const kept: Array<string> = []
  for (const segment of text
    .replace(/\\/g, '/')
    .replace(/;[^/]*/g, '')
    .split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '.' && segment !== '') kept.push(segment)
  }
  return kept
}

const expectInside = ({ origin, prefix }: Base, sent: string): void => {
  const { username, password, hash, pathname, ...url } = new URL(sent)
  expect(new URL(sent).origin).toBe(origin)
  expect([username, password, hash, Object.keys(url)]).toStrictEqual(['', '', '', []])
  expect(`${pathname}/`.startsWith(`${prefix}/`)).toBe(true)
  const inside = laxly(prefix)
  expect(laxly(pathname).slice(0, inside.length)).toStrictEqual(inside)
}

/** Reads a list whose first page has this link; answers the URLs that were asked. */
const follow = async (base: Base, link: string): Promise<ReadonlyArray<string>> => {
  const asked: Array<string> = []
  const http: Http = ({ url }) => {
    asked.push(url)
    const next_uri = asked.length === 1 ? link : null
    return of({ status: 200, headers: {}, body: JSON.stringify({ resources: [{ id: 1 }], pagination: { next_uri } }) })
  }
  const client = createClient({
    profile: documentedProfile,
    baseUrl: `${base.origin}${base.prefix}`,
    clientId: 'id',
    http,
  })
  await lastValueFrom(client.banks.pages()).catch((error: unknown) => {
    if (!isClientError(error) || error._tag !== 'PagingError') throw error
  })
  return asked
}

describe('a link of the service, however hostile', () => {
  it('leads to no URL outside origin and prefix, not even as a lax proxy reads it', async () => {
    await fc.assert(
      fc.asyncProperty(links, fc.constantFrom(...bases), async (link, base) => {
        for (const url of await follow(base, link)) expectInside(base, url)
      }),
      { numRuns: 1000 },
    )
  })

  it('means the same when it is resolved again', () => {
    fc.assert(
      fc.property(links, fc.constantFrom(...bases), (link, base) => {
        const from = `${base.origin}${base.prefix}/v2/rows?limit=5`
        const once = resolveLink(base, from, link)
        if (isLeft(once)) return
        expect(resolveLink(base, from, once.right)).toStrictEqual(once)
      }),
      { numRuns: 1000 },
    )
  })

  it('keeps its query byte for byte', async () => {
    const query = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) })
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(...bases), async (text, base) => {
        const kept = `?${text.replace(/#/g, '')}`
        expect((await follow(base, `/v2/rows${kept}`))[1]).toBe(`${base.origin}${base.prefix}/v2/rows${kept}`)
      }),
    )
  })

  it.each([
    '/gate/way/..;/admin',
    '/gate/way/..;x=1/admin',
    '/gate/way/%2e%2e;/admin',
    '/gate/way/.%2e;a/admin',
    '/gate/way/..%3b/admin',
    '/gate/way/%252e%252e/admin',
    '/gate/way/%252e%252e',
    '/gate/way/.%25252E%2fadmin',
    '/gate/way/..%252fadmin',
    '/gate/way/..%25255cadmin',
    '/gate/way/v2/..;/admin',
    '/gate/way/v2/%2e%2e;/admin',
    '/gate/way/v2/..%3b/admin',
    '/gate/way/v2/%252e%252e',
    '/gate/way/v2/.%25252E%2fadmin',
    '/gate/way/v2/..%25255cadmin',
  ])('is refused if a proxy may take it for a way up: %s', (link) => {
    const base = { origin: 'https://bank.example', prefix: '/gate/way', roots: ['/v2'] }
    expect(resolveLink(base, 'https://bank.example/gate/way/v2/rows', link)).toStrictEqual(left('foreign-address'))
  })

  it.each(['/v2/a..b', '/v2/...', '/v2/..a/b', '/v2/a%20b/%25/%252', '/v2/v1.2;x=1/y', '/v2/rows?u=..%2f..;/%252e'])(
    'is followed if it only looks so: %s',
    (link) => {
      const base = { origin: 'https://bank.example', prefix: '', roots: ['/v2'] }
      expect(resolveLink(base, 'https://bank.example/v2/rows', link)).toStrictEqual(
        right(`https://bank.example${link}`),
      )
    },
  )

  it('may be very long', async () => {
    const [base] = bases as [Base]
    for (const unit of ['x', '/..', '%2e%2e/', '%25', '..;', '?', ' ', 'é', '//'])
      for (const url of await follow(base, `/v2/${unit.repeat(300_000)}`)) expectInside(base, url)
  })
})

describe('a link of the service, on the wire', () => {
  let server: TestServer
  afterEach(() => server.close())

  it('asks this server alone, under the prefix, and each address once', async () => {
    const queue: Array<string> = []
    server = await httpServer((_request, response) =>
      response.end(JSON.stringify({ resources: [{ id: 1 }], pagination: { next_uri: queue.pop() ?? null } })),
    )
    const client = createClient({
      profile: documentedProfile,
      baseUrl: `${server.url}/gate/way`,
      clientId: 'id',
      retry: { count: 0 },
    })
    await fc.assert(
      fc.asyncProperty(links, async (link) => {
        const before = server.requests.length
        queue.splice(0, 1, link)
        await lastValueFrom(client.banks.pages()).catch((error: unknown) => {
          if (!isClientError(error)) throw error
        })
        const asked = server.requests.slice(before).map(({ url = '' }) => url)
        expect(asked.length).toBeLessThanOrEqual(2)
        for (const url of asked) expect(url).toMatch(/^\/gate\/way([/?]|$)/)
      }),
      { numRuns: 100 },
    )
  })
})
