import { TestScheduler } from 'rxjs/testing'
import type { Clock } from '../../../lib/index.js'
import { failIfSilent } from '../../../lib/mirror/fleet/roundRunner.js'

describe('failIfSilent', () => {
  it.each([
    ['each value starts the time anew', '--a--b--c|', '--a--b--c|', '^--------!'],
    ['a silent stream is left', '-----', '---#', '^--!'],
    ['one that falls silent is left', '-a-----', '-a--#', '^---!'],
    ['an error passes', '-a#', '-a#', '^-!'],
    ['an empty one completes', '|', '|', '(^!)'],
  ])('%s', (_, given, expected, subscribed) => {
    const scheduler = new TestScheduler((a, b) => expect(a).toEqual(b))
    const clock: Clock = { scheduler, monotonic: () => scheduler.now(), wall: () => scheduler.now() }
    scheduler.run(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold(given, undefined, 'error')
      expectObservable(source.pipe(failIfSilent(clock, 3, () => 'error' as never))).toBe(expected)
      expectSubscriptions(source.subscriptions).toBe(subscribed)
    })
  })
})
