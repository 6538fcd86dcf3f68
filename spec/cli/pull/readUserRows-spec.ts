import { defer, firstValueFrom, lastValueFrom, of } from 'rxjs'
import { bridge2021, bridge2025 } from '../../../lib/bridge.js'
import { readUserRows } from '../../../lib/cli/pull/readUserRows.js'
import { createClient, createVirtualClock, type Http, type UserClient } from '../../../lib/index.js'
import { createSandbox, type Sandbox } from '../../../lib/sandbox.js'

const size = 100

describe.each([bridge2021, bridge2025])('readUserRows of $name', (profile) => {
  /** Reads a user's rows, a page of ten each; `before` runs before each page of the list. */
  const readWith = async (before: (page: number, sandbox: Sandbox, ids: ReadonlyArray<number>) => void) => {
    const clock = createVirtualClock()
    const sandbox = createSandbox({ profile, clock, transactions: size })
    const clientOf = (http: Http) =>
      createClient({ profile: profile as typeof bridge2025, ...sandbox.credentials, http, clock }).user({
        externalUserId: 'A6J',
      }) as unknown as UserClient
    const user = clientOf(sandbox.http)
    const idsOf = async () => (await user.transactions.all({ limit: 500 }).toArray()).map(({ id }) => id)
    const ids = await idsOf()
    let pages = 0
    const http: Http = (request) => {
      if (request.operation === 'transactions.list' && !request.url.includes('since')) {
        pages += 1
        clock.advance(1000)
        before(pages, sandbox, ids)
      }
      return sandbox.http(request)
    }
    const read = firstValueFrom(readUserRows(clientOf(http), 10))
    return { read, pages: () => pages, idsOf, sandbox }
  }

  const userOf = ({ users }: Sandbox): string => users[0]?.uuid ?? ''

  it('reads each row and each account once, and the list once if nothing changes', async () => {
    const { read, pages, idsOf } = await readWith(() => undefined)
    const { accounts, transactions } = await read
    expect(transactions.map(({ id }) => id)).toEqual(await idsOf())
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(accounts.length)
    expect(pages()).toBe(size / 10)
  })

  it.each([
    [
      'new rows push others to the next page',
      (sandbox: Sandbox) => {
        sandbox.insertTransactions(userOf(sandbox), 3)
      },
    ],
    [
      'a removed row pulls another to the previous page',
      (sandbox: Sandbox, ids: ReadonlyArray<number>) => {
        sandbox.deleteTransaction(ids[2] ?? 0)
      },
    ],
    [
      'a row that was read moves to a later page',
      (sandbox: Sandbox, ids: ReadonlyArray<number>) => {
        sandbox.updateTransaction(ids[2] ?? 0, { date: '2001-01-01' })
      },
    ],
  ])('misses no row and has none twice while %s', async (_, change) => {
    const { read, idsOf } = await readWith((page, sandbox, ids) => {
      if (page === 4) change(sandbox, ids)
    })
    const { transactions } = await read
    const ids = transactions.map(({ id }) => id)
    expect(ids).toHaveLength(new Set(ids).size)
    expect([...ids].sort()).toEqual([...(await idsOf())].sort())
  })

  it('errors if the list changes each time', async () => {
    const { read } = await readWith((page, sandbox, ids) => {
      if (page % 10 === 4) sandbox.updateTransaction(ids[2] ?? 0, { category_id: page })
    })
    await expect(read).rejects.toThrow('the list of transactions changed 5 times while it was read')
  })
})

describe('readUserRows', () => {
  const row = (id: number, at: number) => ({ id, updated_at: new Date(at) })
  const emits = (rows: ReadonlyArray<unknown>) => ({ all: () => of(...rows) })

  it('takes the first version of a row that came twice, and reads again', async () => {
    const lists = [
      [row(1, 5), row(2, 2), row(1, 9)],
      [row(2, 2), row(3, 3), row(1, 9)],
    ]
    const transactions = {
      all: () => defer(() => lists.shift() ?? []),
      updated: () => emits([row(1, 9)]),
    }
    const user = { accounts: emits([]), transactions } as unknown as UserClient
    const { transactions: read } = await lastValueFrom(readUserRows(user, 500))
    expect(read.map(({ id }) => id)).toEqual([2, 3, 1])
  })
})
