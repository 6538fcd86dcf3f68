import assert from 'node:assert/strict'
import { DatabaseSync } from '@photostructure/sqlite'
import { createClient, documentedProfile } from 'rxbank'
import { createSandbox, type Sandbox } from 'rxbank/sandbox'
import { createMirror } from 'rxbank/sqlite'
import { concat, firstValueFrom, lastValueFrom, ReplaySubject, type Subscription, toArray } from 'rxjs'
import { agedBank } from '../../src/agedBank.js'

/** What must be found nowhere. */
export const secret = 'canary-of-the-client-secret'

/** A bank that can be closed and opened again on its port. */
export interface TestBank {
  readonly sandbox: Sandbox
  readonly users: ReadonlyArray<{ readonly uuid: string; readonly id: string }>
  readonly url: () => string
  readonly open: () => Promise<void>
  readonly close: () => void
  /** The rows that the bank has, as JSON by list, user and id. */
  readonly rows: () => Promise<ReadonlyMap<string, string>>
  /** Does one more round of each list into a database of the service. */
  readonly sync: (file: string) => Promise<void>
}

const bank = (sandbox: Sandbox): TestBank => {
  const users = sandbox.users.map(({ uuid, externalUserId }) => ({ uuid, id: externalUserId }))
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...sandbox.credentials,
    http: sandbox.http,
  })
  let url: string | undefined
  let listening: Subscription | undefined
  return {
    sandbox,
    users,
    url: () => url ?? assert.fail('the bank was never open'),
    open: async () => {
      const opened$ = new ReplaySubject<string>(1)
      listening = sandbox.listen(url === undefined ? 0 : Number(new URL(url).port)).subscribe(opened$)
      url = await firstValueFrom(opened$)
    },
    close: () => listening?.unsubscribe(),
    rows: async () => {
      const all = new Map<string, string>()
      for (const { id } of users) {
        const user = client.user({ externalUserId: id })
        for (const row of await firstValueFrom(user.transactions.all({ limit: 500 }).pipe(toArray())))
          all.set(`transactions ${id} ${String(row.id)}`, JSON.stringify(row))
        for (const row of await firstValueFrom(user.stocks.all({ limit: 500 }).pipe(toArray())))
          all.set(`stocks ${id} ${String(row.id)}`, JSON.stringify(row))
      }
      return all
    },
    sync: async (file) => {
      const database = new DatabaseSync(file)
      try {
        const mirror = createMirror({ database, removedRows: 'delete' })
        const feeds = ['stocks', 'transactions'] as const
        const rounds = users.map(({ id }) => mirror.sync(client.user({ externalUserId: id }), { id, feeds }))
        await lastValueFrom(concat(...rounds))
      } finally {
        database.close()
      }
    },
  }
}

const credentials = { clientId: 'client-of-the-test', clientSecret: secret }

/** Opens a bank with three users. */
export const openBank = async (transactions: number): Promise<TestBank> => {
  const opened = bank(createSandbox({ profile: documentedProfile, transactions, stocks: 3, credentials }))
  await opened.open()
  return opened
}

/** Opens a bank as of 2025-01-15 where the first consent ends in so many milliseconds. */
export const openAgedBank = async (lead: number) => {
  const { sandbox, run, renew } = agedBank({ users: 2, transactions: 5, stocks: 1, credentials }, lead)
  const opened = bank(sandbox)
  await opened.open()
  const running = run()
  const close = () => {
    running.unsubscribe()
    opened.close()
  }
  const items = sandbox.users.flatMap(({ externalUserId: user, itemIds }) => itemIds.map((id) => ({ user, id })))
  return { url: opened.url(), items, users: opened.users, renew, close }
}
