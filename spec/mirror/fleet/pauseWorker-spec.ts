import { TestScheduler } from 'rxjs/testing'
import type { WorkConfig, WorkerEvent } from '../../../lib/fleet.js'
import type { Clock } from '../../../lib/index.js'
import { pauseWorker } from '../../../lib/mirror/fleet/pauseWorker.js'

const takenOver: WorkerEvent = { _tag: 'WorkersDied', workers: ['a'], rounds: 2 }

describe('a worker that pauses', () => {
  it.each([
    ['is one of the workers until the end of the pause', '-----', '^--!', []],
    ['tells whose rounds it took over', '-t---', '^--!', [takenOver]],
    ['goes on with its pause where the engine fails', '-#', '^!', []],
    ['goes on with its pause where the engine has no place for it', '|', '(^!)', []],
  ])('%s', (_, given, subscribed, expected) => {
    const scheduler = new TestScheduler((a, b) => expect(a).toEqual(b))
    const clock: Clock = { scheduler, monotonic: () => scheduler.now(), wall: () => scheduler.now() }
    const reported: Array<WorkerEvent> = []
    const concurrency: Array<WorkConfig['concurrency']> = []
    scheduler.run(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold(given, { t: takenOver })
      const work = (config: WorkConfig) => {
        concurrency.push(config.concurrency)
        return source
      }
      expectObservable(pauseWorker({ work }, 'w', clock, 3, (event) => reported.push(event))).toBe('---(e|)', {
        e: undefined,
      })
      expectSubscriptions(source.subscriptions).toBe(subscribed)
    })
    expect([reported, concurrency]).toEqual([expected, [{ scheduled: 0, immediate: 0 }]])
  })
})
