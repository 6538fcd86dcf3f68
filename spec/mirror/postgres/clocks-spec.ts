import type { Clock } from '../../../lib/index.js'
import { createTokenStore } from '../../../lib/postgres.js'
import { patientClock } from '../../helpers/patientClock.js'
import { all } from '../core/place.js'
import { type Server, startServer } from './server.js'
import { nothing, village } from './village.js'

const hour = 3_600_000
const every = 300

/** The clock of a machine whose wall clock is set. */
const machineOf = (error: number) => {
  let ahead = error
  const clock: Clock = { ...patientClock, wall: () => patientClock.wall() + ahead }
  return { clock, step: (ms: number) => (ahead += ms) }
}

describe('workers whose clocks differ from each other, and from that of PostgreSQL', () => {
  let server: Server
  let place: Awaited<ReturnType<typeof village>>
  beforeAll(async () => {
    server = await startServer()
    place = await village(server.port, 'bank')
  })
  afterAll(async () => {
    await place.close()
    await server.remove()
  })

  it('ask all users in their turn, with one token each, and miss no row', async () => {
    const { sandbox, ids, fleet, begin, served, wrong } = place
    const machines = [machineOf(0), machineOf(5 * hour), machineOf(-7 * hour)]
    const workers = machines.map(({ clock }) => {
      const tokenStore = createTokenStore({
        pool: place.connect(),
        schema: 'bank',
        keys: [Buffer.alloc(32, 7).toString('base64')],
      })
      return begin({ client: { clock, tokenStore }, fleet: { clock, every } })
    })
    const begun = performance.now()
    await all(fleet.add(ids))
    await served()
    for (const step of [hour, -hour, -9 * hour, 12 * hour]) {
      for (const { uuid } of sandbox.users) sandbox.insertTransactions(uuid, 2)
      machines.forEach((machine, index) => machine.step(index === 1 ? -step : step))
      await served()
    }
    const rounds = workers.reduce((sum, { of }) => sum + of('RoundEnded').length, 0)
    // However long it took, each user had the first round, and others nine tenths of an interval apart.
    expect(rounds).toBeLessThanOrEqual(ids.length * (1 + (performance.now() - begun) / (0.9 * every)))
    expect(sandbox.journal.counts().routes.authenticate).toBe(ids.length)
    expect(await wrong()).toEqual(nothing)
    expect(workers.flatMap(({ of, ended }) => [...of('RoundFailed'), ...of('UserSuspended'), ...ended])).toEqual([])
  }, 60_000)
})
