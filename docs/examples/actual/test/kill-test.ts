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
import { createMirror, type Mirror } from 'rxbank/sqlite'
import { lastValueFrom, type Observable, toArray } from 'rxjs'
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
  relinkItem,
  overrideRow,
  ...sandbox
} = createSandbox({ profile: bridge2025, transactions: 10, stocks: 0 })
const [{ uuid, itemIds } = assert.fail()] = users
let [item = 0] = itemIds
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

/** Uses the mirror of a folder, and closes it. */
const withMirror = async (folder: string, use: (mirror: Mirror) => Observable<unknown>): Promise<void> => {
  const database = new DatabaseSync(`${folder}/bank.db`)
  await lastValueFrom(use(createMirror({ database }))).finally(() => database.close())
}

/** Does a round of the mirror of a folder. */
const round = (folder: string): Promise<void> =>
  withMirror(folder, (mirror) => mirror.sync(user, { id: 'A6J', limit: 4 }))

interface Entry {
  readonly imported_id: string
  readonly date: string
  readonly amount: number
  readonly cleared: boolean
}

const byId = (one: Entry, other: Entry): number => (one.imported_id < other.imported_id ? -1 : 1)

const entryOf = ({ imported_id, date, amount, cleared }: Entry): Entry => ({ imported_id, date, amount, cleared })

const sumOf = (entries: ReadonlyArray<Entry>): number => entries.reduce((sum, { amount }) => sum + amount, 0)

/** What the books have to have: the rows, under the first ids of the rows and of their accounts. */
interface Expected {
  readonly rows: ReadonlyArray<Entry & { readonly lineage_id: string }>
  readonly lineageOf: (account: string) => string
}

const readExpected = (folder: string): Expected => {
  const database = new DatabaseSync(`${folder}/bank.db`, { readOnly: true })
  const isLinked = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'rxbank_row_links'").get() !== undefined
  const firstId = `(
    WITH RECURSIVE earlier (id, age) AS (
      SELECT shown.id, 0 UNION ALL
      SELECT from_id, age + 1 FROM earlier JOIN rxbank_row_links ON to_id = earlier.id
    ) SELECT id FROM earlier ORDER BY age DESC LIMIT 1)`
  const rows = database
    .prepare(
      `SELECT lineage_id, 'rxbank:' || ${isLinked ? firstId : 'id'} AS imported_id, date, minor_units AS amount,
         is_future IS NOT TRUE AS cleared
       FROM ${isLinked ? 'rxbank_lineage_transactions' : 'rxbank_shown_transactions'} AS shown
       WHERE user_id = 'A6J' AND currency_code = 'EUR'`,
    )
    .all()
    .map((row) => ({ ...row, cleared: row.cleared === 1 }) as unknown as Entry & { readonly lineage_id: string })
  const lineages = new Map(
    database
      .prepare('SELECT id, coalesce(lineage_id, id) AS lineage_id FROM rxbank_accounts')
      .all()
      .map(({ id, lineage_id }) => [String(id), String(lineage_id)]),
  )
  database.close()
  return { rows, lineageOf: (account) => lineages.get(account) ?? account }
}

/**
 * Fails unless the books have each row of the bank once, in the account of its own, and no other; cents are compared.
 * `gone`: accounts that are no longer connected, which the books keep.
 */
const assertInStep = (all: Books | undefined, folder: string, gone: ReadonlyArray<string> = []): void => {
  assert.ok(all)
  const books = { ...all, accounts: all.accounts.filter(({ note }) => !gone.some((id) => note.endsWith(id))) }
  assert.equal(books.accounts.length, all.accounts.length - gone.length)
  const { rows, lineageOf } = readExpected(folder)
  const notes = books.accounts.map(({ note }) => note)
  assert.deepEqual([new Set(notes).size, notes.filter((note) => note === '')], [notes.length, []])
  assert.deepEqual(
    books.accounts.filter(({ name }) => /^rxbank account/.test(name)),
    [],
  )
  for (const { note, transactions } of books.accounts) {
    const lineage = lineageOf(note.replace('rxbank account ', ''))
    const expected = rows
      .filter(({ lineage_id }) => lineage_id === lineage)
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
const killEverywhere = async (
  folder: string,
  phase: Phase,
  gone: ReadonlyArray<string> = [],
): Promise<ReadonlyArray<Books | undefined>> => {
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
      assertInStep(books, folder, gone)
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

/** The account of each type of an item, by its id. */
const accountsOfItem = async (item: number): Promise<ReadonlyMap<string, string>> => {
  const accounts = await lastValueFrom(user.accounts.all().pipe(toArray()))
  const ofItem = accounts.filter(({ item_id }) => item_id === item)
  return new Map(ofItem.map(({ id, type }) => [String(type), String(id)]))
}

/** The transactions with the note of the person, in which account they are, and whether they have all of the edits. */
const editedIn = (books: Books | undefined): ReadonlyArray<unknown> =>
  (books?.accounts ?? []).flatMap(({ note, transactions }) =>
    (transactions as ReadonlyArray<Entry & { notes: string | null; payee: string; category: string | null }>)
      .filter(({ notes }) => notes === 'lunch with Ada')
      .map(({ imported_id, payee, category }) => [note, imported_id, payee !== '', category !== null]),
  )

/** Books of a bank with a payment that a person has edited, and what becomes of them when the bank is connected again. */
const relinked = async (name: string) => {
  const home = makeFolder(name)
  const before = await accountsOfItem(item)
  const [checking = '', card = ''] = ['checking', 'card'].map((type) => before.get(type))
  overrideRow('account', Number(checking), { iban: 'FR7630006000011234567890189' })
  await round(home)
  const edited = readExpected(home).rows.find(({ lineage_id, cleared }) => lineage_id === checking && cleared)
  const books = await run(home, noKill, edited?.imported_id.slice('rxbank:'.length))
  const edits = [[`rxbank account ${checking}`, edited?.imported_id, true, true]]
  assert.deepEqual(editedIn(await run(home)), edits)
  return { home, checking, card, books, edits }
}

test('a bank that is connected again adds nothing twice, through kills, and a person may link what is uncertain', async () => {
  const { home, checking, card, books, edits } = await relinked('relinked')
  const namesOf = (found: Books | undefined) => found?.accounts.map((account) => account.name).sort()
  item = relinkItem(item)
  const after = await accountsOfItem(item)
  const [newChecking = '', newCard = ''] = ['checking', 'card'].map((type) => after.get(type))
  overrideRow('account', Number(newChecking), { iban: 'FR7630006000011234567890189' })
  await round(home)
  // The card has no IBAN, and too few rows to be certain: the books have it twice until a person decides.
  await killEverywhere(home, 'writing', [card])
  const once = await run(home)
  assertInStep(once, home, [card])
  assert.deepEqual(editedIn(once), edits)
  assert.equal((await run(home))?.steps, 0, 'there was nothing left to do')

  await withMirror(home, (mirror) => mirror.link({ user: 'A6J', from: card, to: newCard }))
  await killEverywhere(home, 'writing')
  const linked = await run(home)
  assertInStep(linked, home)
  assert.deepEqual([editedIn(linked), namesOf(linked)], [edits, namesOf(books)])

  insertTransactions(uuid, 4)
  const [waiting = 0] = insertTransactions(uuid, 1, { pending: true })
  await round(home)
  assertInStep(await run(home), home)
  postTransaction(waiting)
  await round(home)
  assertInStep(await run(home), home)

  await withMirror(home, (mirror) => mirror.unlink({ user: 'A6J', from: checking, to: newChecking }))
  const unlinked = await run(home)
  assertInStep(unlinked, home, [checking])
  assert.deepEqual(editedIn(unlinked), edits)
  await withMirror(home, (mirror) => mirror.link({ user: 'A6J', from: checking, to: newChecking }))
  const again = await run(home)
  assertInStep(again, home)
  assert.deepEqual([editedIn(again), namesOf(again)], [edits, namesOf(books)])
})

test('one account under two connections is in the books once, while both are there and after one is removed', async () => {
  const home = makeFolder('duplicates')
  const [, other = 0] = itemIds
  const [checking = '', savings = ''] = [
    (await accountsOfItem(item)).get('checking'),
    (await accountsOfItem(other)).get('savings'),
  ]
  await round(home)
  const before = await run(home)
  const pair = { user: 'A6J', from: savings, to: checking }
  await withMirror(home, (mirror) => mirror.link(pair))
  const duplicate = await run(home)
  assertInStep(duplicate, home)
  assert.deepEqual(
    readExpected(home).rows.filter(({ lineage_id }) => lineage_id === savings),
    [],
  )
  await withMirror(home, (mirror) => mirror.unlink(pair))
  assertInStep(await run(home), home)
  await withMirror(home, (mirror) => mirror.link(pair))
  sandbox.removeItem(other)
  await round(home)
  await killEverywhere(home, 'writing')
  const after = await run(home)
  assertInStep(after, home)
  assert.deepEqual(after?.accounts.map(({ note }) => note).sort(), before?.accounts.map(({ note }) => note).sort())
})

test('the books keep an account that is no longer connected', async () => {
  const before = await run(folder)
  sandbox.removeItem(item, { tombstones: true })
  await round(folder)
  await round(folder)
  const after = await run(folder)
  assert.deepEqual(after?.accounts, before?.accounts)
})
