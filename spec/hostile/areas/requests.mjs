// Requests and ids of callers that would reach where they must not, such as those that a program takes from users.
import assert from 'node:assert/strict'
import { table } from '../support/cases.mjs'
import { bridge, codec, rxjs } from '../support/installed.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'
import { outcome, victim } from '../support/victim.mjs'

const { object } = codec
const refused = 'requests.md: a request with a wrong field is a ConfigError; nothing is sent then'

const fields = {
  'another path': { path: '/evil' },
  'a path out of /v2/': { path: '/v2/../evil' },
  'encoded dots': { path: '/v2/%2e%2e/evil' },
  'a path with a host': { path: '//evil.example/v2/x' },
  'an address': { path: 'https://evil.example/v2/x' },
  'a query in the path': { path: '/v2/x?client_secret=y' },
  'a fragment in the path': { path: '/v2/x#y' },
  'a backslash in the path': { path: '/v2/x\\..\\..\\evil' },
  'a line feed in the path': { path: '/v2/x\r\nX-Evil: 1' },
  'a blank in the path': { path: '/v2/x HTTP/1.1' },
  'a broken percent in the path': { path: '/v2/%zz' },
  'a path that is none': { path: 5 },
  'another method': { method: 'TRACE' },
  'a method in small letters': { method: 'get' },
  'a method with a line feed': { method: 'GET /x HTTP/1.1\r\n' },
  'a token in the headers': { headers: { Authorization: 'Bearer x' } },
  'a token in odd letters': { headers: { aUTHORIZATION: 'Bearer x' } },
  'a secret in the headers': { headers: { 'client-secret': 'x' } },
  'another host': { headers: { Host: 'evil.example' } },
  'another length': { headers: { 'Content-Length': '0' } },
  'another framing': { headers: { 'Transfer-Encoding': 'chunked' } },
  'a header with a line feed': { headers: { 'X-Own': 'a\r\nX-Evil: 1' } },
  'a header with a null byte': { headers: { 'X-Own': 'a\0' } },
  'a header’s name with a line feed': { headers: { 'X-Own: 1\r\nX-Evil': '1' } },
  'a header’s name with a colon': { headers: { 'X:': '1' } },
  'a header that is no text': { headers: { 'X-Own': { toString: () => 'x' } } },
  'a secret in the query': { query: { client_secret: 'x' } },
  'a token in the query': { query: { access_token: 'x' } },
  'a query of objects': { query: { x: {} } },
  'a query of NaN': { query: { x: NaN } },
  'a body on a GET': { body: { x: 'y' } },
  'an unknown access': { access: 'root' },
  'no codec': { codec: undefined },
  'an operation that is none': { operation: 5 },
}

const ids = {
  'dots and slashes': '../../evil',
  'a slash': '1/refresh',
  'a query': '1?x=y',
  'an encoded slash': '1%2f2',
  'a fraction': 1.5,
  'below 0': -1,
  'beyond 2^53': 2 ** 53,
  NaN: NaN,
  infinite: Infinity,
  nothing: '',
  undefined: undefined,
  null: null,
  'an object': { toString: () => '../evil' },
  'an array': [1],
  'a line feed': '1\r\nX: y',
  'a prototype': '__proto__',
}

/** All that a caller can ask with an id. */
const byId = (client, id) => {
  const user = client.user({ externalUserId: 'A6J' })
  return [
    () => user.stocks.get(id),
    () => user.items.refreshStatus(id),
    () => user.items.watchRefresh(id),
    () => user.items.get(id),
    () => user.items.refresh(id),
    () => user.items.delete(id),
    () => user.accounts.transactions(id).pages(),
    () => user.accounts.transactions(id).watchUpdated(),
    () => client.users.items(id).pages(),
    () => client.users.get(id),
    () => client.users.delete(id),
    () => user.bankForm.url({ itemId: id === undefined ? 'x' : id }),
  ]
}

export const cases = [
  ...table(refused, 'with', fields, async (wrong, after) => {
    const bank = await rawBank(after, () => answer({}))
    const client = victim(after, `${bank.origin}/bank`)
    const request = { operation: 'x', method: 'GET', path: '/v2/x', access: 'application', codec: object, ...wrong }
    for (const who of [client, client.user({ externalUserId: 'A6J' })]) {
      const { end } = await outcome(rxjs.defer(() => who.send(request)))
      assert.deepEqual([end, bank.seen.length], ['ConfigError', 0])
    }
  }),
  ...table(refused, 'an id of', ids, async (id, after) => {
    const bank = await rawBank(after, () => answer({ resources: [], pagination: {} }))
    const client = victim(after, `${bank.origin}/bank`, { profile: bridge.bridge2021 })
    for (const ask of byId(client, id)) {
      const { end } = await outcome(rxjs.defer(ask).pipe(rxjs.take(1)))
      assert.ok(
        ['ConfigError', 'UnspecifiedOperation'].includes(end),
        `${ask}: ${end} ${bank.seen.map(({ path }) => path)}`,
      )
      assert.equal(bank.seen.length, 0)
    }
  }),
]
