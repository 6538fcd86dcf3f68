import fc from 'fast-check'
import { fromNullable, isSome, none, type Option, some } from 'fp-ts/lib/Option.js'
import { bankTree } from '../../../lib/service/model/bankTree.js'

const names = fc.constantFrom(undefined, null, '', 'Demo', 'Other', '__proto__', '1')

const banks = fc.array(
  fc.record({ id: fc.nat(20), name: names, parent_name: names, country_code: names }, { requiredKeys: ['id'] }),
)

describe('bankTree', () => {
  it('puts banks below their group and their country, in the order of the list', () => {
    const bank = (id: number, country_code: string, parent_name: string) => ({ id, country_code, parent_name })
    const list = [bank(1, 'FR', 'B'), bank(2, 'DE', 'B'), bank(3, 'FR', 'A'), bank(4, 'FR', 'B'), bank(5, 'DE', 'B')]
    expect(bankTree(list)).toEqual([
      {
        country_code: some('FR'),
        parents: [
          { name: some('B'), banks: [list[0], list[3]] },
          { name: some('A'), banks: [list[2]] },
        ],
      },
      { country_code: some('DE'), parents: [{ name: some('B'), banks: [list[1], list[4]] }] },
    ])
  })

  it('makes a bank without a group one of its own name, beside others of that name', () => {
    const list = [
      { id: 1, name: 'Alone', parent_name: null },
      { id: 2, name: 'Alone too', parent_name: '' },
      { id: 3, name: 'Branch', parent_name: 'Alone' },
      { id: 4 },
    ]
    expect(bankTree(list)).toEqual([
      {
        country_code: none,
        parents: [
          { name: some('Alone'), banks: [list[0], list[2]] },
          { name: some('Alone too'), banks: [list[1]] },
          { name: none, banks: [list[3]] },
        ],
      },
    ])
  })

  it('has each bank once, the first of its id, in the one group of its country that is its own', () => {
    const named = (text: string | null | undefined): Option<string> => (text === '' ? none : fromNullable(text))
    fc.assert(
      fc.property(banks, (list) => {
        const tree = bankTree(list)
        const first = list.filter(({ id }, index) => list.findIndex((bank) => bank.id === id) === index)
        const groups = tree.flatMap(({ country_code, parents }) =>
          parents.map(({ name, banks }) => ({ place: JSON.stringify([country_code, name]), banks })),
        )
        expect(new Set(groups.map(({ place }) => place)).size).toBe(groups.length)
        expect(new Set(tree.map(({ country_code }) => JSON.stringify(country_code))).size).toBe(tree.length)
        const placed = new Map(groups.flatMap(({ place, banks }) => banks.map((bank) => [bank, place] as const)))
        expect(groups.flatMap(({ banks }) => banks)).toHaveLength(first.length)
        for (const bank of first) {
          const { country_code, parent_name, name } = bank
          const group = isSome(named(parent_name)) ? named(parent_name) : named(name)
          expect(placed.get(bank)).toBe(JSON.stringify([named(country_code), group]))
        }
      }),
    )
  })

  it('makes nothing of nothing', () => {
    expect(bankTree([])).toEqual([])
  })
})
