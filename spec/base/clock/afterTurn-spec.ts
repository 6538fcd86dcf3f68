import { EMPTY, of } from 'rxjs'
import { afterTurn } from '../../../lib/base/clock/afterTurn.js'
import type { Clock } from '../../../lib/base/clock/Clock.js'
import { systemClock } from '../../../lib/base/clock/systemClock.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { marbles } from '../../helpers/marbles.js'

/** Whether a source is over before `subscribe` returns. */
const isAtOnce = (clock: Clock): boolean => {
  let isOver = false
  const subscription = afterTurn(clock, EMPTY).subscribe({ complete: () => (isOver = true) })
  subscription.unsubscribe()
  return isOver
}

const waiting = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Immediate').length

describe('afterTurn', () => {
  it('subscribes after all that goes before the event loop', async () => {
    const seen: Array<string> = []
    const over = afterTurn(systemClock, of('turn')).forEach((value) => seen.push(value))
    process.nextTick(() => seen.push('tick'))
    void Promise.resolve().then(() => seen.push('microtask'))
    await over
    expect(seen).toEqual(['microtask', 'tick', 'turn'])
  })

  it('is cold, and taken back by unsubscribing', () => {
    const before = waiting()
    const source = afterTurn(systemClock, EMPTY)
    expect(waiting()).toBe(before)
    const subscription = source.subscribe()
    expect(waiting()).toBe(before + 1)
    subscription.unsubscribe()
    expect(waiting()).toBe(before)
  })

  it('gives what the source gives, and leaves it with its subscriber', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const [failing, endless] = [cold('-a-b-#'), cold('--a')]
      expectObservable(afterTurn(systemClock, failing)).toBe('-a-b-#')
      expectObservable(afterTurn(systemClock, endless), '---^----!').toBe('-----a')
      expectSubscriptions(endless.subscriptions).toBe('---^----!')
    })
  })

  it('is of virtual time inside a TestScheduler', () => {
    marbles(({ expectObservable }) => {
      expectObservable(afterTurn(systemClock, EMPTY)).toBe('|')
      expect(isAtOnce(systemClock)).toBe(false)
    })
  })

  it('is the source itself for a clock that does not run on the timers of the platform', () => {
    expect(afterTurn(createVirtualClock(), EMPTY)).toBe(EMPTY)
    marbles(({ clock }) => {
      expect(afterTurn(clock, EMPTY)).toBe(EMPTY)
    })
  })

  it('waits for a clock of one’s own that does', () => {
    expect(isAtOnce({ ...systemClock, wall: () => 0 })).toBe(false)
  })

  it('is the source itself in a browser, which has no setImmediate', () => {
    const { setImmediate: own } = globalThis
    Reflect.deleteProperty(globalThis, 'setImmediate')
    try {
      expect(afterTurn(systemClock, EMPTY)).toBe(EMPTY)
    } finally {
      globalThis.setImmediate = own
    }
    expect(isAtOnce(systemClock)).toBe(false)
  })
})
