import { none } from 'fp-ts/lib/Option.js'
import picocolors from 'picocolors'
import { listTable } from '../../../lib/cli/lists/listTable.js'

const plain = picocolors.createColors(false)
const page = (number: number, ...names: ReadonlyArray<string>) => ({
  resources: names.map((name, index) => ({ id: index + 1, name })),
  next: none,
  previous: none,
  number,
})
interface Row {
  readonly id: number
  readonly name: string
}
const table = listTable(({ id, name }: Row) => [{ id, name, detail: 'FR' }], 'COUNTRY')

describe('listTable', () => {
  it('has its head before the first page alone', () => {
    expect(table(page(1, 'Crédit'), 60, plain)).toStrictEqual(['      ID  COUNTRY  NAME', '       1  FR       Crédit'])
    expect(table(page(2, 'Banque'), 60, plain)).toStrictEqual(['       1  FR       Banque'])
  })

  it('cuts names to the width, and leaves a column out if it is narrow', () => {
    const name = 'Société Générale de Crédit du Nord'
    expect(table(page(2, name), 40, plain)).toStrictEqual(['       1  FR       Société Générale de …'])
    expect(table(page(2, name), 30, plain)).toStrictEqual(['       1  Société Générale de…'])
    for (const width of [20, 30, 39, 40, 41, 80]) {
      for (const line of table(page(1, name), width, plain)) expect(line.length).toBeLessThanOrEqual(width)
    }
  })

  it('counts letters that are two columns wide as two', () => {
    expect(table(page(2, '三菱東京銀行三菱東京銀行'), 30, plain)).toStrictEqual(['       1  三菱東京銀行三菱東…'])
  })

  it('never cuts an id', () => {
    const wide = listTable(({ id, name }: Row) => [{ id: id + 1_000_013_123_932, name }])
    expect(wide(page(2, 'A'), 20, plain)).toStrictEqual([' 1000013123933  A'])
  })

  it('lets no name steer the terminal', () => {
    expect(table(page(2, '\x1b[2Jred\u202e\nX'), 60, plain)).toStrictEqual(['       1  FR       ?[2Jred??X'])
  })
})
