import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { createClient } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createSandbox } from 'rxbank/sandbox'
import { createMirror } from 'rxbank/sqlite'
import { lastValueFrom } from 'rxjs'
import type { Books } from './support/child.js'

/** Of so many places to be killed at, one is tried: 1 tries all. */
const every = Number(process.env.KILL_EVERY ?? 1)

const child = fileURLToPath(new URL('support/child.js', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'rxbank-actual-'))
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))

const {
  credentials,
  http,
  users,
  insertTransactions,
  updateTransaction,
  deleteTransaction,
  postTransaction,
  ...sandbox
} = createSandbox({ profile: bridge2025, transactions: 10, stocks: 0 })
const [{ uuid, itemIds } = assert.fail()] = users
const user = createClient({ profile: bridge2025, ...credentials, http }).user({ externalUserId: 'A6J' })

let minutes = 0

/** What the program does when it is killed: it opens the books, and creates them first if there are none; then it writes. */
type Phase = 'opening' | 'writing'

interface Kill {
  readonly phase: Phase
  readonly at: number
  readonly moment: string
}

const noKill: Kill = { phase: 'writing', at: 0, moment: '' }

/** Runs the program on a folder, and answers what the books have; `undefined` if it was killed. */
const run = (folder: string, { phase, at, moment } = noKill, note = ''): Promise<Books | undefined> =>
  new Promise((resolve, reject) => {
    minutes += 2
    const args = [child, folder, phase, String(at), moment, String(minutes), note]
    const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let problems = ''
    program.stdout.on('data', (text) => (output += String(text)))
    program.stderr.on('data', (text) => (problems += String(text)))
    program.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(undefined)
      else if (code === 0) resolve(JSON.parse(output.trim().split('\n').at(-1) ?? '') as Books)
      else reject(new Error(problems))
    })
  })

/** Makes a folder for a mirror and its books. */
const makeFolder = (name: string): string => {
  const made = join(scratch, name)
  mkdirSync(join(made, 'budget'), { recursive: true })
  return made
}

/** Does a round of the mirror of a folder. */
const round = async (folder: string): Promise<void> => {
  const database = new DatabaseSync(`${folder}/bank.db`)
  await lastValueFrom(createMirror({ database }).sync(user, { id: 'A6J', limit: 4 }))
  database.close()
}

interface Entry {
  readonly imported_id: string
  readonly date: string
  readonly amount: number
  readonly cleared: boolean
}

const byId = (one: Entry, other: Entry): number => (one.imported_id < other.imported_id ? -1 : 1)

const entryOf = ({ imported_id, date, amount, cleared }: Entry): Entry => ({ imported_id, date, amount, cleared })

const sumOf = (entries: ReadonlyArray<Entry>): number => entries.reduce((sum, { amount }) => sum + amount, 0)

/** Fails unless the books have each row of the bank once, in the account of its own, and no other; cents are compared. */
const assertInStep = (books: Books | undefined, folder: string): void => {
  assert.ok(books)
  const database = new DatabaseSync(`${folder}/bank.db`, { readOnly: true })
  const rows = database
    .prepare(
      `SELECT account_id, 'rxbank:' || id AS imported_id, date, minor_units AS amount, is_future IS NOT TRUE AS cleared
       FROM rxbank_shown_transactions WHERE user_id = 'A6J' AND currency_code = 'EUR'`,
    )
    .all()
    .map((row) => ({ ...row, cleared: row.cleared === 1 }) as unknown as Entry & { readonly account_id: string })
  database.close()
  const notes = books.accounts.map(({ note }) => note)
  assert.deepEqual([new Set(notes).size, notes.filter((note) => note === '')], [notes.length, []])
  assert.deepEqual(
    books.accounts.filter(({ name }) => /^rxbank account/.test(name)),
    [],
  )
  for (const { note, transactions } of books.accounts) {
    const account = note.replace('rxbank account ', '')
    const expected = rows
      .filter(({ account_id }) => account_id === account)
      .map(entryOf)
      .sort(byId)
    const found = (transactions as ReadonlyArray<Entry>).map(entryOf).sort(byId)
    assert.deepEqual(found, expected)
    assert.equal(sumOf(found), sumOf(expected))
  }
  const count = books.accounts.reduce((sum, { transactions }) => sum + transactions.length, 0)
  assert.equal(count, rows.length)
}

/** Kills the program at its steps, each time on a copy of the folder, and starts it again. Answers what the books have then. */
const killEverywhere = async (folder: string, phase: Phase): Promise<ReadonlyArray<Books | undefined>> => {
  const copy = join(scratch, 'copy')
  const found: Array<Books | undefined> = []
  let isKilled = true
  for (let at = 1; isKilled; at++)
    for (const moment of ['before', 'during']) {
      if (every > 1 && (2 * at + Number(moment === 'during')) % every !== 0) continue
      rmSync(copy, { recursive: true, force: true })
      cpSync(folder, copy, { recursive: true })
      isKilled = (await run(copy, { phase, at, moment })) === undefined
      if (!isKilled) break
      const books = await run(copy)
      assertInStep(books, folder)
      found.push(books)
    }
  return found
}

const folder = makeFolder('bank')
const ids = [...insertTransactions(uuid, 4), ...insertTransactions(uuid, 2, { pending: true })]
const [changed = 0, deleted = 0, , , pending = 0, cancelled = 0] = ids

test('books whose creation is killed at each write are created once, and whole', async () => {
  await round(folder)
  const found = await killEverywhere(folder, 'opening')
  assert.ok(found.length > 0)
  const whole = makeFolder('whole')
  await round(whole)
  const { categories } = (await run(whole)) ?? assert.fail()
  for (const books of found) assert.deepEqual([books?.budgets, books?.categories], [1, categories])
})

test('a first start, killed at each step, writes each row once', async () => {
  await round(folder)
  await killEverywhere(folder, 'writing')
  const books = await run(folder, noKill, String(pending))
  assertInStep(books, folder)
  assert.equal((await run(folder))?.steps, 0, 'there was nothing left to do')
})

test('rows that are added, changed, deleted and booked, through kills', async () => {
  updateTransaction(changed, { amount: -12.34, date: '2026-01-02' })
  deleteTransaction(deleted)
  deleteTransaction(cancelled)
  insertTransactions(uuid, 2)
  const posted = postTransaction(pending)
  await round(folder)
  await killEverywhere(folder, 'writing')
  const books = await run(folder)
  assertInStep(books, folder)
  const all = books?.accounts.flatMap(({ transactions }) => transactions) as ReadonlyArray<
    Entry & { readonly notes: string }
  >
  const noted = all
    .filter(({ notes }) => notes === 'lunch with Ada')
    .map(({ imported_id, cleared }) => [imported_id, cleared])
  assert.deepEqual(noted, [[`rxbank:${String(posted)}`, true]])
})

test('rows that came before their account are written when it comes', async () => {
  const late = makeFolder('late')
  const recover = sandbox.faults.add({ kind: 'forbidden', on: ({ route }) => route === 'accounts', times: Infinity })
  await assert.rejects(round(late))
  assert.deepEqual((await run(late))?.accounts, [])
  recover()
  await round(late)
  const books = await run(late)
  assert.ok((books?.accounts.length ?? 0) > 0)
  assertInStep(books, late)
})

test('new books are filled, although the log was read for others', async () => {
  rmSync(join(folder, 'budget'), { recursive: true })
  makeFolder('bank')
  assertInStep(await run(folder), folder)
})

test('the books keep an account that is no longer connected', async () => {
  const before = await run(folder)
  const [item = 0] = itemIds
  sandbox.removeItem(item, { tombstones: true })
  await round(folder)
  await round(folder)
  const after = await run(folder)
  assert.deepEqual(after?.accounts, before?.accounts)
})
