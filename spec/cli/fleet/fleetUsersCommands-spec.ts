import { lastValueFrom, of, toArray } from 'rxjs'
import { retryResults, userJson, userText } from '../../../lib/cli/fleet/fleetUsersCommands.js'
import type { FleetUser } from '../../../lib/fleet.js'

const healthy: FleetUser = {
  id: 'A6J',
  uuid: undefined,
  every: 900_000,
  wait: 4573.195,
  failures: 0,
  failingFor: undefined,
  lastError: undefined,
  reason: undefined,
  suspendedFeeds: [],
}
const failing: FleetUser = { ...healthy, failures: 3, failingFor: 61_000.4, lastError: 'the service fails (500)' }
const suspended: FleetUser = { ...failing, wait: undefined, reason: 'the service fails (500)' }
const refused = { reason: 'refused (403)', age: 28_146.19, isRetried: false }

describe('a user of a fleet, as a line', () => {
  it('has what fails, since when, the next round, and each reason once', () => {
    const name = 'A6J'.padEnd(24)
    expect(userText(healthy)).toBe(`${name}  every 15 min 0 s`)
    expect(userText(failing)).toBe(
      `${name}  every 15 min 0 s, failed 3 times since 61 s, next round in 4.6 s: the service fails (500)`,
    )
    expect(userText(suspended)).toBe(
      `${name}  every 15 min 0 s, suspended, failed 3 times since 61 s, no round until rxbank fleet users retry: the service fails (500)`,
    )
    const suspendedFeeds = [
      { feed: 'items' as const, ...refused },
      { feed: 'stocks' as const, ...refused },
    ]
    expect(userText({ ...healthy, suspendedFeeds })).toBe(
      `${name}  every 15 min 0 s, items, stocks suspended for 28 s: refused (403)`,
    )
  })

  it('has whole milliseconds in JSON', () => {
    const user = { ...failing, suspendedFeeds: [{ feed: 'stocks' as const, ...refused }] }
    expect(JSON.parse(userJson(user))).toEqual({
      id: 'A6J',
      uuid: null,
      every: 900_000,
      wait: 4573,
      failures: 3,
      failing_for: 61_000,
      last_error: 'the service fails (500)',
      reason: null,
      suspended_feeds: [{ feed: 'stocks', reason: 'refused (403)', age: 28_146 }],
    })
  })
})

describe('a retry of users', () => {
  const results = (users: ReadonlyArray<FleetUser>, ids: ReadonlyArray<string>) => {
    const fleet = { users: () => of(...users), retry: (id: string) => of(users.some((user) => user.id === id)) }
    return lastValueFrom(retryResults(fleet, ids, ids.length === 0).pipe(toArray()))
  }

  it('says which users are scheduled, and which are unknown', async () => {
    expect(await results([failing], ['A6J', 'NOPE'])).toEqual([
      { isKnown: true, line: 'A6J: a round is scheduled' },
      { isKnown: false, line: 'NOPE: unknown user' },
    ])
  })

  it('of all is one of those that fail or are suspended, and says if there are none', async () => {
    const users = [healthy, { ...failing, id: 'B' }, { ...suspended, id: 'C' }]
    expect((await results(users, [])).map(({ line }) => line)).toEqual([
      'B: a round is scheduled',
      'C: a round is scheduled',
    ])
    expect(await results([healthy], [])).toEqual([{ isKnown: true, line: 'no user fails or is suspended' }])
  })
})
