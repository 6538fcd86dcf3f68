// Sleeps and hints: what is due is asked for once.
import assert from 'node:assert/strict'
import { family } from '../support/cases.mjs'
import { hour, machine } from '../support/machine.mjs'

const once = 'tokens.md: after a machine’s sleep what is due is asked for once, however long it slept'

export const cases = [
  ...family(once, {
    'a thousand hints in one turn': () => {
      const { user, does, given } = machine(0, true)
      const watching = user.token$.subscribe()
      does.asleep(8 * hour)
      for (let n = 0; n < 1000; n++) does.wake()
      does.awake(1000)
      watching.unsubscribe()
      assert.equal(given(), 2)
    },
    'a sleep of ten years': () => {
      const { user, does, given, clock } = machine(0, true)
      const watching = user.token$.subscribe()
      does.asleep(10 * 365 * 24 * hour)
      does.awake(60_000)
      watching.unsubscribe()
      assert.deepEqual([given(), clock.pending()], [2, 0])
    },
    'a hundred naps': () => {
      const { user, does, given } = machine(0, true)
      const watching = user.token$.subscribe()
      for (let n = 0; n < 100; n++) {
        does.asleep(60_000)
        does.wake()
        does.awake(1000)
      }
      watching.unsubscribe()
      assert.ok(given() <= 102, `${given()} authentications`)
    },
    'a clock that is set a thousand times': () => {
      const { user, does, given } = machine(0, true)
      const watching = user.token$.subscribe()
      for (let n = 0; n < 1000; n++) {
        does.set(n % 2 ? -hour / 2 : hour / 2)
        does.awake(100)
      }
      watching.unsubscribe()
      assert.ok(given() <= 100, `${given()} authentications in two minutes`)
    },
  }),
]
