import { groupBy } from '../../lib/ledger/groupBy.js'

describe('groupBy', () => {
  it('groups values in their order, and leaves out those without a key', () => {
    const groups = groupBy(['apple', 'pear', '', 'avocado'], (name) => name[0])
    expect(Array.from(groups)).toEqual([
      ['a', ['apple', 'avocado']],
      ['p', ['pear']],
    ])
  })
})
