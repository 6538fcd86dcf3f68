import { isRemoved } from '../../lib/polling/ChangedRow.js'

describe('isRemoved', () => {
  it('takes a row for removed only if it says so', () => {
    expect(isRemoved({ id: 1, is_deleted: true })).toBe(true)
    expect([{ id: 1 }, { id: 1, is_deleted: false }, { id: 1, is_deleted: null }].map(isRemoved)).toEqual([
      false,
      false,
      false,
    ])
  })
})
