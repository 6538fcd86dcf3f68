import assert from 'node:assert/strict'
import { bridge2025 } from '../../../lib/bridge.js'
import { createClient } from '../../../lib/client/createClient.js'
import { rawJson } from '../../../lib/sandbox.js'
import { speak } from './bridge2025/speaking.js'
import { ask, json, type PageBody, type Row, tokenOf, virtualSandbox, walk } from './caller.js'

const setUp = () => {
  const sandbox = virtualSandbox()
  const token = tokenOf(sandbox)
  const [owner] = sandbox.users
  if (owner === undefined) throw new Error('there is no user')
  const rows = (path: string) =>
    walk(sandbox, `/v2/${path}${path.includes('?') ? '&' : '?'}limit=500`, token).flatMap(({ resources }) => resources)
  const since = () => `since=${encodeURIComponent(new Date(sandbox.now()).toISOString())}`
  return { sandbox, token, owner, rows, since }
}

const without = ({ id: _, account_id: __, item_id: ___, updated_at: ____, ...fields }: Row) => JSON.stringify(fields)

describe('an item that is connected again', () => {
  it.each([0, 1])('has accounts, transactions and stocks under new ids, and the same of all else', (place) => {
    const { sandbox, owner, rows } = setUp()
    const [lists, itemId = 0] = [['accounts', 'transactions', 'stocks'], owner.itemIds[place]]
    const before = lists.map(rows)
    const accounts = before[0]?.filter(({ item_id }) => item_id === itemId) ?? []
    const isIn = ({ id, account_id, item_id }: Row) =>
      item_id === itemId || accounts.some((account) => account.id === (account_id ?? id))
    const made = sandbox.relinkItem(itemId)
    const after = lists.map(rows)
    expect(owner.itemIds).toContain(made)
    expect(owner.itemIds).not.toContain(itemId)
    for (const [index, name] of lists.entries()) {
      const [old, now] = [before[index] ?? [], after[index] ?? []]
      const known = new Set(old.map(({ id }) => id))
      const fresh = now.filter(({ id }) => !known.has(id))
      expect([name, fresh.length]).toStrictEqual([name, old.filter(isIn).length])
      expect(now).toHaveLength(old.length)
      if (name === 'accounts') continue
      expect(fresh.map(without).sort()).toStrictEqual(old.filter(isIn).map(without).sort())
    }
    // What stocks are worth is that of the last refresh, which is another one.
    const balances = (all: ReadonlyArray<Row>) =>
      all.map(({ name, iban, balance, type }) => [name, iban, type === 'brokerage' ? null : balance])
    const byName = ([a]: Array<unknown>, [b]: Array<unknown>) => (String(a) < String(b) ? -1 : 1)
    expect(balances(after[0] ?? []).sort(byName)).toStrictEqual(balances(before[0] ?? []).sort(byName))
  })

  it('leaves no trace, or tombstones', () => {
    for (const tombstones of [false, true]) {
      const { sandbox, owner, rows, since } = setUp()
      const [first = 0, second = 0] = owner.itemIds
      const [transactions, stocks] = [rows('transactions'), rows('stocks')]
      sandbox.advance(1000)
      const moment = since()
      sandbox.relinkItem(first, { tombstones })
      sandbox.relinkItem(second, { tombstones })
      const gone = (all: ReadonlyArray<Row>) => all.filter(({ is_deleted }) => is_deleted === true).length
      const present = (all: ReadonlyArray<Row>) => all.filter(({ is_deleted }) => is_deleted === false).length
      const news = [rows(`transactions/updated?${moment}`), rows(`stocks/updated?${moment}`)]
      expect(news.map(present)).toStrictEqual([transactions.length, stocks.length])
      expect(news.map(gone)).toStrictEqual(tombstones ? [transactions.length, stocks.length] : [0, 0])
    }
  })

  it('exists beside the item before if it is kept, until this is removed', () => {
    const { sandbox, owner, rows } = setUp()
    const [itemId = 0] = owner.itemIds
    const ofItem = (item: number) => rows('accounts').filter(({ item_id }) => item_id === item)
    const balances = (item: number) => ofItem(item).map(({ name, iban, type, balance }) => [name, iban, type, balance])
    const rowsOfItem = (item: number) => {
      const ids = ofItem(item).map(({ id }) => id)
      return rows('transactions').filter(({ account_id }) => ids.includes(Number(account_id)))
    }
    const before = balances(itemId).filter(([, , type]) => type !== 'brokerage')
    const count = rowsOfItem(itemId).length
    const made = sandbox.relinkItem(itemId, { keepItem: true })
    expect(owner.itemIds).toEqual(expect.arrayContaining([itemId, made]))
    for (const item of [itemId, made]) {
      expect(balances(item)).toEqual(expect.arrayContaining(before))
      expect(rowsOfItem(item)).toHaveLength(count)
    }
    sandbox.removeItem(itemId)
    expect(rowsOfItem(itemId)).toEqual([])
    expect(rowsOfItem(made)).toHaveLength(count)
    expect(() => sandbox.relinkItem(made, { keepItems: true } as object)).toThrow('did you mean keepItem?')
  })

  it('continues: news come on the new accounts, pending rows are posted, and it can be done again', () => {
    const { sandbox, owner, rows, token } = setUp()
    sandbox.insertTransactions(owner.uuid, 1, { pending: true, postsAfter: 60_000 })
    const again = sandbox.relinkItem(sandbox.relinkItem(owner.itemIds[0] ?? 0))
    const known = new Set(rows('transactions').map(({ id }) => id))
    sandbox.insertTransactions(owner.uuid, 3)
    const fresh = rows('transactions').filter(({ id }) => !known.has(id))
    const ofItem = rows('accounts').filter(({ item_id }) => item_id === again)
    expect(fresh.every(({ account_id }) => ofItem.some(({ id }) => id === account_id))).toBe(true)
    sandbox.advance(60_000)
    expect(rows('transactions').filter(({ is_future }) => is_future === true)).toStrictEqual([])
    expect(ask(sandbox, `/v2/items`, { token }).body).toContain('"status":0')
  })

  it('is removed alone', () => {
    const { sandbox, owner, rows } = setUp()
    const [first = 0, second = 0] = owner.itemIds
    sandbox.removeItem(first, { tombstones: true })
    expect(rows('transactions')).toStrictEqual([])
    expect(rows('accounts').every(({ item_id }) => item_id === second)).toBe(true)
    expect(() => {
      sandbox.removeItem(first)
    }).toThrow('there is no item')
    expect(() => {
      sandbox.removeItem(second, { tombstone: true } as object)
    }).toThrow('did you mean tombstones?')
  })
})

describe('a user who is made again', () => {
  it('has the same external id, another uuid, and none of the old rows', () => {
    const { sandbox, owner } = setUp()
    const uuid = sandbox.recreateUser(owner.uuid)
    const made = sandbox.users.find((user) => user.uuid === uuid)
    expect([made?.externalUserId, made?.email, made?.itemIds.length]).toStrictEqual([
      owner.externalUserId,
      owner.email,
      2,
    ])
    expect(uuid).not.toBe(owner.uuid)
    expect(made?.itemIds.filter((id) => owner.itemIds.includes(id))).toStrictEqual([])
    const token = tokenOf(sandbox)
    const rows = () => json<PageBody>(ask(sandbox, '/v2/transactions', { token })).resources
    expect(rows()).toStrictEqual([])
    const [id = 0] = sandbox.insertTransactions(uuid, 1, { visibleAfter: 86_400_000 })
    expect(rows().map((row) => [row.id, row.updated_at])).toStrictEqual([
      [id, new Date(sandbox.now() - 86_400_000).toISOString()],
    ])
    expect(() => sandbox.recreateUser(owner.uuid)).toThrow('there is no user')
  })

  it('makes the token of the old one worthless', () => {
    const { sandbox, owner, token } = setUp()
    sandbox.recreateUser(owner.uuid)
    expect(ask(sandbox, '/v2/items', { token }).status).toBe(401)
  })
})

describe('a row with other fields', () => {
  it('has them in every list and alone, with a later updated_at', () => {
    const { sandbox, owner, rows, since, token } = setUp()
    const [{ id } = assert.fail('no row')] = rows('transactions')
    const [accountId = 0] = owner.accountIds
    const [stockId = 0] = owner.stockIds
    sandbox.advance(1000)
    const moment = since()
    sandbox.overrideRow('transaction', id, { amount: '12.30', description: '\u0000 \ud83d', booking_date: '' })
    sandbox.overrideRow('transaction', id, { currency_code: undefined })
    sandbox.overrideRow('account', accountId, { balance: 'n/a' })
    sandbox.overrideRow('item', owner.itemIds[0] ?? 0, { status: 'odd' })
    sandbox.overrideRow('stock', stockId, { total_value: null })
    const [row = assert.fail('no row')] = rows(`transactions/updated?${moment}`)
    expect([row.id, row.amount, row.description, row.booking_date]).toStrictEqual([id, '12.30', '\u0000 \ud83d', ''])
    expect('currency_code' in row).toBe(false)
    expect(row).toStrictEqual(rows('transactions').find((other) => other.id === id))
    const account = rows('accounts').find((other) => other.id === accountId)
    expect([account?.balance, account?.updated_at]).toStrictEqual(['n/a', new Date(sandbox.now()).toISOString()])
    expect(rows('items').map(({ status }) => status)).toContain('odd')
    expect(json<Row>(ask(sandbox, `/v2/stocks/${String(stockId)}`, { token })).total_value).toBeNull()
    expect(() => {
      sandbox.overrideRow('account', 1, {})
    }).toThrow('there is no account 1')
  })

  it('is sent as it is written', () => {
    const { sandbox, rows, token } = setUp()
    const [{ id } = assert.fail('no row')] = rows('transactions')
    sandbox.overrideRow('transaction', id, { amount: rawJson('1e400') })
    expect(ask(sandbox, '/v2/transactions?limit=1', { token }).body).toContain('"amount":1e400,')
  })

  it('is a tombstone of three fields', () => {
    const { sandbox, rows, since } = setUp()
    const [{ id } = assert.fail('no row')] = rows('transactions')
    const moment = since()
    sandbox.deleteTransaction(id, { bare: true })
    const [row = {}] = rows(`transactions/updated?${moment}`)
    expect(row).toStrictEqual({ id, is_deleted: true, updated_at: expect.any(String) as string })
    const later = speak()
    const [other = 0] = later.sandbox.insertTransactions(later.owner.uuid, 1)
    later.sandbox.deleteTransaction(other, { bare: true })
    const [tombstone = {}] = later.rows<object>(`transactions?since=${new Date(later.sandbox.now()).toISOString()}`)
    expect(Object.keys(tombstone)).toStrictEqual(['id', 'deleted', 'updated_at'])
  })
})

describe('rows with given fields', () => {
  it('are the repeats of deferred debits, and future ones', () => {
    const { sandbox, owner, rows } = setUp()
    const [id = 0] = sandbox.insertTransactions(owner.uuid, 1, {
      changes: { amount: -50, show_client_side: false, is_future: true },
    })
    const row = rows('transactions').find((other) => other.id === id)
    expect([row?.amount, row?.show_client_side, row?.is_future]).toStrictEqual([-50, false, true])
  })
})

describe('fields that no row has', () => {
  it('are refused, with the name that is meant', () => {
    const { sandbox, owner } = setUp()
    const [id = 0] = sandbox.insertTransactions(owner.uuid, 1, { pending: true })
    const [stock = 0] = owner.stockIds
    const wrong = (changes: object): never => changes as never
    const calls: ReadonlyArray<readonly [path: string, suggestion: string, call: () => unknown]> = [
      [
        '/changes/amonut',
        'amount',
        () => sandbox.insertTransactions(owner.uuid, 1, { changes: wrong({ amonut: -5, date: '2026-01-05' }) }),
      ],
      ['/descripton', 'description', () => sandbox.postTransaction(id, wrong({ descripton: 'x' }))],
      ['/is_furure', 'is_future', () => sandbox.updateTransaction(id, wrong({ is_furure: true }))],
      ['/clean_description', 'description', () => sandbox.updateTransaction(id, wrong({ clean_description: 'x' }))],
      ['/future', 'is_future', () => sandbox.updateTransaction(id, wrong({ future: true }))],
      ['/quantiti', 'quantity', () => sandbox.updateStock(stock, wrong({ quantiti: 2 }))],
    ]
    for (const [path, suggestion, call] of calls) {
      let thrown: unknown
      try {
        call()
      } catch (error) {
        thrown = error
      }
      expect(thrown).toMatchObject({
        _tag: 'ConfigError',
        issues: [{ path, expected: `no such option; did you mean ${suggestion}?` }],
      })
    }
  })
})

describe('a client of an API version of its own', () => {
  it('sees an item that was connected again', () => {
    const { sandbox, clock, owner } = speak()
    const client = createClient({ ...sandbox.credentials, http: sandbox.http, profile: bridge2025, clock })
    const ids: Array<number> = []
    const list = () => {
      client
        .user({ userUuid: owner.uuid })
        .items.all()
        .subscribe(({ id }) => ids.push(id))
    }
    list()
    const made = sandbox.relinkItem(owner.itemIds[0] ?? 0)
    list()
    expect(ids).toHaveLength(4)
    expect(ids.slice(2)).toContain(made)
  })
})
