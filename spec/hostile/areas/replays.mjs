// What is sent again, comes late, in pieces, or never.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { family, table } from '../support/cases.mjs'
import { onPort } from '../support/gateway.mjs'
import { rxjs } from '../support/installed.mjs'
import { body, bodyOf, event, post, receiver, signed, start } from '../support/receiver.mjs'

const refused =
  'webhooks.md: what is refused, and the answer to it; refusals$ says why, without anything of the request'
const onceReported =
  'webhooks.md: a body is reported but once; one whose timestamp has left maxAge is refused for its age'

const stamps = {
  'two days and a second ago': start - 172_801_000,
  'two days and a second ahead': start + 172_801_000,
  'in 1970': 0,
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
  ...table(onceReported, 'of another time', stamps, async (timestamp) => {
    const all = receiver()
    assert.deepEqual([await post(all, bodyOf(event({ timestamp }))), all.reasons, all.reported], [200, ['stale'], []])
  }),
  ...family(onceReported, {
    'a hundred times the same': async () => {
      const all = receiver()
      for (let n = 0; n < 100; n++) assert.equal(await post(all, body), 200)
      assert.deepEqual([all.reported.length, all.reasons.length], [1, 99])
    },
    'a hundred times at once': async () => {
      const all = receiver()
      await Promise.all(Array.from({ length: 100 }, () => post(all, body)))
      assert.equal(all.reported.length, 1)
    },
    'again after each half of a day': async () => {
      const all = receiver()
      for (let n = 0; n < 8; n++) {
        await post(all, body)
        all.clock.advance(43_200_000)
      }
      assert.equal(all.reported.length, 1)
    },
    'again after the clock was set back': async () => {
      const all = receiver()
      await post(all, body)
      all.clock.advance(1.5 * 86_400_000)
      all.clock.stepWall(-1.5 * 86_400_000)
      await post(all, body)
      assert.equal(all.reported.length, 1)
    },
    'again with the signatures of a rotation': async () => {
      const all = receiver({ secrets: ['n3w', '0ld'] })
      await post(all, body, { signature: signed(body, '0ld') })
      await post(all, body, { signature: `${signed(body, 'n3w')},${signed(body, '0ld')}` })
      assert.equal(all.reported.length, 1)
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
      const over = rxjs.firstValueFrom(rxjs.merge(all.refusals$, all.events$))
      socket.write(bytes, () => void (reason === 'unreadable' && socket.end()))
      await once(socket, 'connect').catch(() => undefined)
      if (reason === 'tooSlow') {
        while (all.clock.pending() === 0) await new Promise(setImmediate)
        all.clock.advance(10_000)
      }
      const { reason: seen = null } = await over
      assert.deepEqual([seen, all.reported.length], [reason, reason === null ? 1 : 0])
    },
  ),
]
