// Many who ask at once, and limits that are kept.
import assert from 'node:assert/strict'
import { family, table } from '../support/cases.mjs'
import { busiest, ignore, slowService } from '../support/slowService.mjs'

const limited = 'requests.md: the service sees no more than `requests` in any `per` milliseconds'

const delays = {
  'at once': () => 0,
  'in a second': () => 1000,
  'by turns': (n) => (n % 3) * 900,
  'later and later': (n) => n * 10,
}

export const cases = [
  ...table(limited, 'answers that come', delays, (takes) => {
    const limits = { application: { requests: 20, per: 10_000 }, user: { requests: 5, per: 10_000 } }
    const service = slowService((_, n) => ({ takes: takes(n) }), { limits })
    for (let n = 0; n < 200; n++)
      service
        .user(n % 7)
        .items.pages()
        .subscribe(ignore)
    for (let second = 0; second < 300; second++) service.clock.advance(1000)
    assert.ok(busiest(service.asked, 10_000) <= 20, `${busiest(service.asked, 10_000)} in a window`)
    assert.equal(service.asked.filter(({ path }) => path === '/v2/items').length, 200)
  }),
  ...family('requests.md: at most maxWaiting requests wait; one more errors at once with RequestNotSent', {
    'two thousand requests and a budget of one': () => {
      const limits = { application: { requests: 1, per: 60_000 } }
      const service = slowService(() => ({}), { limits, maxWaiting: 100 })
      let withheld = 0
      for (let n = 0; n < 2000; n++)
        service.client.banks.pages().subscribe({
          error: ({ _tag, reason }) => void (withheld += _tag === 'RequestNotSent' && reason === 'queue'),
        })
      service.clock.advance(1000)
      assert.ok(withheld >= 1890 && service.asked.length === 1, `${withheld} withheld`)
    },
    'those who leave the queue': () => {
      const limits = { application: { requests: 1, per: 60_000 } }
      const service = slowService(() => ({}), { limits, maxWaiting: 100 })
      service.client.banks.pages().subscribe(ignore)
      for (let n = 0; n < 2000; n++) service.client.banks.pages().subscribe(ignore).unsubscribe()
      let isServed = false
      service.client.banks.pages().subscribe({ next: () => (isServed = true), ...ignore })
      service.clock.advance(62_000)
      assert.deepEqual([isServed, service.asked.length], [true, 2])
    },
  }),
  ...family('requests.md: after a 429 nobody asks for that user until its Retry-After', {
    'one user who is refused, and another': () => {
      const service = slowService((path, n) => (n === 2 ? { status: 429, headers: { 'retry-after': '600' } } : {}))
      const one = service.user(1)
      for (let n = 0; n < 50; n++) one.items.pages().subscribe(ignore)
      service.clock.advance(1000)
      const { length } = service.asked
      for (let n = 0; n < 50; n++) one.stocks.pages().subscribe(ignore)
      service.clock.advance(598_000)
      assert.equal(service.asked.length, length)
      service.user(2).items.pages().subscribe(ignore)
      service.clock.advance(200)
      assert.equal(service.asked.length, length + 2)
    },
  }),
]
