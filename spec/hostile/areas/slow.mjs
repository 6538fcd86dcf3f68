// Answers that drip, hang or never begin; and what unsubscribing leaves behind. Time is virtual, sockets are real.
import assert from 'node:assert/strict'
import { family, table } from '../support/cases.mjs'
import { rxbank, rxjs, transports } from '../support/installed.mjs'
import { answer, rawBank, rawServer } from '../support/rawServer.mjs'
import { outcome, victim, victimsUser } from '../support/victim.mjs'

const { createVirtualClock, redact, reveal } = rxbank
const { firstValueFrom } = rxjs
const timed = 'reliability.md: never a hang: every attempt has a time-out'
const aborts = 'README: unsubscribing aborts the request in flight and clears the timers'
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const body = '{"resources":['

/** Up to where an answer comes before it goes on no more, or in drips. */
const stuck = {
  'before the status': '',
  'in the status': 'HTTP/1.1 2',
  'in a header': `${head}X-Dri`,
  'before the body': `${head}Content-Length: 1000\r\n\r\n`,
  'before a body of 2^53 bytes': `${head}Content-Length: ${2 ** 53 - 1}\r\n\r\n`,
  'in the body': `${head}Content-Length: 1000\r\n\r\n${body}`,
  'in a body of no length': `${head}Connection: close\r\n\r\n${body}`,
  'before a chunk': `${head}Transfer-Encoding: chunked\r\n\r\n`,
  'in a chunk': `${head}Transfer-Encoding: chunked\r\n\r\nff\r\n${body}`,
  'before the last chunk': `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`,
  'in the trailers': `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Tr`,
  'in gzip': Buffer.concat([
    Buffer.from(`${head}Content-Encoding: gzip\r\nContent-Length: 999\r\n\r\n`),
    Buffer.from('1f8b0800000000000003', 'hex'),
  ]),
  'after 100': 'HTTP/1.1 100 Continue\r\n\r\n',
}

const byEach = (promise, prefix, attack) =>
  Object.entries(transports).flatMap(([name, http]) =>
    table(promise, `${prefix}, ${name}`, stuck, (bytes, after) => attack(bytes, after, http)),
  )

export const cases = [
  ...byEach(timed, 'a time-out', async (bytes, after, http) => {
    const clock = createVirtualClock()
    const bank = await rawBank(after, (request, socket) => void socket.write(bytes, () => clock.advance(30_000)))
    const gone = bank.next('gone')
    const { end } = await outcome(victim(after, bank.origin, { http, clock }).banks.pages())
    assert.ok(end === 'TimeoutError' || (bytes === stuck['before a body of 2^53 bytes'] && end === 'DecodeError'), end)
    await gone
    assert.equal(clock.pending(), 0)
  }),
  ...byEach(aborts, 'aborted', async (bytes, after, http) => {
    const clock = createVirtualClock()
    const bank = await rawBank(after, (request, socket) => void socket.write(bytes))
    const asked = bank.next('asked')
    const reading = victim(after, bank.origin, { http, clock })
      .banks.pages()
      .subscribe({ error: () => undefined })
    await asked
    const gone = bank.next('gone')
    reading.unsubscribe()
    await gone
    assert.equal(clock.pending(), 0)
  }),
  ...family(timed, {
    'a drip a second, for ever': async (after) => {
      const clock = createVirtualClock()
      const bank = await rawBank(after, (request, socket) => {
        const drip = () => {
          if (socket.destroyed) return
          clock.advance(1000)
          socket.write('x', () => setImmediate(drip))
        }
        socket.write(`${head}Content-Length: 1000000\r\n\r\n`, drip)
      })
      assert.equal((await outcome(victim(after, bank.origin, { clock }).banks.pages())).end, 'TimeoutError')
    },
    'an authentication that hangs': async (after) => {
      const clock = createVirtualClock()
      const bank = await rawServer(after, () => void setImmediate(() => clock.advance(30_000)))
      const { end } = await outcome(victimsUser(after, bank.origin, { clock }).items.pages())
      assert.ok(['TimeoutError', 'TokenUnavailable'].includes(end), end)
    },
    'a pause without end between two pages': async (after) => {
      const clock = createVirtualClock()
      const bank = await rawBank(after, () =>
        answer({ resources: [{ id: 1, name: 'a' }], pagination: { next_uri: '/v2/banks?after=1' } }),
      )
      const pages = victim(after, bank.origin, { clock }).banks.pages()
      for await (const { number } of pages) if (number === 1) break
      assert.deepEqual([bank.seen.length, clock.pending()], [1, 0])
    },
    'a token that nobody waits for any more': async (after) => {
      const bank = await rawServer(after, () => undefined)
      const asked = bank.next('asked')
      const user = victimsUser(after, bank.origin)
      const waiting = [user.token$, user.items.pages(), user.stocks.all()].map((stream$) =>
        stream$.subscribe({ error: () => undefined }),
      )
      await asked
      const gone = bank.next('gone')
      for (const subscription of waiting) subscription.unsubscribe()
      await gone
      assert.equal(bank.seen.length, 1)
    },
  }),
  ...family('README: reveal opens a redacted value, and nothing else does', {
    'a token as it waits is told to nobody': async (after) => {
      const bank = await rawBank(after, () => undefined)
      const { access_token } = await firstValueFrom(victimsUser(after, bank.origin).token$)
      assert.notEqual(String(access_token), reveal(access_token))
      assert.throws(() => reveal({ ...redact('x') }), TypeError)
    },
  }),
]
