// Who pretends to be the service, and what it sends.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { assertCloaked, row, secret } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { onPort } from '../support/gateway.mjs'
import { node, rxbank, rxjs } from '../support/installed.mjs'

const { createWebhooks, signTestWebhook } = node
const proved =
  'webhooks.md: a request is an event when its body is signed, in one of the v1 values of BridgeApi-Signature'
const refused = 'webhooks.md: what is refused, and the answer to it; refused$ says why, without anything of the request'
const onceTold = 'webhooks.md: a body is told but once; one whose timestamp has left maxAge is refused for its age'

const start = Date.UTC(2026, 0, 1)
const userUuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
const event = (fields = {}) => ({
  content: { item_id: 1, user_uuid: userUuid },
  timestamp: start,
  type: 'item.refreshed',
  ...fields,
})
const bodyOf = (value) => (typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value))
const digest = (body, key = secret, algorithm = 'sha256', encoding = 'hex') =>
  createHmac(algorithm, key).update(body).digest(encoding)
const signed = (body, key) => `v1=${digest(body, key)}`

/** Receives; notes what was told, and why the rest was not. */
const receiver = (config = {}) => {
  const clock = rxbank.createVirtualClock({ start })
  const webhooks = createWebhooks({ secrets: [secret], clock, ...config })
  const told = []
  const reasons = []
  webhooks.events$.subscribe((one) => told.push(one))
  webhooks.refused$.subscribe((one) => {
    reasons.push(one.reason)
    assertCloaked(one)
  })
  return { ...webhooks, clock, told, reasons }
}
const post = async ({ handler }, body, { signature = signed(body), headers = {}, ...init } = {}) => {
  const sent = {
    'content-type': 'application/json',
    ...(signature === null ? {} : { 'bridgeapi-signature': signature }),
    ...headers,
  }
  const response = await handler(
    new Request('https://app.example/webhooks', { method: 'POST', headers: sent, body, ...init }),
  )
  assert.equal(await response.text(), '')
  await new Promise(setImmediate)
  return response.status
}

const body = bodyOf(event())
const forgeries = {
  'no header': [null, 'unsigned'],
  nothing: ['', 'forged'],
  blanks: ['   ', 'forged'],
  'no digest': ['v1=', 'forged'],
  'another secret': [signed(body, 'other'), 'forged'],
  'no secret': [signed(body, ''), 'forged'],
  'another body': [signed(`${body} `), 'forged'],
  'another version': [`v2=${digest(body)}`, 'forged'],
  'a version of nothing': [`=${digest(body)}`, 'forged'],
  'no version': [digest(body), 'forged'],
  'another hash': [`v1=${digest(body, secret, 'sha1')}`, 'forged'],
  'a longer hash': [`v1=${digest(body, secret, 'sha512')}`, 'forged'],
  base64: [`v1=${digest(body, secret, 'sha256', 'base64')}`, 'forged'],
  'half of it': [signed(body).slice(0, -32), 'forged'],
  'all but a letter': [signed(body).slice(0, -1), 'forged'],
  'a letter more': [`${signed(body)}0`, 'forged'],
  'another last letter': [signed(body).replace(/.$/, (last) => (last === '0' ? '1' : '0')), 'forged'],
  'letters beyond hexadecimal': [`v1=${'zz'.repeat(32)}`, 'forged'],
  'a thousand of them': [
    Array(1000)
      .fill(`v1=${'0'.repeat(64)}`)
      .join(','),
    'forged',
  ],
  'eight thousand letters': [`v1=${'0'.repeat(8000)}`, 'forged'],
  'the secret itself': [`v1=${secret}`, 'forged'],
}
const proofs = {
  'in capitals': signed(body).toUpperCase().replace('V1', 'v1'),
  'behind another': `v1=${'0'.repeat(64)},${signed(body)}`,
  'behind a version that is unknown': `v0=x,${signed(body)}`,
}

const reject = {
  'a GET': [{ method: 'GET', body: undefined }, 'method', 405],
  'a PUT': [{ method: 'PUT' }, 'method', 405],
  'a DELETE': [{ method: 'DELETE' }, 'method', 405],
  'a form': [{ headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 'contentType', 415],
  'a text': [{ headers: { 'content-type': 'text/plain' } }, 'contentType', 415],
  'something like JSON': [{ headers: { 'content-type': 'application/jsonp' } }, 'contentType', 415],
  'gzip by name': [{ headers: { 'content-encoding': 'gzip' } }, 'contentType', 415],
  'gzip in fact': [{ headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) }, 'contentType', 415],
}

const malformed = {
  'an array': '[]',
  null: 'null',
  'a text': '"x"',
  'a number': '5',
  'no type': '{}',
  'a type that is a number': '{"type":5}',
  'a type that is null': '{"type":null}',
  'half of it': body.slice(0, -5),
  'two of them': `${body}${body}`,
  'no JSON': row,
  NaN: '{"type":NaN}',
  nothing: '',
  'ten thousand levels': '['.repeat(10_000),
  'bytes that are no text': Buffer.from([0x7b, 0xff, 0x7d]),
}
/** Signed, and odd: each is an event, for the service has sent it. */
const odd = {
  'a timestamp beyond all days': { timestamp: 9e15 },
  'a timestamp in words': { timestamp: 'now' },
  'no timestamp': { timestamp: undefined },
  'no content': { content: undefined },
  'a content of null': { content: null },
  'a content that is a text': { content: row },
  'an unknown type': { type: 'evil' },
  'a type by prototype': { type: '__proto__' },
  'another by prototype': { type: 'constructor' },
  'an id in letters': { content: { item_id: row, user_uuid: 5 } },
  'a field of an object’s': { hasOwnProperty: 1, _tag: 'x', then: 1 },
  'a content by prototype': { content: JSON.parse(`{"__proto__":{"user_uuid":"${userUuid}"}}`) },
  'a type of ten thousand letters': { type: 'x'.repeat(10_000) },
}
const stamps = {
  'a day and a second ago': start - 86_401_000,
  'a day and a second ahead': start + 86_401_000,
  'in 1970': 0,
}

const options = {
  'no secrets': {},
  'none of them': { secrets: [] },
  three: { secrets: ['a', 'b', 'c'] },
  'an empty one': { secrets: [''] },
  'a text': { secrets: secret },
  undefined: { secrets: [undefined] },
  'a line feed': { secrets: [`${secret}\n`] },
  'a size of 0': { secrets: [secret], maxBodySize: 0 },
  'a size of NaN': { secrets: [secret], maxBodySize: NaN },
  'an age below 0': { secrets: [secret], maxAge: -1 },
  'an age of NaN': { secrets: [secret], maxAge: NaN },
  'a misspelt one': { secrets: [secret], maxAges: 1 },
  'addresses that are a text': { secrets: [secret], addresses: '1.2.3.4' },
}

const head = (length, more = []) =>
  [
    'POST / HTTP/1.1',
    'Host: a.example',
    'Content-Type: application/json',
    ...(length === null ? [] : [`Content-Length: ${length}`]),
    ...more,
  ].join('\r\n') + '\r\n\r\n'

export const cases = [
  ...table(proved, 'forged by', forgeries, async ([signature, reason]) => {
    const all = receiver()
    assert.deepEqual([await post(all, body, { signature }), all.reasons, all.told], [401, [reason], []])
  }),
  ...table(proved, 'signed', proofs, async (signature) => {
    const all = receiver()
    assert.deepEqual([await post(all, body, { signature }), all.told.length], [200, 1])
  }),
  ...table(refused, 'refused', reject, async ([{ body: other = body, ...init }, reason, status]) => {
    const all = receiver()
    const made = await post(all, init.method === 'GET' ? undefined : other, { signature: signed(body), ...init })
    assert.deepEqual([made, all.reasons, all.told], [status, [reason], []])
  }),
  ...table(refused, 'signed, and no event', malformed, async (text) => {
    const all = receiver()
    const status = await post(all, text)
    assert.deepEqual([status, all.told.length], [400, 0])
  }),
  ...table(
    'webhooks.md: an event that cannot be decoded is answered 200 all the same',
    'an event with',
    odd,
    async (fields) => {
      const all = receiver()
      assert.deepEqual([await post(all, bodyOf(event(fields))), all.told.length, {}.user_uuid], [200, 1, undefined])
    },
  ),
  ...table(onceTold, 'of another time', stamps, async (timestamp) => {
    const all = receiver()
    assert.deepEqual([await post(all, bodyOf(event({ timestamp }))), all.reasons, all.told], [200, ['stale'], []])
  }),
  ...table('webhooks.md: options', 'a ConfigError for', options, (config) => {
    assert.throws(
      () => createWebhooks(config),
      (error) => {
        assertCloaked(error)
        return error._tag === 'ConfigError'
      },
    )
  }),
  ...family(onceTold, {
    'a hundred times the same': async () => {
      const all = receiver()
      for (let n = 0; n < 100; n++) assert.equal(await post(all, body), 200)
      assert.deepEqual([all.told.length, all.reasons.length], [1, 99])
    },
    'a hundred times at once': async () => {
      const all = receiver()
      await Promise.all(Array.from({ length: 100 }, () => post(all, body)))
      assert.equal(all.told.length, 1)
    },
    'again after each half of a day': async () => {
      const all = receiver()
      for (let n = 0; n < 8; n++) {
        await post(all, body)
        all.clock.advance(43_200_000)
      }
      assert.equal(all.told.length, 1)
    },
    'again after the clock was set back': async () => {
      const all = receiver()
      await post(all, body)
      all.clock.advance(1.5 * 86_400_000)
      all.clock.stepWall(-1.5 * 86_400_000)
      await post(all, body)
      assert.equal(all.told.length, 1)
    },
    'again with the signatures of a rotation': async () => {
      const all = receiver({ secrets: ['n3w', '0ld'] })
      await post(all, body, { signature: signed(body, '0ld') })
      await post(all, body, { signature: `${signed(body, 'n3w')},${signed(body, '0ld')}` })
      assert.equal(all.told.length, 1)
    },
  }),
  ...family(refused, {
    'another address before that of the proxy': async () => {
      const all = receiver({ addresses: ['1.2.3.4'] })
      const from = (address) =>
        post(all, body, { headers: address === undefined ? {} : { 'x-forwarded-for': address } })
      for (const address of [
        undefined,
        '5.6.7.8',
        '1.2.3.4, 5.6.7.8',
        '1.2.3.4,',
        '1.2.3.40',
        ' ',
        '1.2.3.4, ::ffff:5.6.7.8',
      ])
        assert.equal(await from(address), 401, address)
      assert.deepEqual([await from('5.6.7.8, 1.2.3.4'), all.told.length], [200, 1])
    },
    'a body beyond its size, and one of just that size': async () => {
      const padded = (size) => body.replace('{', `{${' '.repeat(size - body.length)}`)
      const all = receiver({ maxBodySize: 500 })
      assert.deepEqual(
        [await post(all, padded(501)), await post(all, padded(500)), all.reasons],
        [413, 200, ['tooLarge']],
      )
    },
    'a subscriber that throws': async () => {
      const { handler, events$, clock } = receiver()
      const heard = []
      const unheard = rxjs.config.onUnhandledError
      rxjs.config.onUnhandledError = () => undefined
      events$.subscribe(() => {
        throw new Error('theirs')
      })
      events$.subscribe((one) => heard.push(one))
      assert.deepEqual([await post({ handler }, body), heard.length, clock.pending()], [200, 1, 0])
      await new Promise((resolve) => setTimeout(resolve))
      rxjs.config.onUnhandledError = unheard
    },
    'what is about somebody else is no trigger': async () => {
      const all = receiver()
      const mine = []
      all.of(userUuid).subscribe((one) => mine.push(one))
      all.ofItem(1).subscribe((one) => mine.push(one))
      const others = ['9d053238-cc78-4281-9c00-fb45aee31ea2', '__proto__', '', null, [userUuid], { [userUuid]: 1 }]
      for (const user_uuid of others) await post(all, bodyOf(event({ content: { user_uuid, item_id: '2' } })))
      assert.deepEqual([mine, all.told.length], [[], others.length])
    },
  }),
  ...table(
    refused,
    'over the wire',
    {
      'a body that is cut': [
        head(body.length, [`BridgeApi-Signature: ${signed(body)}`]) + body.slice(0, -1),
        'unreadable',
      ],
      'a body of a gigabyte, announced': [head(1 << 30, [`BridgeApi-Signature: ${signed(body)}`]) + body, 'tooLarge'],
      'a body without end': [
        head(null, ['Transfer-Encoding: chunked', `BridgeApi-Signature: ${signed(body)}`]) +
          `10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(2),
        'tooLarge',
      ],
      'a body that never comes': [head(body.length, [`BridgeApi-Signature: ${signed(body)}`]), 'tooSlow'],
      'a body in drips': [head(body.length, [`BridgeApi-Signature: ${signed(body)}`]) + body.slice(0, 10), 'tooSlow'],
      'a body of a byte a chunk': [
        head(null, ['Transfer-Encoding: chunked', `BridgeApi-Signature: ${signed(body)}`]) +
          [...body].map((letter) => `1\r\n${letter}\r\n`).join('') +
          '0\r\n\r\n',
        null,
      ],
    },
    async ([bytes, reason], after) => {
      const all = receiver()
      const port = await onPort(after, all.handler)
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      after(() => socket.destroy())
      const over = rxjs.firstValueFrom(rxjs.merge(all.refused$, all.events$))
      socket.write(bytes, () => void (reason === 'unreadable' && socket.end()))
      await once(socket, 'connect').catch(() => undefined)
      if (reason === 'tooSlow') {
        while (all.clock.pending() === 0) await new Promise(setImmediate)
        all.clock.advance(10_000)
      }
      const { reason: seen = null } = await over
      assert.deepEqual([seen, all.told.length], [reason, reason === null ? 1 : 0])
    },
  ),
  ...family('signTestWebhook: throws one ConfigError for what is wrong', {
    'no secret': () =>
      assert.throws(() => signTestWebhook({ secret: '', event: { type: 'x', content: {} } }), { _tag: 'ConfigError' }),
    'no event': () =>
      assert.throws(
        () => signTestWebhook({ secret }),
        (error) => error._tag === 'ConfigError' && !error.message.includes(secret),
      ),
  }),
]
