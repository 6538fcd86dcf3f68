// Every way to make a text of what must not be seen.
import assert from 'node:assert/strict'
import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { format, inspect } from 'node:util'
import { serialize } from 'node:v8'
import { assertCloaked, row, secret, token } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { node, rxbank, rxjs } from '../support/installed.mjs'
import { answer, rawServer, tokenAnswer } from '../support/rawServer.mjs'
import { outcome, victim } from '../support/victim.mjs'

const { accessToken, clientErrorFromJson, createClient, decode, isClientError, redact, reveal } = rxbank
const hidden = 'README: printing, inspecting or serialising a Redacted shows <redacted>'
const never = 'README: no error and no event shows a secret, a token or a row'

const ways = {
  'a text': String,
  'a template': (it) => `${it}`,
  'a sum': (it) => it + '',
  'a number': (it) => Number(it),
  'a bigint': (it) => `${it}n`,
  JSON: (it) => JSON.stringify({ it }),
  'JSON with a replacer': (it) =>
    JSON.stringify({ it }, (key, value) => (typeof value === 'object' ? { ...value } : value)),
  inspection: (it) => inspect(it, { depth: Infinity, showHidden: true, showProxy: true, getters: true }),
  'inspection without its own': (it) =>
    inspect(it, { customInspect: false, showHidden: true, getters: true, depth: Infinity }),
  'a format': (it) => format('%s %o %O %j %d %i %f', it, it, it, it, it, it, it),
  'its keys': (it) => Reflect.ownKeys(it).map((key) => [String(key), it[key]]),
  'its prototypes': (it) =>
    inspect(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(it)), { showHidden: true, depth: 5 }),
  'its values': (it) => Object.values(it),
  'a clone': (it) => inspect(structuredClone({ it }), { showHidden: true, depth: 5 }),
  'bytes of V8': (it) => serialize({ it }).toString('latin1'),
  'a locale': (it) => it.toLocaleString(),
  'its value': (it) => it.valueOf(),
  'a query': (it) => new URLSearchParams({ it }).toString(),
  'an address': (it) => new URL(`https://bank.example/${it}`).href,
  'a header': (it) => new Headers({ it }).get('it'),
  'an error': (it) => new Error(it).stack,
  'the cause of an error': (it) => inspect(new Error('x', { cause: it }), { showHidden: true }),
  bytes: (it) => Buffer.from(`${it}`).toString(),
  'a map': (it) => inspect(new Map([[it, it]]), { showHidden: true, depth: 5 }),
  'a function’s source': (it) => String(it.constructor),
  'a proxy': (it) => inspect(new Proxy(it, {}), { showProxy: true, showHidden: true }),
  'an heir': (it) => inspect(Object.create(it), { showHidden: true, depth: 5, getters: true }),
}

const openings = {
  'a copy': (it) => ({ ...it }),
  'an heir': (it) => Object.create(it),
  'a clone': (it) => structuredClone({ it }).it,
  'a proxy': (it) => new Proxy(it, {}),
  JSON: (it) => JSON.parse(JSON.stringify({ it })).it,
  null: () => null,
}

/** What a service may say so that a client repeats it. */
const answers = {
  '400 with a message': () => answer({ type: 'bad', message: `${secret} ${token} ${row}` }, { status: '400 Bad' }),
  '400 with a type': () => answer({ type: row, message: '' }, { status: '400 Bad' }),
  '401 with a challenge': () =>
    answer({}, { status: '401 No', headers: { 'WWW-Authenticate': `Bearer error="${token}"` } }),
  '429 with a header': () => answer({}, { status: '429 Many', headers: { 'Retry-After': row, 'X-Token': token } }),
  '500 with a stack': () => answer(`Error: ${row} at ${secret}`, { status: '500 Oops' }),
  '302 to an address with all of it': () =>
    answer('', { status: '302 Found', headers: { Location: `https://evil.example/?${token}` } }),
  'a page with all of it': () => answer(`<html>${secret} ${token} ${row}</html>`),
  'a row that is wrong': () => answer({ resources: [{ id: row }] }),
  'a link that leads away': () => answer({ resources: [], pagination: { next_uri: `https://evil.example/${token}` } }),
  'a link that is none': () => answer({ resources: [], pagination: { next_uri: `http://[${row}` } }),
  'half an answer': () => answer(`{"resources":[{"id":"${row}`),
  'a reason phrase': () => answer({}, { status: `400 ${row}` }),
}

/** Every operation that a user has, where it is told nothing but hostile words. */
const asked = (client) => {
  const user = client.user({ email: 'a@b.example', password: secret })
  const lists = [
    user.stocks,
    user.items,
    user.accounts,
    user.transactions,
    client.banks,
    client.categories,
    client.users,
  ]
  return [
    ...lists.map((list) => list.pages()),
    user.stocks.get(1),
    user.items.refreshStatus(1),
    user.bankForm.url(),
    user.changePassword({ current: secret, next: secret }),
    user.stocks.watchUpdated(),
  ]
}

const settings = {
  'a secret with a line feed': { clientSecret: `${secret}\n` },
  'an id that is a secret': { clientId: `${secret} x` },
  'a secret that is an object': { clientSecret: { secret } },
  'a field that is misspelt': { clientSecretKey: secret },
  'a wrong header': { headers: { Authorization: `Bearer ${token}` } },
  'a version that is a secret': { serviceVersion: secret },
  'a profile that is a secret': { profile: secret },
  'a retry that is a secret': { retry: { count: secret } },
}

export const cases = [
  ...table(hidden, 'as', ways, (way) => {
    for (const it of [redact(secret), redact({ secret }), decode(accessToken, tokenAnswer).right]) {
      let text
      try {
        text = way(it.access_token ?? it)
      } catch (error) {
        text = error // such as of structured clone, for what it cannot take
      }
      assertCloaked(text)
    }
  }),
  ...table('reveal: throws a TypeError for one that this package did not make', 'opened', openings, (open) => {
    assert.throws(
      () => reveal(open(redact(secret))),
      (error) => error instanceof TypeError || error.name === 'DataCloneError',
    )
  }),
  ...table(never, 'told by the service', answers, async (bytes, after) => {
    const bank = await rawServer(after, ({ path }) => (path === '/v2/authenticate' ? answer(tokenAnswer) : bytes()))
    const lines = []
    const client = victim(after, bank.origin, { profile: { ...rxbank.described }, timeout: 2000 })
    const note = (object, text) => lines.push(text, inspect(object, { depth: 9 }))
    node.logEvents(client.events$, { debug: note, info: note, warn: note, error: note })
    for (const stream$ of asked(client)) {
      const { error, end } = await outcome(stream$.pipe(rxjs.take(1), rxjs.takeUntil(rxjs.timer(500))))
      if (!isClientError(error)) continue
      const rebuilt = clientErrorFromJson(JSON.parse(JSON.stringify(error)))
      assert.ok(rebuilt._tag === 'Right' && rebuilt.right._tag === end)
      assertCloaked(rebuilt.right, 'the rebuilt error')
    }
    assertCloaked(lines.join('\n'), 'the log')
  }),
  ...table(never, 'settings', settings, (config) => {
    const make = () => createClient({ baseUrl: 'https://bank.example', clientId: 'a', clientSecret: secret, ...config })
    assert.throws(make, (error) => {
      assertCloaked(error)
      return error._tag === 'ConfigError'
    })
  }),
  ...family(hidden, {
    'a table on the console': () => {
      const written = []
      const stdout = new Writable({ write: (chunk, _, done) => done(void written.push(String(chunk))) })
      new Console({ stdout }).table([{ it: redact(secret) }])
      assertCloaked(written.join(''))
    },
    'the difference of two': () => {
      assert.throws(
        () => assert.deepEqual({ it: redact(secret) }, { it: redact(token), x: 1 }),
        (error) => {
          assertCloaked(error.message)
          return true
        },
      )
    },
  }),
]
