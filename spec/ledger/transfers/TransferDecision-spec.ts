import { isRight } from 'fp-ts/lib/Either.js'
import {
  acceptTransfer,
  rejectTransfer,
  transferDecision,
  withdrawDecision,
} from '../../../lib/ledger/transfers/TransferDecision.js'

const rows = { from: { id: '7' }, to: { id: '12' } }

describe('transferDecision', () => {
  it.each([
    [acceptTransfer(rows), 'Accepted'],
    [rejectTransfer(rows), 'Rejected'],
    [withdrawDecision(rows), 'Withdrawn'],
  ])('reads what was stored as JSON', (decision, _tag) => {
    expect(decision).toEqual({ _tag, from: '7', to: '12' })
    expect(transferDecision.decode(JSON.parse(JSON.stringify(decision)))).toEqual({ _tag: 'Right', right: decision })
  })

  it.each([null, [], {}, { _tag: 'Accepted', from: 7, to: 12 }, { _tag: 'accepted', from: '7', to: '12' }])(
    'refuses %j',
    (stored) => {
      expect(isRight(transferDecision.decode(stored))).toBe(false)
    },
  )
})
