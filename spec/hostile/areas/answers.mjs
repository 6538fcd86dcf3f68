// Statuses that are none, answers before and behind the answer, and what is not sent twice.
import assert from 'node:assert/strict'
import { byEach } from '../support/byTransport.mjs'
import { row } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { codec, transports } from '../support/installed.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'
import { failure, outcome, victim, victimsUser } from '../support/victim.mjs'

const whole = 'errors.md: NetworkError: no response, or not all of one; a GET that met the network is sent again'
const success = 'errors.md: StatusError: a status outside 200 to 299'
const lists = { resources: Array.from({ length: 20 }, (_, id) => ({ id, name: `${row}${id}` })), pagination: {} }
const good = answer(lists)

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
  ...table(
    success,
    'a status that is no success',
    Object.fromEntries(odd.map((status) => [status, status])),
    async (status, after) => {
      const bank = await rawBank(after, () => answer(lists, { status }))
      for (const http of Object.values(transports)) {
        const { end } = await failure(victim(after, bank.origin, { http }).banks.pages(), 'NetworkError', 'StatusError')
        assert.ok(/^[069]|304/.test(status) || end === 'StatusError', end)
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
        const request = { operation: 'x', method: 'POST', path: '/v2/x', access: 'public', codec: codec.object, body }
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
          codec: codec.object,
          body: {},
        }
        await failure(client.send(request), 'NetworkError')
        assert.equal(bank.seen.length, before + 1)
      }
    },
  }),
]
