import { isRemoved } from '../../../lib/streams/polling/ChangedRow.js'

describe('isRemoved', () => {
  it.each([{ is_deleted: true }, { deleted: true }, { is_deleted: false, deleted: true }])(
    'takes a row for removed that says so: %j',
    (row) => {
      expect(isRemoved(row)).toBe(true)
    },
  )

  it.each([{}, { is_deleted: false }, { is_deleted: null }, { deleted: false }, { deleted: null }])(
    'takes no other row for it: %j',
    (row) => {
      expect(isRemoved(row)).toBe(false)
    },
  )
})
