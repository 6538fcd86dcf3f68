// Answers that are cut, framed wrongly, or none at all, by every transport.
import assert from 'node:assert/strict'
import { byEach } from '../support/byTransport.mjs'
import { row } from '../support/canaries.mjs'
import { rxbank } from '../support/installed.mjs'
import { rawBank } from '../support/rawServer.mjs'
import { failure, victim } from '../support/victim.mjs'

const whole = 'errors.md: NetworkError: no response, or not all of one; a GET that met the network is sent again'
const lists = { resources: Array.from({ length: 20 }, (_, id) => ({ id, name: `${row}${id}` })), pagination: {} }
const text = JSON.stringify(lists)
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

const noResponseError = {
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
  ...byEach(whole, 'no response', noResponseError, async (speak, after, http) => {
    const bank = await rawBank(after, (request, socket) => void speak(socket))
    await failure(victim(after, bank.origin, { http }).banks.pages(), 'NetworkError')
  }),
]
