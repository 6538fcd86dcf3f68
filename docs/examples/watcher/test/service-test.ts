import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Bookmark, reveal } from 'rxbank'
import { firstValueFrom } from 'rxjs'
import { openAgedBank, secret } from './support/bank.js'
import { query } from './support/rows.js'
import { scene } from './support/scene.js'
import { until } from './support/until.js'

/** How far the lists of users were read, of those that were read to their end. */
const bookmarks = 'SELECT bookmark AS text FROM rxbank_checkpoints WHERE bookmark IS NOT NULL'

const statusIn = (text: string): unknown => (JSON.parse(text) as { status: unknown }).status

scene('rows arrive, change and go', async ({ bank, start, mirrored }) => {
  const service = start()
  await service.line(/transactions saved/)
  await mirrored()
  const [{ uuid } = assert.fail()] = bank.users
  const [made = assert.fail(), gone = assert.fail()] = bank.sandbox.insertTransactions(uuid, 3)
  await mirrored()
  bank.sandbox.updateTransaction(made, { amount: -9.99 })
  bank.sandbox.deleteTransaction(gone)
  bank.sandbox.touchStocks(uuid)
  await mirrored()
})

scene('columns are there for queries', async ({ bank, file, start, mirrored }) => {
  const service = start()
  const [{ uuid, id: user } = assert.fail()] = bank.users
  const [id = assert.fail()] = bank.sandbox.insertTransactions(uuid, 1)
  bank.sandbox.updateTransaction(id, { amount: -9.99, description: 'Café "L\'Été" 🥐' })
  await service.line(/saved/)
  await mirrored()
  const sql = `SELECT user_id, amount, minor_units, description, date IS NOT NULL AS dated
    FROM rxbank_transactions WHERE id = '${String(id)}'`
  assert.deepEqual(
    query<object>(file, sql).map((row) => ({ ...row })),
    [{ user_id: user, amount: '-9.99', minor_units: -999, description: 'Café "L\'Été" 🥐', dated: 1 }],
  )
})

scene('its health follows the bank: ok, degraded, down, and ok again', async ({ bank, start, mirrored }) => {
  const service = start()
  const turns = async (wanted: string): Promise<number> => {
    let status = 0
    await until(async () => {
      const health = await service.get('/health')
      status = health.status
      return statusIn(health.text) === wanted
    })
    return status
  }
  await service.line(/saved/)
  assert.equal(await turns('ok'), 200)
  bank.close()
  assert.equal(await turns('degraded'), 200)
  assert.equal(await turns('down'), 503)
  const [{ uuid } = assert.fail()] = bank.users
  bank.sandbox.insertTransactions(uuid, 3)
  await bank.open()
  assert.equal(await turns('ok'), 200)
  await mirrored()
})

scene('its metrics are in the format of Prometheus', async ({ start, mirrored }) => {
  const service = start()
  await service.line(/saved/)
  await mirrored()
  const { status, text } = await service.get('/metrics')
  assert.equal(status, 200)
  assert.match(text, /^# TYPE rxbank_attempt_duration/m)
  assert.match(text, /^rxbank_watchers\{.*rxbank_operation="stocks.updated".*\} 3$/m)
  assert.match(text, /^rxbank_watcher_checkpoint_age.*_count\{.*rxbank_operation="transactions.updated".*\} \d+$/m)
  assert.match(text, /^watcher_rows_total\{list="transactions".*\} 60$/m)
})

scene('its port tells nothing else, and bears what is no request', async ({ start }) => {
  const service = start()
  for (const path of ['/', '/nothing', '/toString', '//', '/%', '/health/../metrics/x'])
    assert.equal((await service.get(path)).status, 404)
  await until(async () => (await service.get('/health?why')).status === 200)
})

scene('without a user it says what to do, and that it is down', async ({ start }) => {
  const service = start({ WATCHER_USERS: '' })
  await service.line(/nobody is watched: set WATCHER_USERS, or insert into the table users/)
  assert.equal((await service.get('/health')).status, 503)
})

scene(
  'SIGTERM between two pages ends it with 0; the next one goes on',
  async ({ bank, file, start, mirrored }) => {
    const { faults, journal } = bank.sandbox
    const asked = () => journal.entries().filter(({ route }) => route === 'transactionsUpdated')
    const remove = faults.add({ kind: 'silence', on: 'transactionsUpdated', after: 3, times: Infinity })
    const first = start()
    await until(() => asked().length === 6 && asked().filter(({ status }) => status === 'pending').length === 3)
    first.kill('SIGTERM')
    assert.equal(await first.ended, 0)
    assert.match(first.written(), /"msg":"ended; all that was started is saved"/)
    assert.deepEqual(query(file, `${bookmarks} AND feed = 'transactions'`), [])
    assert.equal(query(file, 'SELECT id FROM rxbank_transactions').length, 1500)
    remove()
    const second = start()
    await mirrored()
    await until(() => query(file, bookmarks).length === 6)
    second.kill('SIGINT')
    assert.equal(await second.ended, 0)

    const [{ text } = assert.fail()] = query<{ text: string }>(
      file,
      `${bookmarks} AND feed = 'transactions' AND user_id = 'A6J'`,
    )
    const { position } = JSON.parse(text) as Bookmark
    journal.clear()
    start()
    const { uuid } = bank.users.find(({ id }) => id === 'A6J') ?? assert.fail()
    const theirs = () => asked().filter(({ userUuid }) => userUuid === uuid)
    await until(() => theirs().length > 0)
    const [question = assert.fail()] = theirs()
    const since = new URLSearchParams(question.query).get('since') ?? ''
    // A moment may have a part of a millisecond; what is asked for has none.
    assert.equal(Math.floor((position?.moment ?? NaN) - 300_000), Date.parse(since))
  },
  700,
)

/** How many rows are known of a user, in whatever table. */
const known = (file: string, user: string): number =>
  ['rxbank_transactions', 'rxbank_stocks', 'rxbank_checkpoints']
    .map((table) => query(file, `SELECT 1 FROM ${table} WHERE user_id = '${user}'`).length)
    .reduce((sum, count) => sum + count, query(file, `SELECT 1 FROM rxbank_users WHERE id = '${user}'`).length)

scene('a user who is added is taken up, and one who is deleted is erased', async ({ bank, file, start, mirrored }) => {
  const [first = assert.fail(), ...others] = bank.users
  const service = start({ WATCHER_USERS: first.id })
  await service.line(/transactions saved/)
  for (const { id } of others) query(file, `INSERT INTO users VALUES ('${id}')`)
  await mirrored()
  query(file, `DELETE FROM users WHERE id = '${first.id}'`)
  await service.line(new RegExp(`${first.id}: watched no more; 23 rows erased`))
  assert.equal(known(file, first.id), 0)
  query(file, `INSERT INTO users VALUES ('${first.id}')`)
  await mirrored()
})

scene(
  'who is deleted while it does not run is erased when it starts, also if they were added again',
  async ({ bank, file, start, mirrored }) => {
    const [first = assert.fail(), second = assert.fail()] = bank.users
    const service = start()
    await service.line(/saved/)
    await mirrored()
    service.kill('SIGKILL')
    await service.ended
    for (const { id } of [first, second]) query(file, `DELETE FROM users WHERE id = '${id}'`)
    query(file, `INSERT INTO users VALUES ('${second.id}')`)
    assert.equal(known(file, first.id), 26)

    const again = start({ WATCHER_USERS: '' })
    await again.line(new RegExp(`${second.id}: watched no more; 23 rows erased`))
    await again.line(new RegExp(`${second.id}: \\d+ rows of transactions saved`))
    await until(() => known(file, second.id) === 26)
    assert.equal(known(file, first.id), 0)
    assert.deepEqual(query(file, 'SELECT * FROM erasures'), [])
    query(file, `UPDATE users SET id = '${first.id}' WHERE id = '${second.id}'`)
    await until(() => known(file, first.id) === 26)
    assert.equal(known(file, second.id), 0)
  },
)

scene('a list that the bank refuses keeps no other one from being watched', async ({ bank, start }) => {
  bank.sandbox.faults.add({ kind: 'status', status: 403, on: 'stocksUpdated', times: Infinity })
  const service = start()
  await service.line(/stocks cannot be watched: .*; again in 5 minutes/)
  for (const { id } of bank.users) await service.line(new RegExp(`${id}: 20 rows of transactions saved`))
})

scene('a user whom the bank does not know keeps nobody else from being watched', async ({ bank, file, start }) => {
  const [{ id } = assert.fail()] = bank.users
  const service = start({ WATCHER_USERS: `nobody,${id}` })
  await service.line(/nobody: transactions cannot be watched: .*; again in 5 minutes/)
  await service.line(new RegExp(`${id}: 20 rows of transactions saved`))
  const health = async () => (await service.get('/health')).text
  await until(async () => statusIn(await health()) === 'degraded')
  assert.match(await health(), /lists that cannot be watched, see the log: [12]/)
  query(file, "DELETE FROM users WHERE id = 'nobody'")
  await service.line(/nobody: watched no more/)
  await until(async () => !/cannot be watched/.test(await health()))
})

scene('an error of the database ends it with 1, and is told', async ({ bank, file, start, mirrored }) => {
  const service = start()
  await service.line(/saved/)
  await mirrored()
  query(file, 'DROP TABLE rxbank_stocks')
  const [{ uuid } = assert.fail()] = bank.users
  bank.sandbox.touchStocks(uuid)
  assert.equal(await service.ended, 1)
  assert.match(service.written(), /mirror: the database failed/)
})

scene('a row that cannot be decoded is left out and told of', async ({ bank, file, start }) => {
  bank.sandbox.faults.add({ kind: 'wrong-type', on: 'stocksUpdated', field: 'id', value: 'many' })
  const service = start()
  await service.line(/1 row of stocks left out/)
  // The row comes nevertheless when its price changes: some prices do so every three seconds.
  await until(() => query(file, 'SELECT id FROM rxbank_stocks').length >= 8)
})

scene('a field of another type is kept in its row and told of, and has no column', async ({ bank, file, start }) => {
  bank.sandbox.faults.add({
    kind: 'wrong-type',
    on: 'stocksUpdated',
    field: 'quantity',
    value: 'many',
    times: Infinity,
  })
  const service = start()
  await service.line(/FieldMismatch.*quantity/)
  const kept = `SELECT id FROM rxbank_stocks WHERE quantity IS NULL AND row ->> 'quantity' = 'many'`
  await until(() => query(file, kept).length > 0)
  service.kill('SIGTERM')
  assert.equal(await service.ended, 0)
})

scene('nothing secret is in the log, the health, the metrics or a file', async ({ bank, folder, start, mirrored }) => {
  const service = start({ WATCHER_LOG_LEVEL: 'trace' })
  await service.line(/saved/)
  await mirrored()
  const tokens = bank.sandbox.journal.entries().flatMap(({ headers: { authorization } }) => {
    if (authorization === undefined) return []
    return [(typeof authorization === 'string' ? authorization : reveal(authorization)).replace('Bearer ', '')]
  })
  assert.equal(new Set(tokens).size, 6, 'of three users, those of the service and of the test')
  const shown = [await service.get('/health'), await service.get('/metrics')].map(({ text }) => text)
  service.kill('SIGTERM')
  await service.ended
  const files = readdirSync(folder).map((name) => join(folder, name))
  assert.ok(files.length >= 2)
  for (const text of [service.written(), ...shown, ...files.map((file) => readFileSync(file, 'latin1'))])
    for (const canary of [secret, ...tokens]) assert.ok(!text.includes(canary))
  for (const file of files) assert.equal(statSync(file).mode & 0o077, 0)
})

scene('consents that end and have ended are told and kept once, until they are renewed', async ({ file, start }) => {
  const bank = await openAgedBank(12_000)
  try {
    const [first, second, , ended] = bank.items
    if (!first || !second || !ended) throw new Error('there are four items')
    const settings = {
      WATCHER_PROFILE: 'bridge2025',
      WATCHER_BASE_URL: bank.url,
      WATCHER_EVERY: '2000',
      WATCHER_USERS: bank.users.map(({ id }) => id).join(','),
    }
    const kept = () =>
      query<{ user: string; item_id: number; state: string }>(file, 'SELECT * FROM consents ORDER BY item_id').map(
        ({ user, item_id, state }) => [user, item_id, state],
      )
    const inFirst = (state: string) => [first.user, first.id, state]
    const others = [
      [second.user, second.id, 'ending'],
      [ended.user, ended.id, 'ended'],
    ]
    const service = start(settings)
    await service.line(new RegExp(`${first.user}: the consent to item ${String(first.id)} ends on `))
    await service.line(
      new RegExp(`${ended.user}: the consent to item ${String(ended.id)} has ended on .* not refreshed`),
    )
    await until(() => kept().length === 3)
    assert.deepEqual(kept(), [inFirst('ending'), ...others])
    await service.line(new RegExp(`the consent to item ${String(first.id)} has ended on `))
    assert.deepEqual(kept(), [inFirst('ended'), ...others])
    await firstValueFrom(bank.renew(first.user, first.id))
    await service.line(new RegExp(`the consent to item ${String(first.id)} was renewed, until `))
    assert.deepEqual(kept(), others)
    service.kill('SIGTERM')
    assert.equal(await service.ended, 0)

    await firstValueFrom(bank.renew(ended.user, ended.id))
    const again = start(settings)
    await until(() => kept().length === 1)
    query(file, `DELETE FROM users WHERE id = '${second.user}'`)
    await again.line(new RegExp(`${second.user}: watched no more`))
    assert.deepEqual(kept(), [])
    assert.doesNotMatch(again.written(), /the consent to/)
  } finally {
    bank.close()
  }
})
