// What a service may say of when to ask again.
import assert from 'node:assert/strict'
import { table } from '../support/cases.mjs'
import { rxbank, rxjs } from '../support/installed.mjs'
import { outcome } from '../support/victim.mjs'

const { createVirtualClock } = rxbank
const retried = 'errors.md: never before Retry-After, not at all if that is in over an hour; 4 times at most'

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
  const client = rxbank.createClient({
    profile: rxbank.documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'app',
    clock,
    http,
  })
  const ended = outcome(client.banks.pages())
  for (let minute = 0; minute < 24 * 60; minute++) clock.advance(60_000)
  return { ...(await ended), sent, pending: clock.pending() }
}

export const cases = [
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
]
