import { FleetError } from '../../../lib/fleet.js'
import { MirrorError } from '../../../lib/postgres.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { all, failure } from '../core/place.js'
import { type Server, serverFolder, startServer } from './server.js'
import { fullTable, mayMount, mountSmallDisk, type SmallDisk } from './smallDisk.js'
import { nothing, village } from './village.js'

type Village = Awaited<ReturnType<typeof village>>

const isFull = (error: unknown): boolean =>
  (error instanceof MirrorError || error instanceof FleetError) && error.reason === 'full' && error.code === '53100'

/** How often rounds, or the engine, have failed for want of room. */
const refusals = ({ reported }: ReturnType<Village['begin']>, tag: 'RoundFailed' | 'EngineLost'): number =>
  reported.filter((event) => event._tag === tag && isFull(event.error)).length

describe('a fleet whose database gets no room for a table', () => {
  let server: Server
  let place: Village
  let schemas = 0
  beforeAll(async () => {
    server = await startServer()
  })
  beforeEach(async () => {
    place = await village(server.port, `full_${String(++schemas)}`, { profile: documentedProfile, users: 30 })
  })
  afterEach(() => place.close())
  afterAll(() => server.remove())

  const tableOf = async (name: string) => {
    const [{ file } = { file: '' }] = await place.query(`SELECT pg_relation_filepath('${name}') AS file`)
    const table = fullTable(server.data, String(file))
    return {
      fill: table.fill,
      free: async () => {
        table.free()
        // Those who have the file open look for it again.
        await place.query(`ALTER TABLE ${name} SET (fillfactor = 90)`)
      },
    }
  }

  it('goes on with its first load by itself once there is some: no row is lost, none counted twice', async () => {
    const { ids, fleet, begin, served, wrong } = place
    const workers = [begin(), begin()]
    await all(fleet.add(ids.slice(0, 1)))
    await served(ids.slice(0, 1))
    const table = await tableOf(`full_${String(schemas)}.transactions`)
    table.fill()
    await all(fleet.add(ids))
    await waitUntil(() => workers.some((worker) => refusals(worker, 'RoundFailed') > 5))
    await table.free()
    await served()
    expect(await wrong()).toEqual(nothing)
    expect(workers.flatMap(({ ended }) => ended)).toEqual([])
  }, 60_000)

  it('waits where its engine gets none, and works again', async () => {
    const { ids, fleet, begin, served, wrong } = place
    await all(fleet.add(ids))
    const table = await tableOf(`full_${String(schemas)}_fleet_engine._private_jobs`)
    table.fill()
    const more = Array.from({ length: 500 }, (_, index) => `nobody ${String(index)}`)
    expect(await failure(fleet.add(more))).toMatchObject({ _tag: 'FleetError', reason: 'full', isTransient: true })
    const worker = begin()
    await waitUntil(() => refusals(worker, 'EngineLost') > 0)
    await table.free()
    await served()
    expect(await wrong()).toEqual(nothing)
    expect(worker.ended).toEqual([])
  }, 60_000)
})

if (!mayMount()) console.warn('No file system may be mounted here: a full disk is tried on single tables alone.')
else
  describe('a fleet whose database has a disk that is full', () => {
    let disk: SmallDisk
    let server: Server
    let place: Village
    beforeAll(async () => {
      const folder = serverFolder()
      disk = mountSmallDisk(folder, 96)
      server = await startServer(folder)
      place = await village(server.port, 'bank', { profile: documentedProfile, transactions: 400 })
    })
    afterAll(async () => {
      disk.free()
      await place.close()
      await server.stop()
      disk.remove()
      await server.remove()
    })

    it('goes on with its first load once it is not', async () => {
      const { ids, fleet, begin, served, wrong } = place
      const concurrency = { scheduled: 1, immediate: 1 }
      const workers = [begin({ fleet: { concurrency } }), begin({ fleet: { concurrency } })]
      await all(fleet.add(ids))
      await waitUntil(() => workers.every(({ of }) => of('RoundEnded').length > 0))
      disk.fill()
      await waitUntil(() => workers.some((worker) => refusals(worker, 'RoundFailed') > 5))
      disk.free()
      await served()
      expect(await wrong()).toEqual(nothing)
      expect(workers.flatMap(({ ended }) => ended)).toEqual([])
    }, 60_000)

    it('goes on where PostgreSQL has ended, for it had no room for its log', async () => {
      const { sandbox, fleet, begin, served, wrong, query } = place
      const workers = [begin()]
      for (const { uuid } of sandbox.users) sandbox.insertTransactions(uuid, 20)
      disk.fill()
      const isLost = () => workers.every(({ of }) => of('EngineLost').length > 0)
      await waitUntil(async () => (await query('SELECT pg_switch_wal()').catch(() => [])).length === 0)
      await waitUntil(isLost)
      disk.free()
      // The server may be about to end when there is room again.
      await waitUntil(async () => {
        if (!server.isRunning()) await server.start()
        return (await query('SELECT 1').catch(() => [])).length > 0
      })
      for (const { uuid } of sandbox.users) sandbox.insertTransactions(uuid, 5)
      await served()
      expect(await wrong()).toEqual(nothing)
      expect(workers.flatMap(({ ended }) => ended)).toEqual([])
      expect(await all(fleet.status())).toHaveLength(1)
    }, 60_000)
  })
