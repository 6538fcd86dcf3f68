import type { Row as AnyRow } from '../caller.js'
import { json } from '../caller.js'
import { type ErrorBody, hasNull, speak, walk } from './speaking.js'

type Row = AnyRow & { readonly date: string; readonly deleted: boolean; readonly account_id: number }

const rowsOf = (spoken: ReturnType<typeof speak>, from: string) => walk(spoken, from) as ReadonlyArray<Row>

describe('the list of transactions', () => {
  it('has the fields of the API version', () => {
    const spoken = speak()
    const dates = ['booking_date', 'transaction_date', 'value_date']
    const all = rowsOf(spoken, 'transactions')
    for (const row of all) {
      expect(Object.keys(row).filter((name) => !dates.includes(name))).toEqual([
        'id',
        'clean_description',
        'provider_description',
        'amount',
        'date',
        'updated_at',
        'currency_code',
        'deleted',
        'category_id',
        'operation_type',
        'account_id',
        'future',
      ])
    }
    expect(new Set(all.map(({ future }) => future))).toEqual(new Set([true, false]))
    expect(new Set(all.map(({ operation_type }) => operation_type))).toEqual(
      new Set(['card', 'direct_debit', 'transfer', 'unknown']),
    )
  })

  it('gives what changed since a moment, deletions as well, the last change first', () => {
    const spoken = speak()
    const { clock, sandbox, owner } = spoken
    clock.advance(1000)
    const since = new Date(sandbox.now()).toISOString()
    const [first = 0, second = 0, third = 0] = sandbox.insertTransactions(owner.uuid, 3)
    clock.advance(1000)
    sandbox.updateTransaction(third, { amount: 12.5 })
    sandbox.deleteTransaction(second)
    const changed = rowsOf(spoken, `transactions?since=${since}`)
    expect(changed.map(({ id, deleted }) => [id, deleted])).toEqual([
      [second, true],
      [third, false],
      [first, false],
    ])
    expect(rowsOf(spoken, 'transactions').map(({ id }) => id)).not.toContain(second)
    const until = new Date(sandbox.now() - 1000).toISOString()
    expect(rowsOf(spoken, `transactions?since=${since}&until=${until}`).map(({ id }) => id)).toEqual([first])
  })

  it.each([1, 7, 500])('gives the same rows between two days and on one account, %i on a page', (limit) => {
    const spoken = speak()
    const all = rowsOf(spoken, 'transactions?limit=500')
    const days = all.map(({ date }) => date).sort()
    const [least = '', greatest = ''] = [days[40], days[160]]
    const [account = 0] = spoken.owner.accountIds
    const wanted = all.filter(({ date, account_id }) => date >= least && date <= greatest && account_id === account)
    expect(wanted.length).toBeGreaterThan(20)
    expect(wanted.length).toBeLessThan(121)
    const query = `min_date=${least}&max_date=${greatest}&account_id=${String(account)}&limit=${String(limit)}`
    expect(rowsOf(spoken, `transactions?${query}`)).toEqual(wanted)
  })

  it.each([
    ['since', 'yesterday'],
    ['until', '2026-01-01'],
    ['min_date', '2026-02-30'],
    ['max_date', '1'],
  ])('refuses %s=%s, and names it', (name, value) => {
    const answer = speak().send(`transactions?${name}=${value}`)
    expect(answer.status).toBe(400)
    expect(json<ErrorBody>(answer)).toMatchObject({ code: 'bad_request', property: name })
  })

  it.each(['0', '501', 'ten'])('refuses limit=%s', (limit) => {
    expect(speak().send(`transactions?limit=${limit}`).status).toBe(400)
  })

  it('knows no account of another user', () => {
    const { sandbox, send } = speak()
    const [account = 0] = sandbox.users[1]?.accountIds ?? []
    expect(send(`transactions?account_id=${String(account)}`).status).toBe(404)
    expect(send(`stocks?account_id=${String(account)}`).status).toBe(404)
  })

  it('has rows one by one, as long as they are not deleted', () => {
    const { get, rows, sandbox, send } = speak()
    const [row] = rows<Row>('transactions')
    const path = `transactions/${String(row?.id)}`
    expect(get(path)).toEqual(row)
    sandbox.deleteTransaction(row?.id ?? 0)
    expect(send(path).status).toBe(404)
  })
})

describe('the list of stocks', () => {
  it('is that of a user, of an account, or of what moved', () => {
    const { clock, owner, rows, sandbox } = speak()
    const all = rows<Row>('stocks')
    expect(all).toHaveLength(12)
    expect(all.every((row) => !row.deleted && !('is_deleted' in row) && !hasNull(row))).toBe(true)
    const [account] = new Set(all.map(({ account_id }) => account_id))
    expect(rows(`stocks?account_id=${String(account)}`)).toHaveLength(12)
    expect(rows(`stocks?account_id=${String(owner.accountIds[0])}`)).toEqual([])
    clock.advance(24 * 3_600_000)
    const [id = 0] = owner.stockIds
    sandbox.updateStock(id, { quantity: 777 })
    const since = new Date(sandbox.now()).toISOString()
    expect(rows(`stocks?since=${since}`)).toMatchObject([{ id, quantity: 777 }])
  })
})

describe('the list of accounts', () => {
  it('has the fields of the API version, and gives none without a value', () => {
    const { rows, owner, get } = speak()
    const accounts = rows('accounts')
    expect(accounts).toHaveLength(7)
    const checking = accounts.find(({ type }) => type === 'checking')
    expect(checking).toEqual({
      id: expect.any(Number),
      name: 'Compte chèques',
      balance: expect.any(Number),
      accounting_balance: checking?.balance,
      updated_at: expect.any(String),
      last_refresh_status: 'successful',
      type: 'checking',
      currency_code: 'EUR',
      item_id: owner.itemIds[0],
      provider_id: 574,
      data_access: 'enabled',
      pro: false,
      paused: false,
      iban: expect.stringMatching(/^FR/),
      iban_filled_manually: false,
    })
    expect(accounts.find(({ type }) => type === 'loan')).toMatchObject({ loan_details: { type: 'Prêt immobilier' } })
    const card = accounts.find(({ type }) => type === 'card')
    expect(card?.instant_balance).toBe(card?.balance)
    expect(card).not.toHaveProperty('accounting_balance')
    expect(get(`accounts/${String(card?.id)}`)).toEqual(card)
  })

  it('is that of one item, too', () => {
    const { owner, rows, send } = speak()
    const [first = 0, second = 0] = owner.itemIds
    expect(rows(`accounts?item_id=${String(first)}`)).toHaveLength(3)
    expect(rows(`accounts?item_id=${String(second)}`)).toHaveLength(4)
    expect(rows('accounts?item_id=1')).toEqual([])
    expect(send('accounts/1').status).toBe(404)
  })

  it('says of an account without access little more than that it is there', () => {
    const { rows } = speak()
    const disabled = rows('accounts').filter(({ data_access }) => data_access === 'disabled')
    expect(disabled.map((row) => Object.keys(row))).toEqual([
      ['id', 'name', 'updated_at', 'last_refresh_status', 'type', 'item_id', 'provider_id', 'data_access'],
    ])
  })

  it('takes balance, IBAN, loan, transactions and stocks from an account whose access ends, and gives them back', () => {
    const spoken = speak()
    const { sandbox, rows, owner } = spoken
    const before = rows('accounts')
    const all = rowsOf(spoken, 'transactions?limit=500')
    for (const id of owner.accountIds) sandbox.setDataAccess(id, 'disabled')
    const fields = rows('accounts').flatMap((row) => Object.keys(row))
    for (const gone of ['balance', 'accounting_balance', 'iban', 'loan_details']) expect(fields).not.toContain(gone)
    expect([rows('transactions'), rows('stocks')]).toEqual([[], []])
    expect(rows(`transactions?account_id=${String(owner.accountIds[0])}`)).toEqual([])
    expect(() => sandbox.insertTransactions(owner.uuid, 1)).toThrow('no account')
    for (const { id, data_access } of before) {
      if (data_access === 'enabled') sandbox.setDataAccess(id, 'enabled')
    }
    expect(rows('accounts')).toEqual(before)
    expect(rowsOf(spoken, 'transactions?limit=500')).toEqual(all)
    expect(() => {
      sandbox.setDataAccess(1, 'disabled')
    }).toThrow(RangeError)
  })
})

describe('the list of items', () => {
  it('has the fields of the API version', () => {
    const { get, rows, owner, sandbox, send } = speak()
    const items = rows('items')
    expect(items.map(({ id }) => id).reverse()).toEqual(owner.itemIds)
    for (const item of items) {
      const { created_at, authentication_expires_at, last_try_refresh } = item as unknown as Readonly<
        Record<string, string>
      >
      expect(item).toEqual({
        id: item.id,
        provider_id: expect.any(Number),
        status: 0,
        status_code_info: 'ok',
        account_types: 'all',
        paused: false,
        last_successful_refresh: last_try_refresh,
        last_try_refresh,
        created_at,
        authentication_expires_at,
      })
      expect(Date.parse(authentication_expires_at ?? '') - Date.parse(created_at ?? '')).toBe(180 * 86_400_000 + 60_000)
      expect(Date.parse(authentication_expires_at ?? '')).toBeGreaterThan(sandbox.now())
      expect(get(`items/${String(item.id)}`)).toEqual(item)
    }
    expect(send('items/1').status).toBe(404)
  })

  it('loses an item that is deleted, with its accounts', () => {
    const { owner, rows, send } = speak()
    const [id = 0] = owner.itemIds
    expect(send(`items/${String(id)}`, 'DELETE').status).toBe(204)
    expect([rows('items').length, rows('accounts').length]).toEqual([1, 4])
    expect(send(`items/${String(id)}`, 'DELETE').status).toBe(404)
  })
})
