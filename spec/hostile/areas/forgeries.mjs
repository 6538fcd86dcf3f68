// Who pretends to be the service: signatures, methods, types.
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { row, secret } from '../support/canaries.mjs'
import { table } from '../support/cases.mjs'
import { body, digest, post, receiver, signed } from '../support/receiver.mjs'

const proved =
  'webhooks.md: a request is an event when its body is signed, in one of the v1 values of BridgeApi-Signature'

const refused = 'webhooks.md: what is refused, and the answer to it; refused$ says why, without anything of the request'

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

export const cases = [
  ...table(proved, 'forged by', forgeries, async ([signature, reason]) => {
    const all = receiver()
    assert.deepEqual([await post(all, body, { signature }), all.reasons, all.reported], [401, [reason], []])
  }),
  ...table(proved, 'signed', proofs, async (signature) => {
    const all = receiver()
    assert.deepEqual([await post(all, body, { signature }), all.reported.length], [200, 1])
  }),
  ...table(refused, 'refused', reject, async ([{ body: other = body, ...init }, reason, status]) => {
    const all = receiver()
    const made = await post(all, init.method === 'GET' ? undefined : other, { signature: signed(body), ...init })
    assert.deepEqual([made, all.reasons, all.reported], [status, [reason], []])
  }),
  ...table(refused, 'signed, and no event', malformed, async (text) => {
    const all = receiver()
    const status = await post(all, text)
    assert.deepEqual([status, all.reported.length], [400, 0])
  }),
]
