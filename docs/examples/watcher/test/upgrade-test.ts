import assert from 'node:assert/strict'
import { query } from './support/rows.js'
import { scene } from './support/scene.js'

/** The tables of the first version, in which one user was mirrored. */
const first = (url: string, user: string) => [
  'CREATE TABLE service (url TEXT PRIMARY KEY) STRICT',
  'CREATE TABLE users (id TEXT PRIMARY KEY) STRICT',
  ...['transactions', 'stocks'].map(
    (table) => `CREATE TABLE ${table} (
      user TEXT NOT NULL, id INTEGER NOT NULL, row TEXT NOT NULL, PRIMARY KEY (user, id)
    ) STRICT, WITHOUT ROWID`,
  ),
  'CREATE TABLE checkpoints (key TEXT PRIMARY KEY, moment TEXT NOT NULL) STRICT',
  `CREATE TRIGGER forget AFTER DELETE ON users BEGIN
    DELETE FROM transactions WHERE user = OLD.id;
    DELETE FROM stocks WHERE user = OLD.id;
    DELETE FROM checkpoints WHERE key IN ('transactions of ' || OLD.id, 'stocks of ' || OLD.id);
  END`,
  `INSERT INTO service VALUES ('${url}')`,
  `INSERT INTO users VALUES ('${user}')`,
  `INSERT INTO transactions VALUES ('${user}', 1, '{"id":1}')`,
  `INSERT INTO checkpoints VALUES ('transactions of ${user}', '2026-01-31T23:59:59.999Z')`,
]

/** What the fourth version had besides. */
const fourth = (user: string) => [
  `CREATE TABLE consents (
    user TEXT NOT NULL, item_id INTEGER NOT NULL, state TEXT NOT NULL, ends_at TEXT NOT NULL, PRIMARY KEY (user, item_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE TRIGGER forget_consents AFTER DELETE ON users BEGIN DELETE FROM consents WHERE user = OLD.id; END',
  `INSERT INTO consents VALUES ('${user}', 7, 'ended', '2026-01-31T23:59:59.999Z')`,
]

for (const version of [1, 4])
  scene(`a database of version ${String(version)} is taken over: all rows come again`, async (stage) => {
    const { bank, file, start, mirrored } = stage
    const [{ id } = assert.fail(), ...others] = bank.users
    const made = [...first(bank.url(), id), ...(version === 4 ? fourth(id) : [])]
    for (const sql of [...made, `PRAGMA user_version = ${String(version)}`]) query(file, sql)

    const service = start({ WATCHER_USERS: others.map((other) => other.id).join(',') })
    await service.line(new RegExp(`${id}: 20 rows of transactions saved`))
    await mirrored()
    assert.equal(query(file, 'SELECT * FROM consents').length, version === 4 ? 1 : 0)
    assert.deepEqual(
      query(file, "SELECT name FROM sqlite_master WHERE name IN ('transactions', 'stocks', 'checkpoints', 'forget')"),
      [],
    )
    query(file, `DELETE FROM users WHERE id = '${id}'`)
    await service.line(new RegExp(`${id}: watched no more; 23 rows erased`))
    assert.deepEqual(query(file, 'SELECT * FROM consents'), [])
  })
