import { areGrouped, groupAccounts } from '../../../lib/ledger/accounts/groupAccounts.js'

const pairs = (...texts: ReadonlyArray<string>) =>
  texts.map((text) => {
    const [from = '', to = ''] = text.split('~')
    return { from, to }
  })
const groups = (ids: ReadonlyArray<string>, ...texts: ReadonlyArray<string>) =>
  groupAccounts(ids, pairs(...texts)).map((group) => Array.from(group).join(' '))

describe('groupAccounts', () => {
  it('has each account once, by the order of ids', () => {
    expect(groups(['10', '9', '9'])).toEqual(['9', '10'])
  })

  it('connects accounts over several pairs, in whatever order these are', () => {
    expect(groups(['1', '2', '3', '4'], '1~2', '2~3')).toEqual(['1 2 3', '4'])
    expect(groups(['1', '2', '3', '4'], '2~3', '1~2')).toEqual(['1 2 3', '4'])
  })

  it('begins with an account that continues no other one, and goes on in the order of the pairs', () => {
    expect(groups(['1', '2', '3'], '3~2', '3~1')).toEqual(['3 2 1'])
    expect(groups(['1', '2', '3'], '1~3', '2~3')).toEqual(['1 3 2'])
  })

  it('groups a circle, and accounts of which it has the pairs only', () => {
    expect(groups([], '2~3', '3~1', '1~2')).toEqual(['1 3 2'])
  })
})

describe('areGrouped', () => {
  it.each([
    ['1', '3', true],
    ['3', '1', true],
    ['1', '4', false],
    ['4', '5', false],
  ])('says of %s and %s: %s', (one, other, expected) => {
    expect(areGrouped(groupAccounts(['4'], pairs('1~2', '2~3')), one, other)).toBe(expected)
  })
})
