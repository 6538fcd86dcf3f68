// Paths and parameters that a gateway does not have.
import assert from 'node:assert/strict'
import { family, table } from '../support/cases.mjs'
import { ask, gatewayBefore } from '../support/gateway.mjs'

const narrow = 'gateway.md: only the operations below pass; of a path, every letter has to be right'
const checked = 'gateway.md: parameters are known and checked: 400 bad_query'

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

const fine = (path = '/v2/stocks') => ask(gatewayBefore(), path)

export const cases = [
  ...family(narrow, {
    'what is right passes': async () =>
      assert.deepEqual([(await fine()).status, (await fine('/v2/stocks?limit=5')).status], [200, 200]),
  }),
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
]
