// Requests of other sites, of nobody, by other methods: a gateway refuses them.
import assert from 'node:assert/strict'
import { family, table } from '../support/cases.mjs'
import { ask, gatewayBefore } from '../support/gateway.mjs'

const foreign =
  'gateway.md: other sites that ask with your cookies: Sec-Fetch-Site, Origin, a header of your own pages; no CORS'

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

export const cases = [
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
]
