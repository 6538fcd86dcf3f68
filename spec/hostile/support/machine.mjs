// A machine whose clock may be wrong, and a service whose time is right.
import { secret } from './canaries.mjs'
import { rxbank, rxjs } from './installed.mjs'
import { tokenResponse } from './rawServer.mjs'

const { createClient, createVirtualClock, documentedProfile } = rxbank
export const hour = 3_600_000
const start = Date.UTC(2026, 0, 1)

/** A machine whose clock may be wrong, and a service whose time is right: who sends it a dead token is remembered. */
export const machine = (skew, tellsDate) => {
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
      return reply({ ...tokenResponse, access_token: `t${given++}`, expires_at })
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
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'a',
    clientSecret: secret,
    clock,
    http,
  })
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
