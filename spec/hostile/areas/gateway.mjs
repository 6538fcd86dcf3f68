// What a hostile service says, as a gateway tells it, and what `authorize` may do.
import assert from 'node:assert/strict'
import { row, secret, token } from '../support/canaries.mjs'
import { table } from '../support/cases.mjs'
import { ask, gatewayBefore, leaks } from '../support/gateway.mjs'
import { rxjs } from '../support/installed.mjs'

const quiet =
  'gateway.md: of an error its status and its type pass, if that is a word; no message, no header, no address'

const reported = {
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
  ...table(quiet, 'told by the service', reported, async (answer) => {
    // A wait for a token that was just made does not fit: nobody moves the clock here.
    const gateway = gatewayBefore(() => answer, { config: { timeout: 20 } })
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
]
