// Clocks that are wrong, set, or asleep, before, in and after an authentication: no dead token is sent or handed out.
import assert from 'node:assert/strict'
import { secret } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { rxbank, rxjs } from '../support/installed.mjs'
import { tokenAnswer } from '../support/rawServer.mjs'

const { createClient, createVirtualClock } = rxbank
const lives =
  'reliability.md: a token that is handed out lives, by both clocks; no check of your own after a lid was closed'
const once = 'tokens.md: after a machine’s sleep what is due is asked for once, however long it slept'
const hour = 3_600_000
const start = Date.UTC(2026, 0, 1)

/** A machine whose clock may be wrong, and a service whose time is right: who sends it a dead token is remembered. */
const machine = (skew, tellsDate) => {
  const clock = createVirtualClock({ start: start + skew })
  let rightTime = start
  const dead = []
  const ends = []
  let given = 0
  const http = ({ url, headers }) => {
    const date = tellsDate ? { date: new Date(rightTime).toUTCString() } : {}
    const reply = (body, status = 200) => rxjs.of({ status, headers: date, body: JSON.stringify(body) })
    if (url.endsWith('/v2/authenticate')) {
      ends.push(rightTime + 2 * hour)
      const expires_at = new Date(ends.at(-1)).toISOString()
      return reply({ ...tokenAnswer, access_token: `t${given++}`, expires_at })
    }
    const number = Number(/t(\d+)/.exec(rxbank.reveal(headers.Authorization))[1])
    if (ends[number] > rightTime) return reply({ resources: [], pagination: {} })
    dead.push(number)
    return reply({}, 401)
  }
  const does = {
    awake: (ms) => {
      // The right time goes on with the clock, minute by minute.
      for (let left = ms; left > 0; left -= 60_000) {
        rightTime += Math.min(left, 60_000)
        clock.advance(Math.min(left, 60_000))
      }
    },
    asleep: (ms) => {
      rightTime += ms
      clock.sleep(ms)
    },
    asleepAndCounted: (ms) => {
      rightTime += ms
      clock.sleep(ms, true)
    },
    set: (ms) => clock.stepWall(ms),
    setRight: () => clock.stepWall(rightTime - clock.wall()),
    wake: () => clock.wake(),
  }
  const client = createClient({ baseUrl: 'https://bank.example', clientId: 'a', clientSecret: secret, clock, http })
  return {
    user: client.user({ externalUserId: 'A6J' }),
    clock,
    dead,
    does,
    ends,
    given: () => given,
    now: () => rightTime,
  }
}

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
    assert.deepEqual(dead, [])
    assert.ok(given() <= 2 * steps.length + 10)
  }),
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
      assert.ok(given() <= 3, `${given()} authentications in two hours`)
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
