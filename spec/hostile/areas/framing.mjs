// Answers that are cut, framed wrongly, or none at all, by every transport.
import assert from 'node:assert/strict'
import { row } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { rxbank, transports } from '../support/installed.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'
import { failure, outcome, victim, victimsUser } from '../support/victim.mjs'

const whole = 'README: NetworkError: no answer, or not all of one; errors.md: a GET that met the network is sent again'
const success = 'README: StatusError: a status outside 200 to 299'
const lists = { resources: Array.from({ length: 20 }, (_, id) => ({ id, name: `${row}${id}` })), pagination: {} }
const text = JSON.stringify(lists)
const good = answer(lists)
const head = (...lines) => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${lines.join('')}\r\n`
const chunk = (data) => `${data.length.toString(16)}\r\n${data}\r\n`
const chunked = head('Transfer-Encoding: chunked\r\n')

/** Frames whose connection ends before they do. */
const cut = {
  'of a length, then FIN': (part, socket) => socket.end(head(`Content-Length: ${text.length}\r\n`) + part),
  'of a length, then RST': (part, socket) =>
    socket.write(head(`Content-Length: ${text.length}\r\n`) + part, () => socket.resetAndDestroy()),
  'in chunks, then FIN': (part, socket) => socket.end(chunked + chunk(part || ' ')),
  'in a chunk, then FIN': (part, socket) => socket.end(chunked + text.length.toString(16) + '\r\n' + part),
  'in chunks, then RST': (part, socket) => socket.write(chunked + chunk(part || ' '), () => socket.resetAndDestroy()),
  'of no length, then FIN': (part, socket) => socket.end(head('Connection: close\r\n') + part),
}

/** By each transport. */
const byEach = (promise, prefix, values, attack) =>
  Object.entries(transports).flatMap(([name, http]) =>
    table(promise, `${prefix}, ${name}`, values, (value, after) => attack(value, after, http)),
  )

const noAnswer = {
  'no byte, then FIN': (socket) => socket.end(),
  'no byte, then RST': (socket) => socket.resetAndDestroy(),
  'half a status line': (socket) => socket.end('HTTP/1.1 20'),
  'half a head': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
  noise: (socket) => socket.end(Buffer.from([0, 255, 22, 3, 1, 0, 13, 10, 13, 10])),
  'TLS where none is spoken': (socket) => socket.end(Buffer.from('15030100020228', 'hex')),
  'another protocol': (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
  'HTTP/0.9': (socket) => socket.end(text),
  'a status of letters': (socket) => socket.end(`HTTP/1.1 2x0 OK\r\n\r\n${text}`),
  'a status without digits': (socket) => socket.end(`HTTP/1.1 \r\n\r\n${text}`),
  'a chunk of no size': (socket) => socket.end(`${chunked}zz\r\n${text}\r\n0\r\n\r\n`),
  'a chunk of a negative size': (socket) => socket.end(`${chunked}-1\r\n${text}\r\n0\r\n\r\n`),
  'a chunk beyond 2^64': (socket) => socket.end(`${chunked}fffffffffffffffff\r\n${text}`),
  'a chunk without its end': (socket) => socket.end(`${chunked}${text.length.toString(16)}\r\n${text}xx0\r\n\r\n`),
  'two lengths': (socket) => socket.end(head('Content-Length: 5\r\n', `Content-Length: ${text.length}\r\n`) + text),
  'a negative length': (socket) => socket.end(head('Content-Length: -1\r\n') + text),
  'a length of letters': (socket) => socket.end(head('Content-Length: 1e3\r\n') + text),
  'a header of a megabyte': (socket) => socket.end(head(`X-Long: ${'x'.repeat(1_000_000)}\r\n`) + text),
  'a hundred thousand headers': (socket) => socket.end(head('X: y\r\n'.repeat(100_000)) + text),
  'a header without a colon': (socket) => socket.end(head('evil\r\n') + text),
  'a null byte in a header': (socket) => socket.end(head('X: \0\r\n') + text),
  'another protocol by 101': (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
}

const odd = [
  '000 None',
  '099 Early',
  '300 Choices',
  '304 Not Modified',
  '306 Unused',
  '400 Bad',
  '418 Teapot',
  '500 Error',
  '599 Odd',
  '600 Odd',
  '999 Denied',
]

export const cases = [
  ...byEach(whole, 'cut at each tenth', cut, async (frame, after, http) => {
    let tenth = 0
    const bank = await rawBank(
      after,
      (request, socket) => void frame(text.slice(0, (tenth * text.length) / 10), socket),
    )
    for (; tenth < 10; tenth++) {
      const ended = await failure(victim(after, bank.origin, { http }).banks.pages(), 'NetworkError', 'DecodeError')
      assert.ok(
        rxbank.isTransient(ended.error),
        `at ${tenth}/10 it is ${ended.end} ${ended.reason}, which is not tried again`,
      )
    }
  }),
  ...byEach(whole, 'no answer', noAnswer, async (speak, after, http) => {
    const bank = await rawBank(after, (request, socket) => void speak(socket))
    await failure(victim(after, bank.origin, { http }).banks.pages(), 'NetworkError')
  }),
  ...table(
    success,
    'a status that is no success',
    Object.fromEntries(odd.map((status) => [status, status])),
    async (status, after) => {
      const bank = await rawBank(after, () => answer(lists, { status }))
      for (const http of Object.values(transports)) {
        const { end } = await failure(victim(after, bank.origin, { http }).banks.pages(), 'NetworkError', 'StatusError')
        assert.ok(/^0|304/.test(status) || end === 'StatusError', end) // a 304 has no body, so this one is none
      }
    },
  ),
  ...byEach(whole, 'lived through', { 'a connection that is reset once': null }, async (_, after, http) => {
    const bank = await rawBank(after, (request, socket, count) => (count === 1 ? void socket.resetAndDestroy() : good))
    const { end } = await outcome(victim(after, bank.origin, { http, retry: { count: 1, minDelay: 0 } }).banks.pages())
    assert.deepEqual([end, bank.seen.length], ['complete', 2])
  }),
  ...byEach(
    'an answer is to its own request',
    'not taken for the next answer',
    { 'a second answer behind the first': null },
    async (_, after, http) => {
      const evil = answer({ resources: [{ id: 666 }], pagination: {} })
      const bank = await rawBank(after, (request, socket, count) => (count === 2 ? Buffer.concat([good, evil]) : good))
      const { stocks } = victimsUser(after, bank.origin, { http, retry: { count: 1, minDelay: 0 } })
      for (let round = 0; round < 3; round++) {
        const { values } = await outcome(stocks.all())
        assert.ok(values.every(({ id }) => id !== 666))
      }
    },
  ),
  ...byEach(
    whole,
    'answers before the answer',
    { 'a thousand of 100': '100 Continue', 'a thousand of 103': '103 Early Hints\r\nLink: </evil>' },
    async (early, after, http) => {
      const bank = await rawBank(after, () =>
        Buffer.concat([Buffer.from(`HTTP/1.1 ${early}\r\n\r\n`.repeat(1000)), good]),
      )
      const { end, values } = await outcome(victim(after, bank.origin, { http }).banks.pages())
      assert.ok(end === 'complete' ? values[0].resources.length === 20 : end === 'NetworkError', end)
    },
  ),
  ...family('README: nothing is sent twice but GET requests and the one that asks for a token', {
    'a POST whose connection is reset': async (after) => {
      const bank = await rawBank(after, (request, socket) => void socket.resetAndDestroy())
      for (const http of Object.values(transports)) {
        const client = victim(after, bank.origin, { http, retry: { count: 3, minDelay: 0 } })
        const body = { name: 'x' }
        const request = { operation: 'x', method: 'POST', path: '/v2/x', access: 'public', codec: rxbank.object, body }
        const before = bank.seen.length
        await failure(client.send(request), 'NetworkError')
        assert.equal(bank.seen.length, before + 1)
      }
    },
    'a POST on a connection that is closed as it is sent': async (after) => {
      const bank = await rawBank(after, ({ method }, socket) => (method === 'GET' ? good : void socket.destroy()))
      for (const http of Object.values(transports)) {
        const client = victim(after, bank.origin, { http })
        await outcome(client.banks.pages())
        const before = bank.seen.length
        const request = {
          operation: 'x',
          method: 'POST',
          path: '/v2/x',
          access: 'public',
          codec: rxbank.object,
          body: {},
        }
        await failure(client.send(request), 'NetworkError')
        assert.equal(bank.seen.length, before + 1)
      }
    },
  }),
]
