// Users who ask a gateway without end, or leave.
import assert from 'node:assert/strict'
import { family } from '../support/cases.mjs'
import { ask, gatewayBefore, page } from '../support/gateway.mjs'
import { rxjs } from '../support/installed.mjs'

const limited = 'gateway.md: one user who asks without end: limits of each user and of all'

export const cases = [
  ...family(limited, {
    'a thousand requests in a minute': async () => {
      const gateway = gatewayBefore()
      const all = []
      for (let n = 0; n < 1000; n++) all.push(await ask(gateway, '/v2/items'))
      assert.deepEqual([gateway.sent.length, all[999].status, all[999].type], [300, 429, 'too_many_requests'])
      assert.match(all[999].headers['retry-after'], /^\d+$/)
      assert.equal((await ask(gateway, '/v2/items', { who: 'eve' })).status, 200)
    },
    'thirty requests at once': async () => {
      const release$ = new rxjs.Subject()
      const gateway = gatewayBefore(() =>
        release$.pipe(
          rxjs.take(1),
          rxjs.map(() => ({ body: page() })),
        ),
      )
      const all = Array.from({ length: 30 }, () => ask(gateway, '/v2/items'))
      while (gateway.sent.length < 20) await new Promise(setImmediate)
      release$.next()
      const statuses = (await Promise.all(all)).map(({ status }) => status)
      assert.deepEqual(
        [statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length],
        [20, 10],
      )
    },
    'requests that are left count no longer as on their way': async () => {
      const gateway = gatewayBefore((_, n) => (n <= 20 ? rxjs.NEVER : { body: page() }))
      const leaving = new AbortController()
      const left = Array.from({ length: 20 }, () =>
        ask(gateway, '/v2/items', { signal: leaving.signal }).catch(() => undefined),
      )
      while (gateway.sent.length < 20) await new Promise(setImmediate)
      leaving.abort()
      await Promise.all(left)
      assert.equal((await ask(gateway, '/v2/items')).status, 200)
    },
    'requests that are left count as asked': async () => {
      const gateway = gatewayBefore(() => rxjs.NEVER)
      const statuses = new Set()
      for (let n = 0; n < 400; n++) {
        const leaving = new AbortController()
        const asked = ask(gateway, '/v2/items', { signal: leaving.signal }).then(
          ({ status }) => statuses.add(status),
          () => undefined,
        )
        await new Promise(setImmediate)
        leaving.abort()
        await asked
      }
      assert.ok(gateway.sent.length <= 300, `${gateway.sent.length} requests to the service in a minute`)
    },
    'an address of five thousand letters': async () => {
      const gateway = gatewayBefore()
      assert.deepEqual(
        [(await ask(gateway, `/v2/items?after=${'x'.repeat(5000)}`)).status, gateway.sent.length],
        [414, 0],
      )
    },
    'a service that never answers': async () => {
      const gateway = gatewayBefore(() => rxjs.NEVER)
      const asked = ask(gateway, '/v2/items')
      while (gateway.sent.length === 0) await new Promise(setImmediate)
      gateway.clock.advance(25_000)
      assert.equal((await asked).status, 504)
    },
    'authorize that never answers': async () => {
      const gateway = gatewayBefore(undefined, { authorize: () => new Promise(() => undefined) })
      const asked = ask(gateway, '/v2/items')
      await new Promise(setImmediate)
      gateway.clock.advance(25_000)
      assert.equal((await asked).status, 500)
    },
  }),
]
