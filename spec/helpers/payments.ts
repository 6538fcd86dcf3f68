import fc from 'fast-check'
import type { PostableRow } from '../../lib/service/model/MatchFields.js'

/** A payment of 4.99 to one merchant, from one account. */
export const payment = (id: number, fields: Partial<PostableRow> = {}) => ({
  id,
  account_id: 7,
  currency_code: 'EUR',
  amount: -4.99,
  date: '2023-04-20',
  description: 'Spotify',
  ...fields,
})

/** Rows of a few accounts, amounts, days and texts, so that many are alike; their ids are given later. */
const likelyRow = fc.record({
  account_id: fc.constantFrom(7, 8),
  currency_code: fc.constantFrom('EUR', 'EUR', 'GBP'),
  amount: fc.constantFrom(-4.99, -5, -5.2, 4.99, 0),
  date: fc.constantFrom('2023-04-20', '2023-04-21', '2023-04-28', '2023-05-20'),
  description: fc.constantFrom('Spotify', 'Spotify AB', 'Deezer', '', null),
})

/** Some removed and some added rows, of ids that differ. */
export const removedAndAdded = fc
  .tuple(fc.array(likelyRow, { maxLength: 8 }), fc.array(likelyRow, { maxLength: 8 }))
  .map(([removed, added]) => ({
    removed: removed.map((row, index) => ({ ...row, id: 1 + index })),
    added: added.map((row, index) => ({ ...row, id: 101 + index })),
  }))

/** Settings of the rule, from the strict to those that link nearly anything. */
export const rules = fc.record({
  days: fc.constantFrom(0, 1, 7, 366),
  tolerance: fc.constantFrom(0, 0.05, 1),
  similarity: fc.constantFrom(0, 0.5, 1),
})
