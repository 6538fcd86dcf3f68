import { lineageOf } from '../../../lib/accounts.js'

describe('lineageOf', () => {
  const accounts = [
    { id: '1', lineage: '1', state: 'gone' },
    { id: '81', lineage: '1', state: 'current' },
  ] as const

  it.each([
    [1, '1'],
    [81, '1'],
    ['81', '1'],
  ])('is the first account of the account %p', (id, lineage) => {
    expect(lineageOf({ accounts }, id)).toBe(lineage)
  })

  it('is the account itself if it is not known', () => {
    expect(lineageOf({ accounts }, 82)).toBe('82')
  })
})
