import { StaleFencingToken } from '../../../lib/mirror/core/StaleFencingToken.js'
import { createMirror } from '../../../lib/postgres.js'
import { iso, playedBank } from '../../helpers/playedBank.js'
import { verifiedEvent } from '../../helpers/verifiedEvent.js'
import { seeded } from '../../simulation/random.js'
import { all } from '../core/place.js'
import { ownSchema } from './ownSchema.js'
import { type Server, startServer } from './server.js'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

const feeds = ['items', 'accounts', 'transactions'] as const
const users = 60

/** A bank whose user has this uuid, and two items. */
const bankOf = (uuid: string) => {
  const bank = playedBank()
  bank.state.uuid = uuid
  const stamp = { updated_at: iso(-10), currency_code: 'EUR' }
  bank.state.lists.items = [1, 2].map((id) => ({ id, bank_id: 1, status: 0 }))
  bank.state.lists.accounts = [1, 2].map((id) => ({ id: id * 10, item_id: id, ...stamp }))
  bank.state.lists.transactions = [1, 2].map((id) => ({ id: id * 100, account_id: id * 10, amount: 1, ...stamp }))
  return bank
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('erasures on PostgreSQL, with rounds at the same time', () => {
  const { schema, connect } = ownSchema('erasures', () => server)

  it.each(['user.deleted', 'item.deleted'])('leave nothing behind, at whatever moment a %s arrives', async (type) => {
    const pool = connect({ max: 8 })
    const random = seeded(11)
    const newMirror = () => createMirror({ pool, schema: schema(), clock: bankOf('').clock })
    const [writer, eraser] = [newMirror(), newMirror()]
    await all(writer.migrate())
    const lives = Array.from({ length: users }, async (_, index) => {
      const uuid = `11111111-1111-4111-8111-${String(index).padStart(12, '0')}`
      const { user } = bankOf(uuid)
      const id = `user ${String(index)}`
      const round = async () => {
        try {
          await all(writer.sync(user, { id, feeds }))
        } catch (error) {
          expect(error).toBeInstanceOf(StaleFencingToken)
        }
      }
      const event = await verifiedEvent(type, { user_uuid: uuid, item_id: 1 })
      if (index % 3 === 0) await round()
      await Promise.all([round(), turns(Math.floor(random() * 60)).then(() => all(eraser.eraseDeleted(event)))])
      await round()
    })
    // The change log begins meanwhile.
    await Promise.all([...lives, turns(60).then(() => all(newMirror().presentCursor()))])
    const idsIn = async (from: string) =>
      (await pool.query<{ id: string }>(`SELECT DISTINCT id FROM ${schema()}.${from} ORDER BY id`)).rows.map(
        ({ id }) => id,
      )
    const left: Array<unknown> = []
    for (const table of ['items', 'accounts', 'transactions']) left.push(await idsIn(table))
    const kept = type === 'user.deleted' ? [[], [], []] : [['2'], ['20'], ['200']]
    expect(left).toEqual(kept)
    const logged = await idsIn('changes WHERE row IS NOT NULL')
    expect(logged.filter((id) => !kept.flat().includes(id))).toEqual([])
    const { rows } = await pool.query(`SELECT uuid FROM ${schema()}.users WHERE uuid IS NOT NULL`)
    expect(rows).toHaveLength(type === 'user.deleted' ? 0 : users)
  })
})
