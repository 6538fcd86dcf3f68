// Clocks that are wrong, set, or asleep, before, in and after an authentication: no dead token is sent or handed out.
import assert from 'node:assert/strict'
import { table } from '../support/cases.mjs'
import { hour, machine } from '../support/machine.mjs'

const lives =
  'reliability.md: a token that is handed out lives, by both clocks; no check of your own after a lid was closed'

const happenings = {
  'a life and a bit': [['awake', 2 * hour + 1000]],
  'a sleep': [['asleep', 3 * hour]],
  'a sleep that is counted': [['asleepAndCounted', 3 * hour]],
  'a sleep to the last second': [
    ['asleep', 2 * hour - 1000],
    ['awake', 1000],
  ],
  'the clock set forward': [['set', 3 * hour]],
  'the clock set back, and a life': [
    ['set', -3 * hour],
    ['awake', 2 * hour],
  ],
  'the clock set forward, and a sleep': [
    ['set', 3 * hour],
    ['asleep', 3 * hour],
  ],
  'the clock set right': [['setRight']],
  'the clock set right, and a life': [['setRight'], ['awake', 2 * hour]],
  'the clock set right, and a sleep': [['setRight'], ['asleep', 3 * hour]],
  'a sleep, and the clock set right': [['asleep', 3 * hour], ['setRight']],
  'short sleeps': Array.from({ length: 30 }, () => ['asleep', 5 * 60_000]),
  'short sleeps and steps back': [
    ['asleep', hour],
    ['awake', hour],
    ['set', -60_000],
    ['asleep', hour],
  ],
}

const skews = {
  right: 0,
  'three hours ahead': 3 * hour,
  'three hours behind': -3 * hour,
  'a year behind': -365 * 24 * hour,
  'ten seconds ahead': 10_000,
}

const scenes = Object.entries(skews).flatMap(([clockIs, skew]) =>
  Object.entries(happenings).map(([name, steps]) => [`${name}, with a clock that is ${clockIs}`, { skew, steps }]),
)

/** Lives through the steps, with a request after each; `watched` is what token$ handed out last. */
const live = ({ skew, steps }, tellsDate, isWatched) => {
  const all = machine(skew, tellsDate)
  const ask = () => all.user.items.pages().subscribe({ error: () => undefined })
  let watched
  const watching = isWatched ? all.user.token$.subscribe((token) => (watched = token)) : undefined
  ask()
  for (const [step, ms] of steps) {
    all.does[step](ms)
    ask()
  }
  all.does.awake(31_000)
  ask()
  watching?.unsubscribe()
  return { ...all, watched }
}

export const cases = [
  ...table(lives, 'no dead token is sent', Object.fromEntries(scenes), (scene) => {
    for (const isWatched of [false, true]) {
      const { dead, watched, now, given } = live(scene, true, isWatched)
      assert.deepEqual(dead, [], `dead tokens sent${isWatched ? ', watched' : ''}`)
      assert.ok(!isWatched || watched.expires_at.getTime() > now(), 'token$ has handed out a dead one last')
      assert.ok(given() <= 2 * scene.steps.length + 4, `${given()} authentications`)
    }
  }),
  ...table(lives, 'without a Date', happenings, (steps) => {
    const { dead, given } = live({ skew: 0, steps }, false, true)
    // That a wall clock is behind cannot be known without a Date: then it costs a 401.
    assert.ok(
      dead.length <= (steps.some(([step, ms]) => step === 'set' && ms < 0) ? 1 : 0),
      `${dead.length} dead tokens`,
    )
    assert.ok(given() <= 2 * steps.length + 10)
  }),
]
