import type { VirtualClock } from '../../../lib/index.js'
import { memoryTokenStore } from '../../../lib/node.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { Bookmark } from '../../../lib/streams/polling/Bookmark.js'
import { oneOf, seeded, whole } from '../../simulation/random.js'
import fc from '../../support/fastCheck.js'
import { differences } from '../core/place.js'
import { every, minute, town, valueOf, working } from './town.js'

const hour = 60 * minute
const lifetime = 2 * hour

/** The clock of a machine whose wall clock is set, while its monotonic clock goes on. */
const machineOf = ({ monotonic, scheduler, wall }: VirtualClock, error: number) => {
  let ahead = error
  return {
    clock: { monotonic, scheduler, wall: () => wall() + ahead },
    step: (ms: number) => (ahead += ms),
  }
}

/** A day of workers whose wall clocks are wrong, and are set on and back. */
const live = async (seed: number) => {
  const random = seeded(seed)
  const place = town({ profile: documentedProfile, users: 6, transactions: 4, tokenLifetime: lifetime })
  const { clock, sandbox, database, ids, uuidOf, connect, fleetOf, asked } = place
  const tokenStore = memoryTokenStore({ clock })
  const machines = [0, 5 * hour, -7 * hour].map((error) => machineOf(clock, error))
  const workers = machines.map((machine) => {
    const client = connect({ clock: machine.clock, tokenStore, random })
    return working(fleetOf({ client, clock: machine.clock, random }).work())
  })
  const fleet = fleetOf()
  valueOf(fleet.add(ids))
  const end = clock.monotonic() + 24 * hour
  while (clock.monotonic() < end) {
    oneOf(random, machines).step(oneOf(random, [hour, -hour, whole(random, -9 * hour, 9 * hour)]))
    sandbox.insertTransactions(uuidOf(oneOf(random, ids)), whole(random, 1, 3))
    clock.advance(whole(random, minute, 40 * minute))
  }
  const begins = ids.map((id) =>
    asked('transactionsUpdated').flatMap(({ userUuid, time }) => (userUuid === uuidOf(id) ? [time.getTime()] : [])),
  )
  const gaps = begins.flatMap((times) => times.slice(1).map((time, index) => time - (times[index] ?? 0)))
  const lateness = begins.map((times) => clock.wall() - (times.at(-1) ?? 0))
  const bookmarks = database.prepare('SELECT CAST(bookmark AS text) AS bookmark FROM rxbank_checkpoints').all()
  const reached = bookmarks.map(
    (row) => (JSON.parse((row as { bookmark: string }).bookmark) as Bookmark).position?.moment ?? NaN,
  )
  const refused = sandbox.journal.entries().filter(({ status }) => status === 401)
  const ahead = reached.filter((moment) => !(moment <= clock.wall()))

  clock.advance(1.2 * every)
  const query = (sql: string) => Promise.resolve(database.prepare(sql).all() as ReadonlyArray<Record<string, unknown>>)
  const missing: Array<unknown> = []
  for (const id of ids) {
    const user = connect().user({ externalUserId: id })
    const found = await differences({ query, table: (name) => `rxbank_${name}` }, user, id)
    missing.push(...found.filter(({ list }) => list === 'transactions'))
  }
  return {
    missing,
    ended: workers.flatMap(({ ended }) => ended),
    failed: workers.flatMap(({ of }) => [...of('RoundFailed'), ...of('UserSuspended')]),
    refused,
    shortest: Math.min(...gaps),
    longest: Math.max(...gaps, ...lateness),
    authentications: asked('authenticate').length,
    ahead,
  }
}

describe('workers whose clocks are set', () => {
  it('ask all users in their turn, with tokens that live, and miss no row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
        const { shortest, longest, authentications, ...rest } = await live(seed)
        expect(rest).toEqual({ missing: [], ended: [], failed: [], refused: [], ahead: [] })
        expect([shortest >= 0.9 * every, longest <= 1.1 * every + minute]).toEqual([true, true])
        // A token is renewed six minutes before its end at most: 13 a day, and the first one.
        expect(authentications).toBeLessThanOrEqual(6 * 15)
      }),
      { numRuns: 4 },
    )
  }, 60_000)
})
