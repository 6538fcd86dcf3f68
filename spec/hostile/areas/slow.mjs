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
const retried = 'errors.md: never before Retry-After, not at all if that is in over an hour; 4 times at most'

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

const waits = {
  none: null,
  'not a number': 'soon',
  negative: '-1',
  'beyond numbers': '1e400',
  'a hundred digits': '9'.repeat(100),
  hexadecimal: '0x10',
  'a fraction': '0.5',
  'a date that is none': 'Thu, 31 Feb 2026 00:00:00 GMT',
  'a date long ago': 'Thu, 01 Jan 1970 00:00:00 GMT',
  'a date far ahead': 'Fri, 01 Jan 9999 00:00:00 GMT',
  nothing: '',
  'two of them': '1, 2',
  'a year': '31536000',
  'an hour and a second': '3601',
}

/** Tries until all timers are through, or the stream has ended; how often it asked in how long. */
const persistence = async (status, retryAfter) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const sent = []
  const http = () => {
    sent.push(clock.monotonic())
    return rxjs.of({ status, headers: retryAfter === null ? {} : { 'retry-after': retryAfter }, body: '{}' })
  }
  const client = rxbank.createClient({ baseUrl: 'https://bank.example', clientId: 'app', clock, http })
  const ended = outcome(client.banks.pages())
  for (let minute = 0; minute < 24 * 60; minute++) clock.advance(60_000)
  return { ...(await ended), sent, pending: clock.pending() }
}

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
  ...table(retried, 'Retry-After on a 503', waits, async (value) => {
    const { end, sent, pending } = await persistence(503, value)
    assert.deepEqual([end, pending], ['StatusError', 0])
    assert.ok(sent.length <= 5, `${sent.length} requests`)
    if (/^(31536000|3601|Fri)/.test(value)) assert.equal(sent.length, 1)
  }),
  ...table(retried, 'Retry-After on a 429', waits, async (value) => {
    const { sent } = await persistence(429, value)
    assert.ok(sent.length <= 5, `${sent.length} requests`)
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
