import { defer, tap, throwError } from 'rxjs'
import type { Mirror } from '../../../lib/mirror/core/Mirror.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { memoryTokenStore } from '../../../lib/node.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { oneOf, seeded, whole } from '../../simulation/random.js'
import fc from '../../support/fastCheck.js'
import { differences } from '../core/place.js'
import { every, minute, town, valueOf, working } from './town.js'

const lease = 10_000

/** Several fleets of one engine, one mirror and one token store, whose workers die while everything fails at times. */
const live = async (seed: number) => {
  const random = seeded(seed)
  const place = town({ profile: documentedProfile, users: 6, transactions: 8 }, lease)
  const { clock, sandbox, engine, mirror, database, ids, uuidOf, connect, fleetOf, rows } = place
  const tokenStore = memoryTokenStore({ clock })
  let applied = 0

  /** The mirror, which is at times not there; what it has written is counted. */
  const watched = (): Mirror => ({
    ...mirror,
    sync: (user, config) =>
      defer(() => {
        if (random() < 0.05) return throwError(() => new MirrorError({ reason: 'unavailable' }))
        return mirror.sync(user, config).pipe(tap(({ changedIds }) => (applied += changedIds.length)))
      }),
  })
  const begin = () => {
    const fleet = fleetOf({ client: connect({ tokenStore }), mirror: watched(), random, maxInterval: 2 * every })
    return { fleet, ...working(fleet.work()) }
  }
  let workers = [begin(), begin(), begin()]
  const fleet = fleetOf()
  valueOf(fleet.add(ids))

  const actions: ReadonlyArray<() => void> = [
    () => void sandbox.insertTransactions(uuidOf(oneOf(random, ids)), whole(random, 1, 3)),
    () => void valueOf(fleet.runNow({ id: oneOf(random, ids) })),
    () => sandbox.faults.add({ kind: 'server-error', times: whole(random, 1, 4) }),
    () => sandbox.faults.add({ kind: 'rate-limit', retryAfter: whole(random, 1, 120) }),
    () => sandbox.faults.add({ kind: 'latency', ms: whole(random, 10, 40_000), side: 'response', times: 3 }),
    () => sandbox.faults.add({ kind: 'disconnect', times: 2 }),
    () => sandbox.revokeTokens(uuidOf(oneOf(random, ids))),
    // Killed: nothing is given back.
    () => {
      const name = oneOf(random, [...valueOf(engine.status()).workers, 'nobody'])
      engine.cutOff(name)
    },
    // Stopped by force, and begun again.
    () => {
      const [first, ...others] = workers
      first?.subscription.unsubscribe()
      workers = [...others, begin()]
    },
    () => void valueOf(fleet.retry(oneOf(random, ids))),
    () => void valueOf(fleet.add('A6J')),
  ]
  for (let step = 0; step < 60; step++) {
    oneOf(random, actions)()
    clock.advance(whole(random, 100, 4 * minute))
  }
  sandbox.faults.clear()
  clock.advance(10 * minute)
  for (const id of ids) valueOf(fleet.retry(id))
  clock.advance(8 * every)
  for (const id of ids) valueOf(fleet.runNow({ id }))
  clock.advance(minute)

  const query = (sql: string) => Promise.resolve(database.prepare(sql).all() as ReadonlyArray<Record<string, unknown>>)
  const client = connect()
  const missing: Array<unknown> = []
  for (const id of ids) {
    const found = await differences(
      { query, table: (name) => `rxbank_${name}` },
      client.user({ externalUserId: id }),
      id,
    )
    missing.push(...found.filter(({ list }) => list === 'transactions'))
  }
  return {
    missing,
    status: valueOf(fleet.status()),
    ended: workers.flatMap(({ ended }) => ended),
    twice: applied - rows(),
  }
}

describe('fleets under one clock', () => {
  it('have the rows of the service in the end, whatever fails and whoever dies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
        const { missing, status, ended, twice } = await live(seed)
        expect({ missing, ended, twice, ...status }).toMatchObject({
          missing: [],
          ended: [],
          twice: 0,
          users: 6,
          suspendedUsers: 0,
          dueRounds: 0,
          heldRounds: 0,
        })
        expect(status.workers).toHaveLength(3)
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})
