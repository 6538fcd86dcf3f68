import { Subscription } from 'rxjs'
import type { AccessToken } from '../../../lib/index.js'
import { second } from '../../helpers/tokens.js'
import { createWorld } from '../../helpers/world.js'

describe.each([
  { transport: 'synchronous', latency: 0 },
  { transport: 'a second away', latency: second },
])('token scenario 02: single flight, $transport', ({ latency }) => {
  it('however many subscribe and wait, also in a token and at the last moment, one call serves them', () => {
    const { clock, calls, counts, user, pull } = createWorld({ latency })
    const seen: Array<Array<AccessToken>> = []
    const all = new Subscription()
    const subscribe = (then: () => void = () => undefined): void => {
      const own: Array<AccessToken> = []
      seen.push(own)
      const next = (given: AccessToken) => {
        own.push(given)
        then()
      }
      all.add(user.token$.subscribe(next))
    }
    subscribe(() => {
      subscribe()
    })
    const pulls = Array.from({ length: 50 }, () => {
      subscribe()
      return pull()
    })
    clock.advance(999)
    subscribe()
    clock.advance(1)
    expect([calls, seen.length, new Set(seen.flat()).size]).toEqual([[0], 53, 1])
    expect(seen.map((own) => own.length)).toEqual(seen.map(() => 1))
    clock.advance(latency)
    expect(pulls).toEqual(pulls.map(() => ['T1']))
    expect([counts.started, clock.pending()]).toEqual([51, 1])
    all.unsubscribe()
    expect(clock.pending()).toBe(0)
  })
})
