import { DatabaseSync } from '@photostructure/sqlite'
import { createMirror, type DatabaseLike } from '../../../lib/sqlite.js'
import { rejectTransfer } from '../../../lib/transfers.js'
import { played, playedBank } from '../../helpers/playedBank.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'
import { countStatements, maintainedTablesConformance } from '../core/maintainedTablesConformance.js'
import { all } from '../core/place.js'
import { sqlitePlace } from './sqlitePlace.js'

const folder = temporaryFolder()
let files = 0

/** A connection that is closed before a statement, as by the end of its process, so that SQLite rolls back. */
const dyingDatabase = (file: string, isNextDead: () => boolean): DatabaseLike => {
  const database = new DatabaseSync(file, { timeout: 5000 })
  const live = () => {
    if (!database.isOpen) throw new Error('killed')
    if (!isNextDead()) return
    if (database.isTransaction) database.exec('ROLLBACK')
    database.close()
    throw new Error('killed')
  }
  return {
    get isTransaction() {
      return database.isOpen && database.isTransaction
    },
    exec: (sql) => {
      live()
      database.exec(sql)
    },
    prepare: (sql) => {
      const prepared = database.prepare(sql)
      return {
        all: (...values) => {
          live()
          return prepared.all(...(values as [])) as ReadonlyArray<unknown>
        },
      }
    },
  }
}

/** A connection that calls a function before each transaction. Scripts of the place run at once. */
const interruptedDatabase = (file: string, interrupt: () => unknown): DatabaseLike => {
  const database = new DatabaseSync(file, { timeout: 5000 })
  return {
    get isTransaction() {
      return database.isTransaction
    },
    exec: (sql) => {
      if (sql.startsWith('BEGIN')) interrupt()
      database.exec(sql)
    },
    prepare: (sql) => database.prepare(sql),
  }
}

maintainedTablesConformance('SQLite', () => {
  const file = folder(`mirror-${String(++files)}.db`)
  return Promise.resolve({
    ...sqlitePlace(file),
    firstKill: 1,
    histories: 6,
    createInterruptedMirror: (interrupt, settings) =>
      createMirror({ database: interruptedDatabase(file, interrupt), ...settings }),
    createDyingMirror: (statements, settings) => {
      const { next, isDead } = countStatements(statements)
      return { mirror: createMirror({ database: dyingDatabase(file, next), ...settings }), isDead }
    },
  })
})

/** A mirror of a user with a transfer between two accounts. */
const mirrorOfTransfer = async () => {
  const { state, user, clock } = playedBank()
  const row = {
    currency_code: 'EUR',
    date: '2026-01-10',
    description: 'VIREMENT',
    updated_at: '2026-01-10T00:00:00Z',
  }
  state.lists.transactions = [
    { ...row, id: 1, account_id: 10, amount: -50 },
    { ...row, id: 2, account_id: 20, amount: 50 },
  ]
  state.lists.accounts = [10, 20].map((id) => ({ id, item_id: 1 }))
  const database = new DatabaseSync(':memory:')
  const mirror = createMirror({ database, clock })
  await all(mirror.sync(user, { id: played, feeds: ['accounts', 'transactions'] }))
  return { database, mirror, clock }
}

describe('tables of transfers', () => {
  it('are not written from rows that have changed since they were read', async () => {
    const { database, mirror } = await mirrorOfTransfer()
    const emitted: Array<unknown> = []
    let computations = 0
    const namesOf = () => {
      // Between reading and writing, a round of another process removes a row.
      if (++computations === 1)
        database.exec("DELETE FROM rxbank_transactions WHERE id = '2'; UPDATE rxbank_users SET version = version + 1")
      return []
    }
    mirror
      .maintainTransfers({ namesOf })
      .subscribe((one) => emitted.push(one))
      .unsubscribe()
    // Once at the start, and once because the log has the removal.
    expect([computations, emitted]).toEqual([2, []])
    database.close()
  })

  it('are not written without a decision that another process applied since decisions were read', async () => {
    const { database, mirror, clock } = await mirrorOfTransfer()
    const decision = rejectTransfer({ from: { id: '1' }, to: { id: '2' } })
    let computations = 0
    const namesOf = () => {
      if (++computations === 1) {
        mirror.decide({ user: played, decision }).subscribe()
        // The other process has claimed the consumer, because this one was suspended.
        createMirror({ database, clock }).maintainTransfers({ name: 'other' }).subscribe().unsubscribe()
      }
      return []
    }
    mirror.maintainTransfers({ namesOf }).subscribe().unsubscribe()
    expect(database.prepare('SELECT is_applied FROM rxbank_transfer_decisions').all()).toMatchObject([
      { is_applied: 1 },
    ])
    expect(database.prepare('SELECT id FROM rxbank_transfers').all()).toEqual([])
    database.close()
  })
})
