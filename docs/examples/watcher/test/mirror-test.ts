import { DatabaseSync } from '@photostructure/sqlite'
import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('nothing is written of a user who is in the table no more', () => {
  const { database, process, ids, checkpoints } = setUp()
  process(batch(some(moment), { id: 1 }))
  database.exec('DELETE FROM users')
  process(batch(some(moment), { id: 2 }))
  assert.deepEqual([ids(), checkpoints()], [[], []])
})
