import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { migrations } from '../src/migrations.js'
import { mirror, type Row } from '../src/mirror.js'

const moment = new Date('2026-01-31T23:59:59.999Z')

const batch = (checkpoint: Option<Date>, ...resources: ReadonlyArray<Row>) => ({
  resources,
  rejected: [],
  checkpoint,
  isLast: checkpoint._tag === 'Some',
})

/** A database in memory with a user, and what is in it. */
const setUp = () => {
  const database = new DatabaseSync(':memory:')
  for (const script of migrations) database.exec(script)
  database.exec("INSERT INTO users VALUES ('A6J')")
  const { process } = mirror(database)('transactions', 'A6J')
  const ids = () =>
    database
      .prepare('SELECT id FROM transactions')
      .all()
      .map((row) => (row as Row).id)
  const checkpoints = () =>
    database
      .prepare('SELECT moment FROM checkpoints')
      .all()
      .map((row) => ({ ...(row as object) }))
  return { database, process, ids, checkpoints }
}

test('a batch is written with its checkpoint, or nothing of it', () => {
  const { database, process, ids, checkpoints } = setUp()
  database.exec(`
    CREATE TRIGGER refuse BEFORE INSERT ON transactions WHEN NEW.id = 3 BEGIN SELECT RAISE(ABORT, 'refused'); END
  `)
  process(batch(some(new Date(0)), { id: 1 }))
  assert.throws(() => process(batch(some(moment), { id: 1, is_deleted: true }, { id: 2 }, { id: 3 })), /refused/)
  assert.deepEqual([ids(), checkpoints()], [[1], [{ moment: new Date(0).toISOString() }]])
  assert.throws(() => process(batch(some(new Date(NaN)), { id: 2 })))
  assert.deepEqual(ids(), [1])
  process(batch(some(moment), { id: 1, is_deleted: true }, { id: 2 }))
  assert.deepEqual([ids(), checkpoints()], [[2], [{ moment: moment.toISOString() }]])
})

test('a batch within a round leaves the checkpoint where it is', () => {
  const { process, ids, checkpoints } = setUp()
  process(batch(some(moment), { id: 1 }))
  process(batch(none, { id: 2 }))
  assert.deepEqual([ids(), checkpoints()], [[1, 2], [{ moment: moment.toISOString() }]])
})

test('amounts are summed exactly, by currency, and one that is not exact is not hidden', () => {
  const { database, process } = setUp()
  const amounts = [0.1, 0.2, -55376.57, 4.35]
  const rows = amounts.map((amount, id) => ({ id, amount, currency_code: 'EUR' }))
  const yen = { id: 8, amount: 1200, currency_code: 'JPY' }
  process(batch(some(moment), ...rows, yen, { id: 9, amount: 1.005, currency_code: 'USD' }, { id: 10, amount: 1 }))
  process(batch(some(moment), { id: 11, amount: 5, currency_code: 'USD' }))
  const sums = database
    .prepare(
      `SELECT currency_code, CASE WHEN count(minor_units) = count(*) THEN sum(minor_units) END AS sum
       FROM transactions GROUP BY currency_code ORDER BY 1`,
    )
    .all()
  assert.deepEqual(
    sums.map((row) => Object.values(row as object)),
    [
      [null, null],
      ['EUR', -5537192],
      ['JPY', 1200],
      ['USD', null],
    ],
  )
})

test('rows of the version before come again, and get their whole numbers', () => {
  const database = new DatabaseSync(':memory:')
  database.exec(migrations[0] ?? '')
  database.exec(`
    INSERT INTO users VALUES ('A6J');
    INSERT INTO transactions (user, id, row) VALUES ('A6J', 1, '{"amount":-4.99,"currency_code":"EUR"}');
    INSERT INTO checkpoints VALUES ('transactions of A6J', '2026-01-31'), ('stocks of A6J', '2026-01-31');
  `)
  for (const script of migrations.slice(1)) database.exec(script)
  const keys = database.prepare('SELECT key FROM checkpoints').all()
  assert.deepEqual(
    keys.map((row) => Object.values(row as object)),
    [['stocks of A6J']],
  )
  mirror(database)('transactions', 'A6J').process(batch(none, { id: 1, amount: -4.99, currency_code: 'EUR' }))
  const [row] = database.prepare('SELECT minor_units FROM transactions').all()
  assert.deepEqual({ ...(row as object) }, { minor_units: -499 })
})

test('nothing is written of a user who is in the table no more', () => {
  const { database, process, ids, checkpoints } = setUp()
  process(batch(some(moment), { id: 1 }))
  database.exec('DELETE FROM users')
  process(batch(some(moment), { id: 2 }))
  assert.deepEqual([ids(), checkpoints()], [[], []])
})
