/** A user whose bank is connected again, with all rows under new ids. */
import { DatabaseSync } from '@photostructure/sqlite'
import { of } from 'rxjs'
import { steppingClock } from './provenUser.mjs'
import { timed } from './timed.mjs'
import { transactions } from './transactions.mjs'

const accountCount = 8
const firstAccount = 2_341_500

const listOf = (rows) => `{"resources":[${rows.join()}],"pagination":{"previous_uri":null,"next_uri":null}}`

/** The responses of one connection: its item, its accounts, and so many rows. */
const connectionOf = (number, count) => {
  const account = (id) => ({
    ...{ id: id + number * accountCount, item_id: number, bank_id: 6, name: `Account ${id}`, type: 'checking' },
    ...{ balance: 0, currency_code: 'EUR', updated_at: new Date().toISOString() },
  })
  const ids = Array.from({ length: accountCount }, (_, index) => firstAccount + index)
  const rows = transactions(count).map(({ id, account_id, raw_description, ...row }) => ({
    ...row,
    id: id + number * 1e6,
    account_id: account_id + number * accountCount,
    description: `CARD ${raw_description}`,
    updated_at: new Date().toISOString(),
  }))
  return {
    items: listOf([JSON.stringify({ id: number, status: 0, bank_id: 6 })]),
    accounts: listOf(ids.map((id) => JSON.stringify(account(id)))),
    transactions: listOf(rows.map((row) => JSON.stringify(row))),
  }
}

/**
 * Rounds of a mirror: the first one reads so many rows. A relink is two rounds: one reads all rows under new ids, and
 * another one, an hour later, confirms that the accounts before are removed, and links the rows.
 */
const relinkedRounds = ({ createClient, documentedProfile, redact }, mirror, clock, count) => {
  const connections = [connectionOf(0, count), connectionOf(1, count)]
  const token = {
    access_token: redact('t0k3n'),
    expires_at: new Date(Date.now() + 1e12),
    user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415' },
  }
  let connection = connections[0]
  const http = ({ url }) => {
    const [, list] = /\/(items|accounts|transactions)/.exec(new URL(url).pathname)
    return of({ status: 200, headers: { date: new Date(clock.wall()).toUTCString() }, body: connection[list] })
  }
  const user = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'bench',
    clientSecret: 's3cr3t',
    http,
    clock,
  }).user({ token$: of(token) })
  const round = async () => {
    let changed = 0
    await mirror.sync(user, { id: 'A6J', feeds: ['items', 'accounts', 'transactions'] }).forEach((batch) => {
      if (batch.feed === 'transactions') changed += batch.changedIds.length
    })
    return changed
  }
  const writeAll = async () => {
    const changed = await round()
    if (changed !== count) throw new Error(`${changed} rows were written`)
  }
  const relink = async () => {
    connection = connections[1]
    await writeAll()
    clock.step()
    await round()
  }
  return { first: writeAll, relink }
}

const expectRows = (database, table, count) => {
  const { found } = database.prepare(`SELECT count(*) AS found FROM rxbank_${table}`).get()
  if (found !== count) throw new Error(`${found} of ${count} ${table}`)
}

/** What a comparison measures, by its name. */
export const [firstRound, relink] = ['the first round', 'a relink']

/**
 * The candidates of a comparison: the seconds of CPU of the first round of so many rows, and of their relink. `library`:
 * `rxbank` and `createMirror` of `rxbank/sqlite`, from where the caller has them.
 */
export const relinkCandidates = (library, count) => {
  const sampleOf = (name) => async () => {
    const database = new DatabaseSync(':memory:')
    const clock = steppingClock()
    const rounds = relinkedRounds(library, library.createMirror({ database, clock }), clock, count)
    const [, firstCpu] = await timed(rounds.first)
    if (name === firstRound) return firstCpu / 1000
    const [, cpu] = await timed(rounds.relink)
    expectRows(database, 'account_links', accountCount)
    expectRows(database, 'row_links', count)
    return cpu / 1000
  }
  return [firstRound, relink].map((name) => ({ name, sample: sampleOf(name) }))
}
