import { type LineageAccount, withoutDuplicates } from '../../../lib/accounts.js'
import { selectRows } from '../../../lib/ledger/accounts/withoutDuplicates.js'

/** Accounts in short: `1 current`, `81 duplicate of 1`. */
const accounts = (...texts: ReadonlyArray<string>): { readonly accounts: ReadonlyArray<LineageAccount> } => ({
  accounts: texts.map((text) => {
    const [id = '', state, , lineage = id] = text.split(' ')
    return { id, lineage, state: state as LineageAccount['state'] }
  }),
})

/** Rows of accounts, with an id each. */
const rowsOf = (...ids: ReadonlyArray<number>) => ids.map((id, index) => ({ id: index, account_id: id }))

const shown = (ids: ReadonlyArray<number>, ...texts: ReadonlyArray<string>) => {
  const { rows, isOutdated } = selectRows(rowsOf(...ids), accounts(...texts))
  return [rows.map((row) => row.account_id), isOutdated]
}

describe('withoutDuplicates', () => {
  it.each<[string, ReadonlyArray<number>, ReadonlyArray<string>, ReadonlyArray<number>, boolean]>([
    ['all accounts that are one of a kind', [1, 2, 1], ['1 current', '2 current'], [1, 2, 1], false],
    ['no duplicate', [81, 1, 81], ['1 current', '81 duplicate of 1'], [1], false],
    ['no duplicate, even alone', [81], ['1 current', '81 duplicate of 1'], [], true],
    ['no account that is not known', [1, 82], ['1 current'], [1], true],
    ['the account that continues one that is gone', [81, 1], ['1 gone', '81 current of 1'], [81], false],
    ['the account that is gone, while its rows are there', [1], ['1 gone', '81 current of 1'], [1], false],
    ['the last one of those that are gone', [81, 1], ['1 gone', '81 gone of 1', '82 current of 1'], [81], false],
    ['an account whose duplicate is gone', [81, 1], ['1 current', '81 gone of 1'], [1], false],
    ['an account that is gone, and continued by none', [1], ['1 gone'], [1], false],
  ])('shows %s', (_, ids, texts, expected, isOutdated) => {
    expect(shown(ids, ...texts)).toEqual([expected, isOutdated])
  })

  it('shows rows without an account, and reads the account of a reference', () => {
    const rows = [{ id: 1 }, { id: 2, account_id: null }, { id: 3, account: { id: 81 } }]
    expect(withoutDuplicates(rows, accounts('1 current'))).toEqual(rows.slice(0, 2))
  })

  it('returns the same object if it leaves out nothing, and a `Map` for a `Map`', () => {
    const rows = rowsOf(1, 81)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const all = accounts('1 current', '81 current')
    expect(withoutDuplicates(rows, all)).toBe(rows)
    expect(withoutDuplicates(byId, all)).toBe(byId)
    expect(withoutDuplicates(byId, accounts('1 current', '81 duplicate of 1'))).toEqual(new Map([[0, rows[0]]]))
  })
})
