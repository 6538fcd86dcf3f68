// Pages and strangers that ask a gateway for what they may not have.
import assert from 'node:assert/strict'
import { row, secret, token } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { ask, gatewayBefore, leaks, page } from '../support/gateway.mjs'
import { rxjs } from '../support/installed.mjs'

const foreign =
  'gateway.md: other sites that ask with your cookies: Sec-Fetch-Site, Origin, a header of your own pages; no CORS'
const narrow = 'gateway.md: only the operations below pass; of a path, every letter has to be right'
const checked = 'gateway.md: parameters are known and checked: 400 bad_query'
const handled = 'gateway.md: a link serves the user and the list that it was given to; nobody can guess one'
const quiet =
  'gateway.md: of an error its status and its type pass, if that is a word; no message, no header, no address'
const limited = 'gateway.md: one user who asks without end: limits of each user and of all'

const strangers = {
  'another site': [{ 'sec-fetch-site': 'cross-site' }, 403],
  'a site beside it': [{ 'sec-fetch-site': 'same-site' }, 403],
  'an unknown relation': [{ 'sec-fetch-site': 'evil' }, 403],
  'an origin of another site': [{ origin: 'https://evil.example' }, 403],
  'an origin of another scheme': [{ origin: 'http://app.example' }, 403],
  'an origin of another port': [{ origin: 'https://app.example:8443' }, 403],
  'an origin that begins alike': [{ origin: 'https://app.example.evil.example' }, 403],
  'an origin in a sandbox': [{ origin: 'null' }, 403],
  'no header of the client': [{ 'rxbank-gateway': undefined }, 403],
  'another header of the client': [{ 'rxbank-gateway': 'evil' }, 403],
  'an empty header of the client': [{ 'rxbank-gateway': '' }, 403],
  nobody: [{ cookie: undefined }, 401],
  'a session that is none': [{ cookie: 'session=mallory' }, 401],
  'a session by prototype': [{ cookie: 'session=constructor' }, 500],
}
const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND', 'get']

const unknown = [
  '',
  '/',
  '/v2',
  '/v2/',
  '/v2/users',
  '/v2/authenticate',
  '/v2/items/',
  '/v2/items//',
  '//v2/items',
  '/v2//items',
  '/V2/items',
  '/v2/Items',
  '/v2/items;x=1',
  '/v2/items%20',
  '/v2/items%00',
  '/v2/it%65ms',
  '/v2/items/1/',
  '/v2/items/1/refresh/status/',
  '/v2/items%2f1',
  '/v2/items/%2e%2e%2fusers',
  '/v2/items/..%2fusers',
  '/v2/items/..;/users',
  '/v2/stocks/1/..',
  '/v2/stocks/x',
  '/v2/stocks/-1',
  '/v2/stocks/1.5',
  '/v2/stocks/1e3',
  '/v2/stocks/0x10',
  '/v2/stocks/+1',
  '/v2/stocks/%31',
  '/v2/stocks/9007199254740993',
  '/v2/stocks/١',
  '/v2/stocks/1%0d%0a',
  '/v2/stocks/updated/x',
  '/v2/users/1/items',
  '/v2/users/c2a26c9e-dc23-4f67-b887-bbae0f26c415/delete',
  '/v2/accounts/x/transactions',
  '/v2/accounts/1/transactions/x',
  '/v2/__proto__',
  '/v2/constructor',
  '/v2/items/__proto__',
]
const queries = [
  'x=1',
  'limit=0',
  'limit=501',
  'limit=-1',
  'limit=1e2',
  'limit=1.0',
  'limit=+5',
  'limit=%2050',
  'limit=',
  'limit',
  'limit=5&limit=5',
  'limit=５',
  'limit[]=5',
  'after=x&after=y',
  'access_token=x',
  'client_id=x',
  'client_secret=x',
  'user_uuid=x',
  'email=x',
  '__proto__=1',
  'constructor=1',
  'since=2026-01-01T00:00:00.000Z',
  'until=x',
  '=1',
  'limit=5;after=1',
  'Limit=5',
  'limit=5%00',
]
const moments = [
  'x',
  '2026-01-01',
  '2026-02-30T00:00:00Z',
  '1767225600000',
  '',
  '2026-01-01T00:00:00',
  '%2B275760-09-13T00:00:00.001Z',
]

const told = {
  'a message with all of it': {
    status: 400,
    body: { type: 'bad', message: `${secret} ${token} ${row} https://bank.example` },
  },
  'a type that is no word': { status: 400, body: { type: `${row} at https://bank.example/`, message: '' } },
  'a type with markup': { status: 400, body: { type: `<script>${token}</script>` } },
  'a type that is an object': { status: 422, body: { type: { [row]: token } } },
  'a type of a megabyte': { status: 404, body: { type: 'x'.repeat(1 << 20) } },
  'headers with all of it': {
    status: 403,
    headers: { 'set-cookie': `t=${token}`, server: row, location: 'https://bank.example' },
    body: {},
  },
  'a stack': { status: 500, body: `Error: ${row}\n at ${secret} (https://bank.example)` },
  'a redirect': { status: 302, headers: { location: 'https://bank.example/x' }, body: '' },
  'a 401': { status: 401, headers: { 'www-authenticate': `Bearer ${token}` }, body: { type: 'x' } },
  'a 407': { status: 407, headers: { 'proxy-authenticate': 'Basic' }, body: {} },
  'a status of 999': { status: 999, body: {} },
  'a status of 0': { status: 0, body: {} },
  'a status of 101': { status: 101, body: {} },
  'a page': { status: 200, body: `<html>${row}` },
  nothing: { status: 200, body: '' },
  'no rows': { status: 200, body: { resources: { [row]: 1 } } },
}

const fine = (path = '/v2/stocks') => ask(gatewayBefore(), path)
const deepRows = (depth) =>
  `{"resources":[{"id":1,"label":"a","deep":${'['.repeat(depth)}${']'.repeat(depth)}}],"pagination":{}}`

const authorizations = {
  throws: () => {
    throw new Error(secret)
  },
  rejects: () => Promise.reject(new Error(secret)),
  errors: () => rxjs.throwError(() => new Error(secret)),
  'a text': () => 'ADA',
  'a number': () => 5,
  true: () => true,
  'nobody’s identity': () => ({}),
  'two identities': () => ({ externalUserId: 'A', userUuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415' }),
  'a token of its own': () => ({ token$: rxjs.NEVER }),
  'an array': () => [{ externalUserId: 'A' }],
  'more than an identity': () => ({ externalUserId: 'A', secret }),
}

export const cases = [
  ...family(narrow, {
    'what is right passes': async () =>
      assert.deepEqual([(await fine()).status, (await fine('/v2/stocks?limit=5')).status], [200, 200]),
  }),
  ...table(foreign, 'refused', strangers, async ([headers, status]) => {
    const gateway = gatewayBefore()
    const answer = await ask(gateway, '/v2/items', { headers })
    assert.deepEqual([answer.status, gateway.sent.length], [status, 0])
    assert.ok(Object.keys(answer.headers).every((name) => !name.startsWith('access-control')))
  }),
  ...table(
    'gateway.md: nothing but GET passes, and the POST that starts a refresh',
    'a method',
    Object.fromEntries(methods.map((method) => [method, method])),
    async (method) => {
      const gateway = gatewayBefore()
      const headers = { 'x-http-method-override': 'GET', 'x-http-method': 'GET' }
      const answer = await ask(gateway, '/v2/items', { method, headers })
      if (method === 'get') return assert.equal(answer.status, 200) // which fetch itself makes a GET
      assert.deepEqual([answer.status, gateway.sent.length], [405, 0])
      assert.equal(answer.headers['access-control-allow-origin'], undefined)
    },
  ),
  ...table(narrow, 'a path', Object.fromEntries(unknown.map((path) => [path || 'none', path])), async (path) => {
    const gateway = gatewayBefore()
    const { status } = await ask(gateway, path)
    assert.ok([400, 404].includes(status), `${status}`)
    assert.equal(gateway.sent.length, 0)
  }),
  ...table(
    narrow,
    'a prefix',
    {
      none: '',
      another: '/api/bankrupt',
      'in capitals': '/API/bank',
      twice: '/api/bank/api/bank',
      encoded: '/api%2fbank',
      'with dots': '/x/../api/banks',
    },
    async (prefix) => {
      const gateway = gatewayBefore()
      const { status } = await ask(gateway, '/v2/items', { base: `https://app.example${prefix}` })
      assert.ok(prefix === '' || status === 404, `${status}`)
    },
  ),
  ...table(checked, 'a query', Object.fromEntries(queries.map((query) => [query, query])), async (query) => {
    const gateway = gatewayBefore()
    const { status, type } = await ask(gateway, `/v2/items?${query}`)
    assert.ok(
      (status === 400 && type === 'bad_query') || (status === 410 && query.startsWith('after')),
      `${status} ${type}`,
    )
    assert.equal(gateway.sent.length, 0)
  }),
  ...table(
    checked,
    'since',
    Object.fromEntries(moments.map((moment) => [moment || 'nothing', moment])),
    async (moment) => {
      const gateway = gatewayBefore()
      assert.deepEqual(
        [(await ask(gateway, `/v2/stocks/updated?since=${moment}`)).status, gateway.sent.length],
        [400, 0],
      )
    },
  ),
  ...table(quiet, 'told by the service', told, async (answer) => {
    const gateway = gatewayBefore(() => answer)
    const made = await ask(gateway, '/v2/stocks')
    assert.ok(made.status >= 400 && made.status < 600 && ![401, 407].includes(made.status), `${made.status}`)
    assert.deepEqual(leaks(made), [])
    assert.ok(made.text.length < 2000 && /^application\/json/.test(made.headers['content-type']))
    assert.deepEqual(
      [made.headers['x-content-type-options'], /no-store/.test(made.headers['cache-control'])],
      ['nosniff', true],
    )
    for (const name of ['set-cookie', 'server', 'location', 'www-authenticate', 'proxy-authenticate'])
      assert.equal(made.headers[name], undefined)
  }),
  ...table(
    'gateway.md: what authorize fails with is a 500 that says nothing of it, and goes to onError',
    'authorize',
    authorizations,
    async (authorize) => {
      const gateway = gatewayBefore(undefined, { authorize })
      const made = await ask(gateway, '/v2/stocks')
      assert.deepEqual([made.status, leaks(made), gateway.sent.length, gateway.failures.length], [500, [], 0, 1])
    },
  ),
  ...table(
    'gateway.md: 200: the service’s answer',
    'rows nested',
    { '1000 deep': 1000, '10000 deep': 10_000, '100000 deep': 100_000 },
    async (depth) => {
      const { status } = await ask(
        gatewayBefore(() => ({ body: deepRows(depth) })),
        '/v2/stocks',
      )
      assert.ok([200, 502].includes(status), `${status}`)
    },
  ),
  ...family(handled, {
    'of another user, of another list, changed, made up, and its own': async () => {
      const gateway = gatewayBefore((path) => ({
        body: page(path.includes('after') ? null : '/v2/stocks?after=cursor'),
      }))
      const { json } = await ask(gateway, '/v2/stocks?limit=1')
      const link = json.pagination.next_uri.replace(/^.*(?=\/v2\/)/, '')
      assert.ok(!link.includes('cursor'))
      const [, handle] = /[?&]\w+=([^&]+)/.exec(link.replace(/limit=\d+&?/, '')) ?? []
      const before = gateway.sent.length
      const tries = {
        eve: [link, 'eve'],
        list: [link.replace('/stocks', '/items'), 'ada'],
        updated: [link.replace('/stocks', '/stocks/updated'), 'ada'],
        changed: [link.replace(handle, `${handle.slice(0, -1)}${handle.endsWith('A') ? 'B' : 'A'}`), 'ada'],
        made: [link.replace(handle, 'cursor'), 'ada'],
        empty: [link.replace(handle, ''), 'ada'],
        long: [link.replace(handle, handle.repeat(20)), 'ada'],
      }
      for (const [name, [path, who]] of Object.entries(tries)) {
        const { status } = await ask(gateway, path, { who })
        assert.ok([400, 410].includes(status), `${name}: ${status} for ${path}`)
      }
      assert.equal(gateway.sent.length, before)
      assert.equal((await ask(gateway, link)).status, 200)
    },
    'of a service that gives the link of another list': async () => {
      const gateway = gatewayBefore((path) => ({
        body: page(path.includes('after') ? null : '/v2/users?after=cursor'),
      }))
      const { json, status } = await ask(gateway, '/v2/stocks')
      if (status === 200 && json.pagination.next_uri !== null)
        await ask(gateway, json.pagination.next_uri.replace(/^.*(?=\/v2\/)/, ''))
      assert.ok(
        gateway.sent.every(({ path }) => !path.startsWith('/v2/users')),
        gateway.sent.map(({ path }) => path).join(),
      )
    },
    'of a service that gives a link to another place': async () => {
      const gateway = gatewayBefore(() => ({ body: page('https://evil.example/v2/stocks?after=cursor') }))
      const { text, json } = await ask(gateway, '/v2/stocks')
      assert.ok(!text.includes('evil.example') && !text.includes('cursor'))
      const link = json.pagination?.next_uri?.replace(/^.*(?=\/v2\/)/, '')
      if (link !== undefined) assert.equal((await ask(gateway, link)).status, 502)
      assert.equal(gateway.sent.length, 1)
    },
    'more than it keeps': async () => {
      const gateway = gatewayBefore((_, n) => ({ body: page(`/v2/stocks?after=${n}`) }), {
        perUser: { handles: 3, requests: 1000 },
      })
      const links = []
      for (let n = 0; n < 5; n++)
        links.push((await ask(gateway, '/v2/stocks')).json.pagination.next_uri.replace(/^.*(?=\/v2\/)/, ''))
      assert.deepEqual([(await ask(gateway, links[0])).status, (await ask(gateway, links[4])).status], [410, 200])
    },
  }),
  ...family('gateway.md: no header of the browser is passed on', {
    'credentials and cookies of a page': async () => {
      const gateway = gatewayBefore()
      const headers = {
        authorization: 'Bearer evil',
        'client-id': 'evil',
        'client-secret': 'evil',
        'service-version': '2016-01-18',
        'x-forwarded-for': 'evil',
        via: 'evil',
        'user-agent': 'evil',
      }
      await ask(gateway, '/v2/stocks', { headers })
      assert.equal(gateway.sent.length, 1)
      assert.ok(!/evil|session|2016/.test(JSON.stringify(gateway.sent[0].headers)))
    },
    'a language that is none': async () => {
      const gateway = gatewayBefore()
      for (const language of ['x'.repeat(8000), 'en, evil;q=0.1', '../../etc', 'fr\u00e9'])
        await ask(gateway, '/v2/categories', { headers: { 'accept-language': language } })
      assert.ok(gateway.sent.every(({ headers }) => !/evil|etc|xxx/.test(JSON.stringify(headers))))
    },
  }),
  ...family(limited, {
    'a thousand requests in a minute': async () => {
      const gateway = gatewayBefore()
      const all = []
      for (let n = 0; n < 1000; n++) all.push(await ask(gateway, '/v2/items'))
      assert.deepEqual([gateway.sent.length, all[999].status, all[999].type], [300, 429, 'too_many_requests'])
      assert.match(all[999].headers['retry-after'], /^\d+$/)
      assert.equal((await ask(gateway, '/v2/items', { who: 'eve' })).status, 200)
    },
    'thirty requests at once': async () => {
      const release$ = new rxjs.Subject()
      const gateway = gatewayBefore(() =>
        release$.pipe(
          rxjs.take(1),
          rxjs.map(() => ({ body: page() })),
        ),
      )
      const all = Array.from({ length: 30 }, () => ask(gateway, '/v2/items'))
      while (gateway.sent.length < 20) await new Promise(setImmediate)
      release$.next()
      const statuses = (await Promise.all(all)).map(({ status }) => status)
      assert.deepEqual(
        [statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length],
        [20, 10],
      )
    },
    'requests that are left count no longer as on their way': async () => {
      const gateway = gatewayBefore((_, n) => (n <= 20 ? rxjs.NEVER : { body: page() }))
      const leaving = new AbortController()
      const left = Array.from({ length: 20 }, () =>
        ask(gateway, '/v2/items', { signal: leaving.signal }).catch(() => undefined),
      )
      while (gateway.sent.length < 20) await new Promise(setImmediate)
      leaving.abort()
      await Promise.all(left)
      assert.equal((await ask(gateway, '/v2/items')).status, 200)
    },
    'requests that are left count as asked': async () => {
      const gateway = gatewayBefore(() => rxjs.NEVER)
      const statuses = new Set()
      for (let n = 0; n < 400; n++) {
        const leaving = new AbortController()
        const asked = ask(gateway, '/v2/items', { signal: leaving.signal }).then(
          ({ status }) => statuses.add(status),
          () => undefined,
        )
        await new Promise(setImmediate)
        leaving.abort()
        await asked
      }
      assert.ok(gateway.sent.length <= 300, `${gateway.sent.length} requests to the service in a minute`)
    },
    'an address of five thousand letters': async () => {
      const gateway = gatewayBefore()
      assert.deepEqual(
        [(await ask(gateway, `/v2/items?after=${'x'.repeat(5000)}`)).status, gateway.sent.length],
        [414, 0],
      )
    },
    'a service that never answers': async () => {
      const gateway = gatewayBefore(() => rxjs.NEVER)
      const asked = ask(gateway, '/v2/items')
      while (gateway.sent.length === 0) await new Promise(setImmediate)
      gateway.clock.advance(25_000)
      assert.equal((await asked).status, 504)
    },
    'authorize that never answers': async () => {
      const gateway = gatewayBefore(undefined, { authorize: () => new Promise(() => undefined) })
      const asked = ask(gateway, '/v2/items')
      await new Promise(setImmediate)
      gateway.clock.advance(25_000)
      assert.equal((await asked).status, 500)
    },
  }),
]
