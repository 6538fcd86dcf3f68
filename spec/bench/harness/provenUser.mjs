/** A user whose balances a mirror proves, and rounds of that mirror. */
import { asyncScheduler, of } from 'rxjs'
import { transactions } from './transactions.mjs'

const hour = 3_600_000
const firstAccount = 2_341_500
const accountCount = 8

/** A clock that goes forward by an hour when it is told to, so that proofs begin. */
export const steppingClock = () => {
  let offset = 0
  const wall = () => Date.now() + offset
  return { wall, monotonic: () => performance.now(), scheduler: asyncScheduler, step: () => (offset += hour) }
}

const listOf = (rows) => `{"resources":[${rows.join()}],"pagination":{"previous_uri":null,"next_uri":null}}`

/** A row that cannot be decoded, and that no response had before. A round with such a row proves nothing. */
const invalidRow = () => JSON.stringify(`invalid ${String(Math.random())}`)

/**
 * The client of a user with so many rows, whose accounts have the balances that the rows give. `book` changes rows of the next
 * round. Unless `isProven`, each answer has an invalid row.
 */
const bankOf = ({ createClient, documentedProfile, redact }, count, clock, isProven) => {
  const rows = transactions(count)
  const centsById = new Map()
  const centsByAccount = new Map()
  const write = ({ id, account_id, amount }) => {
    const cents = Math.round(amount * 100)
    const sum = (centsByAccount.get(account_id) ?? 0) - (centsById.get(id) ?? 0) + cents
    centsByAccount.set(account_id, sum)
    centsById.set(id, cents)
  }
  rows.forEach(write)
  let updated = rows
  let books = 0
  const now = () => new Date(clock.wall())
  const account = (_, index) => {
    const id = firstAccount + index
    const balance = (centsByAccount.get(id) ?? 0) / 100
    return { id, name: 'Account', type: 'checking', balance, currency_code: 'EUR', updated_at: now().toISOString() }
  }
  const accounts = () => Array.from({ length: accountCount }, account).map((row) => JSON.stringify(row))
  const changed = () => [...updated.map((row) => JSON.stringify(row)), ...(isProven ? [] : [invalidRow()])]
  const http = ({ url }) =>
    of({
      status: 200,
      headers: { date: now().toUTCString() },
      body: listOf(url.includes('/accounts') ? accounts() : changed()),
    })
  const token = {
    access_token: redact('t0k3n'),
    expires_at: new Date(Date.now() + 1e12),
    user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415' },
  }
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'bench',
    clientSecret: 's3cr3t',
    http,
    clock,
  })
  const book = (changes) => {
    books += 1
    const updated_at = now().toISOString()
    updated = rows.slice(0, changes).map((row) => ({ ...row, amount: row.amount - books, updated_at }))
    updated.forEach(write)
  }
  return { user: client.user({ token$: of(token) }), book }
}

/**
 * Rounds of a mirror that each change ten of a user's rows, once the proof of each account has begun. `library`: `rxbank`, from
 * where the caller has it.
 */
export const provenRounds = async (library, mirror, clock, { count, isProven = true }) => {
  const { user, book } = bankOf(library, count, clock, isProven)
  const config = { id: `user-${String(count)}`, feeds: ['accounts', 'transactions'], onInvalidRow: 'report' }
  const round = async () => {
    let changed = 0
    await mirror.sync(user, config).forEach(({ feed, changedIds, balanceMismatches = [] }) => {
      if (feed === 'transactions') changed += changedIds.length
      if (balanceMismatches.length > 0) throw new Error('a balance differs')
    })
    return changed
  }
  await round()
  const sample = async () => {
    book(10)
    const changed = await round()
    if (changed !== 10) throw new Error(`${String(changed)} rows have changed`)
  }
  for (let warmUp = 0; warmUp < 6; warmUp += 1) {
    clock.step()
    await sample()
  }
  return sample
}
