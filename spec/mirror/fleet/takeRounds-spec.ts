import { of } from 'rxjs'
import { createVirtualClock } from '../../../lib/index.js'
import { createTakes } from '../../../lib/mirror/fleet/takeRounds.js'

/** A lane of a worker, and how many rounds have become due after so many milliseconds. */
const lane = (name: 'scheduled' | 'hurried', dueAfter: (ms: number) => number, room = 100) => {
  const clock = createVirtualClock()
  const takes = createTakes(clock, name, () => room)
  const taken: Array<{ readonly at: number; readonly given: number }> = []
  let done = 0
  const subscription = takes
    .run((most) => {
      const due = Math.floor(dueAfter(clock.monotonic())) - done
      const given = Math.min(due, most)
      done += given
      taken.push({ at: clock.monotonic(), given })
      return of(given)
    })
    .subscribe()
  return { clock, takes, taken, subscription, moments: () => taken.map(({ at }) => at) }
}

describe('the takes of a worker', () => {
  it('are a second apart where few rounds are due', () => {
    const { clock, moments } = lane('scheduled', (ms) => ms / 300)
    clock.advance(4000)
    expect(moments()).toEqual([0, 1000, 2000, 3000, 4000])
  })

  it('are so far apart that each brings about twenty rounds where many are due', () => {
    const { clock, taken } = lane('scheduled', (ms) => ms / 20)
    clock.advance(10_000)
    const later = taken.filter(({ at }) => at > 2000)
    expect(later.length).toBeGreaterThan(15)
    for (const { given } of later) expect(Math.abs(given - 20)).toBeLessThanOrEqual(2)
  })

  it('are a second apart again once few rounds are due', () => {
    const { clock, moments } = lane('scheduled', (ms) => Math.min(ms, 5000) / 20)
    clock.advance(5000)
    const before = moments().length
    clock.advance(5000)
    const pauses = moments().map((at, index) => at - (moments()[index - 1] ?? 0))
    expect(before).toBeGreaterThan(9)
    expect(pauses.slice(-4)).toEqual([1000, 1000, 1000, 1000])
  })

  it('are a tenth of a second apart at least, and go on sooner while all places are filled', () => {
    const { clock, moments } = lane('scheduled', (ms) => ms, 1000)
    clock.advance(1300)
    expect(moments()).toEqual([0, 1000, 1050, 1150, 1250])
    const busy = lane('scheduled', (ms) => ms, 10)
    busy.clock.advance(1200)
    expect(busy.moments()).toEqual([0, 1000, 1050, 1100, 1150, 1200])
  })

  it('of the hurried lane wait for what is told, or for half a second', () => {
    const { clock, moments, takes, subscription } = lane('hurried', (ms) => ms / 25)
    clock.advance(700)
    takes.wake()
    clock.advance(500)
    expect(moments()).toEqual([0, 500, 700, 1200])
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
  })
})
