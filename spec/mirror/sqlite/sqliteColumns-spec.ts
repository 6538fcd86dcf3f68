import { sqliteColumns } from '../../../lib/mirror/sqlite/sqliteColumns.js'
import { columns } from '../../../lib/mirror/tables/columns.js'

describe('columns of SQLite', () => {
  it.each([
    ['9007199254740991', '9007199254740991', null],
    ['-9007199254740991', '-9007199254740991', null],
    ['9007199254740992', null, '9007199254740992'],
    ['-9007199254740993', null, '-9007199254740993'],
    ['9223372036854775807', null, '9223372036854775807'],
    ['9223372036854775808', null, null],
    ['0.5', null, null],
  ])('have minor units of %s as an integer that every program can read, or as a text', (amount, units, large) => {
    const row = { amount, currency_code: 'JPY' }
    const read = (wanted: string) => sqliteColumns.transactions.find(({ name }) => name === wanted)?.read(row)
    expect([read('minor_units'), read('large_minor_units')]).toEqual([units, large])
  })

  it('are otherwise those of every mirror', () => {
    const others = Object.entries(sqliteColumns).map(([feed, own]) => [
      feed,
      own.filter(({ name }) => name !== 'large_minor_units').map(({ name, type }) => [name, type]),
    ])
    const all = Object.entries(columns).map(([feed, own]) => [feed, own.map(({ name, type }) => [name, type])])
    expect(others).toEqual(all)
  })
})
