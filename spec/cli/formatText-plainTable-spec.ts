import { plainTable } from '../../lib/cli/formatText.js'

describe('plainTable', () => {
  it('aligns columns without borders', () => {
    const columns = [{ head: 'NAME' }, { head: 'PRICE', align: 'right' }] as const
    const rows = [
      ['Índice', '1.50'],
      ['Blue Harbour', '1,234.50'],
    ]
    expect(plainTable(columns, rows)).toStrictEqual([
      ' NAME             PRICE',
      ' Índice            1.50',
      ' Blue Harbour  1,234.50',
    ])
  })

  it('cuts what is wider than its column', () => {
    expect(plainTable([{ head: 'A', width: 4 }, { head: 'B' }], [['abcdef', 'x']], 1)).toStrictEqual([
      ' A    B',
      ' abc… x',
    ])
  })

  it('is its head alone without rows', () => {
    expect(plainTable([{ head: 'A' }, { head: 'B' }], [])).toStrictEqual([' A  B'])
  })
})
