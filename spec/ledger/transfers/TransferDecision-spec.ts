import { isRight } from 'fp-ts/lib/Either.js'
import { ConfigError } from '../../../lib/index.js'
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

describe('acceptTransfer', () => {
  const from = { id: '7', account: '1', minorUnits: -5n }
  const to = { id: '12', account: '2', minorUnits: 4n }

  it.each([
    ['a row and itself', { from: { id: '7' }, to: { id: '7' } }, 'another row'],
    ['two rows of one account', { from, to: { ...to, account: '1' } }, 'another account'],
    ['two debits', { from, to: { ...to, minorUnits: -4n } }, 'a credit'],
    ['two credits', { from: { ...from, minorUnits: 5n }, to }, 'a credit'],
  ])('refuses %s', (_, pair, message) => {
    expect(() => acceptTransfer(pair)).toThrow(ConfigError)
    expect(() => acceptTransfer(pair)).toThrow(message)
    expect(rejectTransfer(pair)._tag).toBe('Rejected')
  })

  it('accepts other amounts, in either order, and rows of which only the id is given', () => {
    expect(acceptTransfer({ from, to })._tag).toBe('Accepted')
    expect(acceptTransfer({ from: to, to: from })._tag).toBe('Accepted')
    expect(acceptTransfer({ from, to: { id: '12' } })._tag).toBe('Accepted')
  })
})
