import assert from 'node:assert/strict'
import { createClient, createVirtualClock } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createSandbox } from 'rxbank/sandbox'
import { runChecks, until } from './checks.mjs'
import { createPayments } from './payments.js'

const open = (config = {}) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15) })
  const sandbox = createSandbox({ profile: bridge2025, clock, transactions: 40, ...config })
  const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
  const errors = []
  const user = client.user({ externalUserId: 'A6J' })
  const collections = createPayments(user, { every: 60_000, clock, onError: (error) => errors.push(error) })
  let requests = 0
  sandbox.journal.changes$.subscribe(() => requests++)
  return { ...sandbox, ...collections, user, clock, errors, uuid: sandbox.users[0].uuid, requests: () => requests }
}

const idsOf = (collection) => collection.toArray.map(({ id }) => id).sort()

const rowsOf = async ({ user }) => (await user.transactions.all().toArray()).filter(({ deleted }) => !deleted)

/** Fails unless both collections have what the service has. */
const assertSame = async (bank) => {
  const rows = await rowsOf(bank)
  assert.deepEqual(idsOf(bank.transactions), rows.map(({ id }) => id).sort())
  const spent = rows.filter(({ amount }) => amount < 0)
  assert.deepEqual(idsOf(bank.payments), spent.map(({ id }) => id).sort())
  for (const { id, amount, date } of rows) {
    const row = bank.transactions.get(id)
    assert.deepEqual([row.amount, row.date], [amount, date])
  }
}

await runChecks({
  'TanStack DB: a collection is ready when all rows are read': async () => {
    const bank = open()
    const loading = bank.payments.preload()
    await loading
    assert.deepEqual([bank.transactions.status, bank.transactions.size], ['ready', 40])
    await assertSame(bank)
    const dates = bank.payments.toArray.map(({ date }) => date)
    assert.deepEqual(dates, [...dates].sort().reverse())
    await bank.payments.cleanup()
  },
  'TanStack DB: rows are added, changed and removed, a round at a time': async () => {
    const bank = open()
    await bank.payments.preload()
    const batches = []
    const watching = bank.transactions.subscribeChanges(
      (changes) => batches.push(changes.map(({ type, key }) => [type, key])),
      { includeInitialState: true },
    )
    assert.equal(batches.splice(0).flat().length, 40)
    const [changed, removed] = bank.transactions.toArray.map(({ id }) => id)
    const [added] = bank.insertTransactions(bank.uuid, 1)
    bank.updateTransaction(changed, { amount: -12.34 })
    bank.deleteTransaction(removed)
    bank.clock.advance(70_000)
    await until(
      () => batches.length > 0,
      () => 'a batch',
    )
    assert.deepEqual(
      batches.map((batch) => batch.sort(([one], [other]) => (one < other ? -1 : 1))),
      [
        [
          ['delete', removed],
          ['insert', added],
          ['update', changed],
        ],
      ],
    )
    await assertSame(bank)
    bank.clock.advance(600_000)
    assert.equal(batches.length, 1, 'rounds without changes write nothing')
    watching.unsubscribe()
    await bank.payments.cleanup()
  },
  'TanStack DB: an empty list is ready too': async () => {
    const bank = open({ transactions: 0 })
    await bank.payments.preload()
    assert.deepEqual([bank.transactions.status, bank.payments.size], ['ready', 0])
    await bank.payments.cleanup()
  },
  'TanStack DB: after cleanup nothing is requested, and a restart reads what changed meanwhile': async () => {
    const bank = open()
    await bank.payments.preload()
    await bank.payments.cleanup()
    await bank.transactions.cleanup()
    const before = bank.requests()
    bank.clock.advance(600_000)
    assert.equal(bank.requests(), before)
    bank.deleteTransaction((await rowsOf(bank))[0].id)
    bank.insertTransactions(bank.uuid, 3)
    await bank.payments.preload()
    await assertSame(bank)
    assert.equal(bank.transactions.size, 42)
    await bank.payments.cleanup()
  },
  'TanStack DB: an error before the first rows rejects, and a start anew reads them': async () => {
    const bank = open()
    const end = bank.faults.add({ kind: 'forbidden', times: Infinity })
    await assert.rejects(bank.transactions.preload())
    assert.equal(bank.errors.length, 1)
    end()
    await bank.transactions.cleanup()
    await bank.transactions.preload()
    assert.equal(bank.transactions.size, 40)
    await bank.transactions.cleanup()
  },
  'TanStack DB: nobody can edit the rows': async () => {
    const bank = open()
    await bank.transactions.preload()
    const [{ id }] = bank.transactions.toArray
    assert.throws(() => bank.transactions.delete(id), /MissingHandlerError/)
    assert.throws(() => bank.transactions.update(id, (row) => (row.amount = 1)), /MissingHandlerError/)
    assert.throws(() => bank.transactions.insert({ id: 1 }), /MissingHandlerError/)
    assert.equal(bank.transactions.size, 40)
    await bank.transactions.cleanup()
  },
})
process.exit()
