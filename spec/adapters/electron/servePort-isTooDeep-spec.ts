import { of, Subscription } from 'rxjs'
import { isTooDeep, maxDepth } from '../../../lib/adapters/electron/servePort.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { createClient } from '../../../lib/client/createClient.js'
import type { Http } from '../../../lib/http/Http.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { closePorts, renderer, settled } from '../../helpers/electron.js'

let open = new Subscription()

afterEach(() => {
  open.unsubscribe()
  open = new Subscription()
  closePorts()
})

/** An object with so many levels, itself among them. */
const nested = (levels: number): object => {
  let value: object = {}
  for (let level = 1; level < levels; level++) value = level % 2 === 0 ? { a: 1, value } : [value]
  return value
}

describe('isTooDeep', () => {
  it('counts levels of objects and lists', () => {
    expect([isTooDeep(nested(maxDepth)), isTooDeep(nested(maxDepth + 1))]).toEqual([false, true])
    expect(isTooDeep(nested(100_000))).toBe(true)
    expect([null, undefined, 'a text', 1, new Date(0), []].map(isTooDeep)).toEqual(Array(6).fill(false))
  })

  it('ends at circles, and meets each object once', () => {
    const parent: Record<string, unknown> = {}
    parent.children = Array.from({ length: 50 }, () => ({ parent, siblings: parent.children }))
    for (const child of parent.children as Array<Record<string, unknown>>) child.siblings = parent.children
    expect(isTooDeep(parent)).toBe(false)
  })
})

describe('what a service nests without end, in a renderer', () => {
  it.each([300, 1000, 2000, 3000, 10_000, 100_000])('fails alone: %d levels', async (levels) => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
    const { credentials, http } = createSandbox({ profile: documentedProfile, clock, seed: 1 })
    const deep = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    const row = `{"id":1,"updated_at":"2026-01-01T00:00:00Z","deep":${deep}}`
    const service: Http = (request) => {
      const body = request.url.endsWith('/stocks/1') ? row : `{"resources":[${row}]}`
      return request.url.includes('/v2/stocks') ? of({ status: 200, headers: {}, body }) : http(request)
    }
    const own = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http: service,
      clock,
    })
    const { client } = renderer(own, { user: { externalUserId: 'A6J' } })
    const { items, stocks } = client.user()
    const failures: Array<unknown> = []
    const error = (failure: unknown) => failures.push(failure)
    open.add(stocks.pages().subscribe({ error }))
    open.add(stocks.all().subscribe({ error }))
    open.add(stocks.get(1).subscribe({ error }))
    open.add(stocks.watchUpdated().subscribe({ error }))
    await settled()
    const tooDeep = { _tag: 'DecodeError', reason: 'shape', issues: [{ path: '', expected: expect.any(String) }] }
    expect(failures).toEqual(Array<unknown>(4).fill(expect.objectContaining(tooDeep)))

    const counts: Array<number> = []
    open.add(items.pages().subscribe(({ resources }) => counts.push(resources.length)))
    await settled()
    expect(counts).toEqual([2])
  })
})
