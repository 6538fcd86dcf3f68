import fc from 'fast-check'
import { isRight } from 'fp-ts/lib/Either.js'
import { decode } from '../../../lib/base/codec/decode.js'
import {
  dismissRecurring,
  recurringDecision,
  restoreRecurring,
} from '../../../lib/ledger/recurring/RecurringDecision.js'

const stream = fc.record({
  id: fc.string(),
  account: fc.string(),
  currency: fc.string(),
  counterparty: fc.string(),
  isIncome: fc.boolean(),
  lastAmount: fc.bigInt({ min: -(10n ** 29n), max: 10n ** 29n }),
})

describe('recurringDecision', () => {
  it('reads what was written as JSON', () => {
    fc.assert(
      fc.property(stream, (one) => {
        for (const decision of [dismissRecurring(one), restoreRecurring(one)])
          expect(decode(recurringDecision, JSON.parse(JSON.stringify(decision)))).toEqual({
            _tag: 'Right',
            right: decision,
          })
      }),
    )
  })

  it.each([{}, null, { _tag: 'Deleted' }, 'x'])('refuses %p', (value) => {
    expect(isRight(decode(recurringDecision, value))).toBe(false)
  })

  it.each(['', '1.5', 'x', '1e9', '9'.repeat(400)])('refuses the amount %p', (minorUnits) => {
    const [one] = fc.sample(stream, 1)
    const decision = one && { ...dismissRecurring(one), minorUnits }
    expect(isRight(decode(recurringDecision, decision))).toBe(false)
  })
})
