import { BehaviorSubject, of, Subject } from 'rxjs'
import { createVirtualClock } from '../../../lib/index.js'
import { toStore } from '../../../lib/store.js'

/** react/react#35550 and react/react#36317 */
export const changedWhileSubscribing = () => {
  const store = toStore(of('first', 'last'), { clock: createVirtualClock(), initialValue: '' })
  const rendered = store.getSnapshot()
  let reported = 0
  let shown = rendered
  store.subscribe(() => {
    reported++
    shown = store.getSnapshot()
  })
  expect(reported).toBeGreaterThan(0)
  expect(shown).toEqual({ value: 'last', error: undefined, status: 'complete', isStale: false })
  expect(shown).toBe(store.getSnapshot())
}

/** crimx/observable-hooks#86 */
export const emittedBeforeSubscribing = () => {
  const source = new BehaviorSubject('initial')
  const store = toStore(source, { clock: createVirtualClock(), initialValue: '' })
  expect(store.getSnapshot().value).toBe('')
  source.next('final')
  store.subscribe(() => undefined)
  expect(store.getSnapshot().value).toBe('final')
}

/** vlcn-io/vlcn-orm#42 */
export const subscribedAgainEachTime = () => {
  const clock = createVirtualClock()
  const source = new Subject<number>()
  const store = toStore(source, { clock, initialValue: 0, keepFor: 0 })
  const values: Array<number> = []
  const listen = () => store.subscribe(() => values.push(store.getSnapshot().value))
  let stop = listen()
  for (const value of [1, 2, 3]) {
    source.next(value)
    stop()
    stop = listen()
    expect([store.getSnapshot().value, source.observed]).toEqual([value, true])
  }
  stop()
  clock.advance(1)
  expect([values.filter((value) => value > 0), source.observed]).toEqual([[1, 2, 3], false])
}
