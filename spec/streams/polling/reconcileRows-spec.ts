import { none } from 'fp-ts/lib/Option.js'
import { concat, defer, from, NEVER, type Observable, of, Subject, throwError } from 'rxjs'
import {
  type ChangedRow,
  type ClientError,
  createVirtualClock,
  liveRows,
  UnspecifiedOperation,
  UnsupportedByVersion,
  type UpdatedBatch,
} from '../../../lib/index.js'
import { reconcileRows } from '../../../lib/streams/polling/reconcileRows.js'
import { smallBank } from '../../mirror/core/smallBank.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The list, as a program has it that watches a request of its own. */
const withoutAccounts = <L extends { readonly watchUpdated: unknown }>({
  watchUpdated,
}: L): Pick<L, 'watchUpdated'> => ({
  watchUpdated,
})

/** A bank with two accounts, and the ids of the rows that `liveRows` has of its transactions. */
const showing = (
  config: object = {},
  withAccounts = true,
  prepare: (bank: ReturnType<typeof smallBank>) => void = () => undefined,
) => {
  const bank = smallBank()
  prepare(bank)
  const item = bank.item()
  const [checking, savings] = [bank.account(item), bank.account(item)]
  const [groceries, rent, interest] = [
    bank.transaction(checking, -30),
    bank.transaction(checking, -700),
    bank.transaction(savings, 2),
  ]
  const { transactions } = bank.user
  let ids: ReadonlyArray<number> = []
  const errors: Array<unknown> = []
  const list = withAccounts ? transactions : withoutAccounts(transactions)
  const subscription = liveRows(list, { every: 5 * minute, clock: bank.clock, ...config }).subscribe({
    next: (rows) => (ids = Array.from(rows.keys()).sort((a, b) => a - b)),
    error: (error) => errors.push(error),
  })
  const later = (ms: number) => {
    for (let passed = 0; passed < ms; passed += minute) bank.clock.advance(minute)
    return ids
  }
  return { bank, checking, savings, groceries, rent, interest, later, errors, subscription, ids: () => ids }
}

/** Counts the readings of all rows from now on. */
const countReads = ({ answers }: ReturnType<typeof smallBank>) => {
  const reads = { count: 0 }
  answers.before = (url) => {
    if (url.includes('/transactions') && !url.includes('since=')) reads.count++
  }
  return reads
}

/** Takes an account away with its rows, without a word. */
const close = ({ rows, vanish }: ReturnType<typeof smallBank>, account: number) => {
  vanish('accounts', account)
  rows.transactions = rows.transactions.filter(({ account_id }) => account_id !== account)
}

describe('the rows of liveRows that are gone without a word', () => {
  it('leave with their account, once it has been missing for five minutes', () => {
    const { bank, checking, later, interest, ids, subscription } = showing()
    expect(later(minute)).toHaveLength(3)
    close(bank, checking)
    expect(later(6 * minute)).toHaveLength(3)
    expect(later(12 * minute)).toEqual([interest])
    // A late update of a row of that account changes nothing.
    bank.transaction(checking, -99)
    expect(later(12 * minute)).toEqual([interest])
    subscription.unsubscribe()
    expect([ids(), bank.clock.pending()]).toEqual([[interest], 0])
  })

  it('come back with their account', () => {
    const { bank, checking, later, interest, groceries, rent } = showing()
    const { accounts, transactions } = bank.rows
    close(bank, checking)
    expect(later(20 * minute)).toEqual([interest])
    bank.rows.accounts = accounts
    bank.rows.transactions = transactions
    expect(later(12 * minute)).toEqual([groceries, rent, interest])
  })

  it('leave when the user has disabled the access to their account, and return when it is enabled', () => {
    const { bank, checking, later, interest, groceries, rent, errors } = showing()
    const { transactions } = bank.rows
    const setAccess = (access: string) => {
      bank.rows.accounts = bank.rows.accounts.map((row) =>
        row.id === checking ? { ...row, data_access: access } : row,
      )
    }
    expect(later(20 * minute)).toHaveLength(3)
    setAccess('disabled')
    bank.rows.transactions = transactions.filter(({ account_id }) => account_id !== checking)
    expect(later(6 * minute)).toEqual([interest])
    setAccess('enabled')
    bank.rows.transactions = transactions
    expect(later(6 * minute)).toEqual([groceries, rent, interest])
    expect(errors).toEqual([])
  })

  it('are read again an hour after the access was enabled, when the service has loaded the rest', () => {
    const { bank, checking, later, interest, groceries, rent } = showing()
    const { accounts, transactions } = bank.rows
    bank.rows.accounts = accounts.map((row) => (row.id === checking ? { ...row, data_access: 'disabled' } : row))
    bank.rows.transactions = transactions.filter(({ account_id }) => account_id !== checking)
    expect(later(20 * minute)).toEqual([interest])
    bank.rows.accounts = accounts
    bank.rows.transactions = transactions.filter(({ id }) => id !== rent)
    expect(later(6 * minute)).toEqual([groceries, interest])
    bank.rows.transactions = transactions
    expect(later(30 * minute)).toEqual([groceries, interest])
    expect(later(40 * minute)).toEqual([groceries, rent, interest])
    const reads = countReads(bank)
    later(10 * hour)
    expect(reads.count).toBe(0)
  })

  it('are not read again as long as the access to accounts is the same', () => {
    const { bank, later } = showing()
    bank.rows.accounts = bank.rows.accounts.map((row) => ({ ...row, data_access: 'disabled' }))
    later(2 * hour)
    const reads = countReads(bank)
    later(5 * hour)
    expect(reads.count).toBe(0)
  })

  it('leave when they move into an account that is gone, and come back with it as they are then', () => {
    const bank = smallBank()
    const item = bank.item()
    const [closing, other] = [bank.account(item), bank.account(item)]
    bank.transaction(closing, -1)
    const moving = bank.transaction(other, 12.5)
    const { transactions } = bank.user
    let shown: ReadonlyArray<unknown> = []
    liveRows(transactions, { every: minute, clock: bank.clock }).subscribe((rows) => {
      const row = rows.get(moving)
      shown = row ? [row.account_id, row.amount] : []
    })
    const later = (minutes: number) => {
      for (let passed = 0; passed < minutes; passed++) bank.clock.advance(minute)
      return shown
    }
    expect(later(2)).toEqual([other, 12.5])
    const listed = bank.rows.accounts
    bank.rows.accounts = listed.filter(({ id }) => id !== closing)
    expect(later(8)).toEqual([other, 12.5])
    bank.rows.transactions = bank.rows.transactions.map((row) =>
      row.id === moving ? { ...row, account_id: closing, amount: -98, ...bank.stamp() } : row,
    )
    expect(later(3)).toEqual([])
    bank.rows.accounts = listed
    expect(later(10)).toEqual([closing, -98])
  })

  it('stay while a list is empty or fails', () => {
    const { bank, later, errors } = showing()
    bank.answers.instead = (path) =>
      path.endsWith('/accounts') ? { status: 200, headers: {}, body: '{"resources":[]}' } : undefined
    expect(later(6 * hour)).toHaveLength(3)
    bank.answers.instead = (path) =>
      path.endsWith('/accounts') ? { status: 503, headers: {}, body: '{"type":"down"}' } : undefined
    expect(later(6 * hour)).toHaveLength(3)
    bank.answers.instead = () => undefined
    expect([later(hour), errors]).toHaveLength(2)
    expect(errors).toEqual([])
  })

  it('leave with an account that went before any list has shown it', () => {
    const answers = [
      { status: 503, headers: {}, body: '{"type":"down"}' },
      { status: 200, headers: {}, body: '{"resources":[]}' },
    ]
    for (const answer of answers) {
      const { bank, checking, interest, later } = showing({}, true, (opened) => {
        opened.answers.instead = (path) => (path.endsWith('/accounts') ? answer : undefined)
      })
      expect(later(4 * minute)).toHaveLength(3)
      bank.answers.instead = () => undefined
      close(bank, checking)
      expect(later(20 * minute)).toEqual([interest])
    }
  })

  it('leave when two readings of all rows do not show them, without accounts', () => {
    const { bank, checking, later, interest } = showing({}, false)
    bank.asked.length = 0
    close(bank, checking)
    expect(later(23 * hour)).toHaveLength(3)
    expect(bank.asked.filter((path) => path.endsWith('/accounts'))).toEqual([])
    expect(later(90 * minute)).toEqual([interest])
  })

  it('are read again as often as is asked for, and rows that no update told come then', () => {
    const { bank, checking, later } = showing({ fullSyncEvery: hour }, false)
    later(30 * minute)
    const late = 900
    bank.rows.transactions.push({ id: late, account_id: checking, amount: 1, updated_at: '2025-01-01T00:00:00.000Z' })
    expect(later(10 * minute)).not.toContain(late)
    expect(later(hour)).toContain(late)
  })

  it.each([
    ['does not specify', new UnspecifiedOperation({ operation: 'accounts.list', key: 'paths.accounts' })],
    [
      'has in later versions only',
      new UnsupportedByVersion({ operation: 'accounts.list', option: none, version: 'beta 2', since: 'beta 3' }),
    ],
  ])('stay if there is no list of accounts, which the service %s', (_, error) => {
    const bank = smallBank()
    bank.transaction(bank.account(bank.item()), -1)
    const { watchUpdated } = bank.user.transactions
    const accounts = { all: () => throwError(() => error), get: () => NEVER }
    const seen: Array<unknown> = []
    const showing = liveRows({ watchUpdated, accounts }, { every: minute, clock: bank.clock })
    showing.subscribe({ next: ({ size }) => seen.push(size), error: (ended) => seen.push(ended) })
    bank.clock.advance(10 * minute)
    expect(seen).toEqual([1])
  })

  it('stay, and are updated, while their account cannot be decoded', () => {
    const { bank, checking, groceries, later, errors } = showing()
    bank.rows.accounts = bank.rows.accounts.map((row) => (row.id === checking ? { ...row, balance: {} } : row))
    expect(later(2 * hour)).toHaveLength(3)
    bank.vanish('transactions', groceries)
    expect([later(26 * hour).length, errors]).toEqual([2, []])
  })

  it('an account that the service refuses to list ends the stream', () => {
    const { bank, later, errors } = showing()
    bank.answers.instead = (path) =>
      path.endsWith('/accounts') ? { status: 403, headers: {}, body: '{"type":"forbidden"}' } : undefined
    later(12 * minute)
    expect(errors).toMatchObject([{ _tag: 'StatusError', status: 403 }])
  })

  it.each([
    ['/list', undefined],
    ['/list', null],
    ['/list', 5],
    ['/list', {}],
    ['/list/watchUpdated', { watchUpdated: () => 1 }],
    ['/list/watchUpdated', { watchUpdated: () => undefined }],
    ['/list/accounts', { watchUpdated: () => NEVER, accounts: {} }],
    ['/list/accounts', { watchUpdated: () => NEVER, accounts: null }],
  ])('refuses a wrong %s: %p', (path, list) => {
    const errors: Array<unknown> = []
    liveRows(list as never).subscribe({ error: (error) => errors.push(error) })
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path }] }])
  })

  it.each([
    ['/fullSyncEvery', { fullSyncEvery: 0 }],
    ['/clock', { clock: 7 }],
  ])('refuses a wrong %s', (path, config) => {
    const errors: Array<ClientError> = []
    liveRows({ watchUpdated: () => NEVER }, config as never).subscribe({
      error: (error: ClientError) => errors.push(error),
    })
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path }] }])
  })
})

/**
 * A bank with a row, whose rounds and full reads `liveRows` sees more often than `overlap`, an hour. `change` happens to the
 * row; once that is shown, full reads are answered for half an hour by a replica that shows what was before.
 */
const lagging = (change: (bank: ReturnType<typeof smallBank>, row: number) => void, withAccounts = false) => {
  const bank = smallBank()
  const row = bank.transaction(bank.account(bank.item()), -1)
  let shown = ''
  const seen: Array<string> = []
  const { transactions } = bank.user
  const list = withAccounts ? transactions : withoutAccounts(transactions)
  liveRows(list, { every: minute, overlap: hour, fullSyncEvery: 10 * minute, clock: bank.clock }).subscribe((rows) => {
    shown = Array.from(rows.values(), ({ amount }) => String(amount as number)).join()
    seen.push(shown)
  })
  const later = (minutes: number) => {
    for (let passed = 0; passed < minutes; passed++) bank.clock.advance(minute)
    return shown
  }
  later(60)
  bank.change(row, { amount: -1 })
  later(10)
  const before = bank.snapshot()
  change(bank, row)
  later(2)
  seen.length = 0
  let fullReads = 0
  bank.answers.from = (path, query) => {
    if (!path.endsWith('/transactions/updated') || query.has('since')) return undefined
    fullReads++
    return before
  }
  const during = later(30)
  const reads = fullReads
  bank.answers.from = () => undefined
  return { bank, row, during, seen: [...seen], reads, later }
}

describe('a full read that a replica answers which lags', () => {
  it.each<[string, Parameters<typeof lagging>[0], string]>([
    ['the version before a change', (bank, row) => bank.change(row, { amount: -2 }), '-2'],
    [
      'the version before one whose stamp is earlier',
      (bank, row) => bank.change(row, { amount: -2, updated_at: '2026-01-15T12:50:00.000Z' }),
      '-2',
    ],
    ['a row that was removed since', (bank, row) => bank.change(row, { is_deleted: true }), ''],
    ['no row that was inserted since', (bank) => void bank.transaction(2, -7), '-7,-1'],
  ])('does not bring back %s', (_, change, expected) => {
    const { during, seen, reads, later } = lagging(change)
    const sorted = (amounts: string) => amounts.split(',').sort().join()
    expect(reads).toBeGreaterThan(1)
    expect([sorted(during), seen]).toEqual([sorted(expected), []])
    expect(sorted(later(180))).toBe(sorted(expected))
  })

  it('does not remove a row that has moved out of a removed account', () => {
    const { during, later } = lagging((bank, row) => {
      bank.rows.accounts = [{ ...bank.rows.accounts[0], id: 90 }]
      bank.change(row, { account_id: 90 })
    }, true)
    expect([during, later(180)]).toEqual(['-1', '-1'])
  })

  it.each<[string, boolean]>([
    ['brings back no rows of an account that was removed within `overlap`', true],
    ['removes no rows of an account that was added within `overlap`', false],
  ])('%s', (_, isRemoval) => {
    const { bank, checking, later, interest, groceries, rent } = showing({ every: minute, overlap: hour })
    later(70 * minute)
    const [before, shown] = isRemoval
      ? [bank.snapshot(), [interest]]
      : [bank.snapshot(), [groceries, rent, interest, bank.transaction(bank.account(1), -5)]]
    if (isRemoval) close(bank, checking)
    expect(later((isRemoval ? 10 : 3) * minute)).toEqual(shown)
    bank.answers.from = () => before
    expect(later(30 * minute)).toEqual(shown)
    bank.answers.from = () => undefined
    expect(later(2 * hour)).toEqual(shown)
  })

  it('brings what no update has reported, once `overlap` has passed', () => {
    const { bank, row, later } = lagging((opened, changed) => opened.change(changed, { amount: -2 }))
    bank.rows.transactions = bank.rows.transactions.map((one) => (one.id === row ? { ...one, amount: -3 } : one))
    // The watcher knows this `updated_at`, but not this content.
    expect(later(2)).toBe('-3')
    const stamped = { id: 90, account_id: 2, amount: -9, updated_at: '2025-01-01T00:00:00.000Z' }
    bank.rows.transactions = [...bank.rows.transactions, stamped]
    expect(later(12)).toBe('-3,-9')
  })
})

interface Row extends ChangedRow {
  readonly account_id: number
}

const batch = (rows: ReadonlyArray<Row>, rejected: UpdatedBatch<Row>['rejected'] = []): UpdatedBatch<Row> => ({
  resources: rows,
  rejected,
  checkpoint: none,
  isLast: true,
})

describe('reconcileRows', () => {
  const rows = new Map([1, 2].map((id) => [id, { id, account_id: id }]))
  const at = { clock: createVirtualClock() }
  const reconciled = (read: () => Observable<UpdatedBatch<Row>>, times: number, accounts?: never) => {
    const { clock } = at
    const { reconcile } = reconcileRows<Row>({ read, accounts, every: day, overlap: 0, clock })
    const seen: Array<ReadonlyArray<number>> = []
    for (let time = 0; time < times; time++) {
      clock.advance(day)
      reconcile(rows).subscribe((next) => seen.push(Array.from(next.keys())))
    }
    return seen
  }

  it.each([
    ['of the same user', 'A', 'a', true],
    ['of a user who was made again', 'a', 'b', false],
    ['of a user whom no response named', 'a', undefined, true],
    ['of a user, where none was known', undefined, 'b', true],
  ])('takes a reading %s', (_, owner, userUuid, isTaken) => {
    const clock = createVirtualClock()
    const reading = { ...batch([{ id: 9, account_id: 9 }]), ...(userUuid !== undefined && { userUuid }) }
    const { reconcile } = reconcileRows<Row>({
      read: () => of(reading),
      accounts: undefined,
      every: day,
      overlap: 0,
      clock,
    })
    clock.advance(day)
    const seen: Array<ReadonlyArray<number>> = []
    reconcile(rows, owner).subscribe((next) => seen.push(Array.from(next.keys())))
    expect(seen).toEqual(isTaken ? [[1, 2, 9]] : [])
  })

  it('replaces rows that a reading shows otherwise, and keeps the objects of the others', () => {
    const clock = createVirtualClock()
    const [same, moved] = [
      { id: 1, account_id: 1 },
      { id: 2, account_id: 7 },
    ]
    const { reconcile } = reconcileRows<Row>({
      read: () => of(batch([same, moved])),
      accounts: undefined,
      every: day,
      overlap: 0,
      clock,
    })
    clock.advance(day)
    const seen: Array<ReadonlyMap<number, Row>> = []
    reconcile(rows).subscribe((next) => seen.push(next))
    expect(seen).toEqual([
      new Map([
        [1, same],
        [2, moved],
      ]),
    ])
    expect(seen[0]?.get(1)).toBe(rows.get(1))
  })

  it('concludes nothing from a reading with rows that cannot be decoded', () => {
    const rejected = [{ index: 0, issues: [] }]
    expect(reconciled(() => of(batch([{ id: 1, account_id: 1 }], rejected)), 3)).toEqual([])
    expect(reconciled(() => of(batch([{ id: 1, account_id: 1 }])), 2)).toEqual([[1]])
  })

  it('takes a row that says that it was removed for one that is not there', () => {
    expect(
      reconciled(
        () =>
          of(
            batch([
              { id: 1, account_id: 1 },
              { id: 2, account_id: 2, is_deleted: true },
            ]),
          ),
        2,
      ),
    ).toEqual([[1]])
  })

  it('leaves the watcher after its first round, and unsubscribes from it in the middle', () => {
    let open = 0
    const pages$ = new Subject<UpdatedBatch<Row>>()
    const { reconcile } = reconcileRows<Row>({
      read: () =>
        defer(() => {
          open++
          return concat(from([{ ...batch([]), isLast: false }]), pages$)
        }),
      accounts: undefined,
      every: 1,
      overlap: 0,
      clock: at.clock,
    })
    at.clock.advance(5)
    const reconciling = reconcile(rows).subscribe()
    expect([open, pages$.observed]).toEqual([1, true])
    reconciling.unsubscribe()
    expect(pages$.observed).toBe(false)
    reconcile(rows).subscribe()
    pages$.next(batch(Array.from(rows.values())))
    expect(pages$.observed).toBe(false)
  })

  it('errors with the watcher', () => {
    const errors: Array<unknown> = []
    const error = new Error('refused')
    const { reconcile } = reconcileRows<Row>({
      read: () => throwError(() => error),
      accounts: undefined,
      every: 1,
      overlap: 0,
      clock: at.clock,
    })
    at.clock.advance(5)
    reconcile(rows).subscribe({ error: (failed) => errors.push(failed) })
    expect(errors).toEqual([error])
  })
})
