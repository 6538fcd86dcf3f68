// Every way to make a text of what must not be seen.
import assert from 'node:assert/strict'
import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { format, inspect } from 'node:util'
import { serialize } from 'node:v8'
import { assertCloaked, secret, token } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { codec, rxbank } from '../support/installed.mjs'
import { tokenResponse } from '../support/rawServer.mjs'

const { redact, reveal } = rxbank
const { accessToken, decode } = codec
const hidden = 'README: printing, inspecting or serialising a Redacted shows <redacted>'

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

export const cases = [
  ...table(hidden, 'as', ways, (way) => {
    for (const it of [redact(secret), redact({ secret }), decode(accessToken, tokenResponse).right]) {
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
