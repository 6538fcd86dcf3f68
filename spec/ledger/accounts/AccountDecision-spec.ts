import { isRight } from 'fp-ts/lib/Either.js'
import { ConfigError } from '../../../lib/index.js'
import {
  acceptAccount,
  accountDecision,
  rejectAccount,
  withdrawAccount,
} from '../../../lib/ledger/accounts/AccountDecision.js'

const pair = { from: 7, to: '12' }

describe('accountDecision', () => {
  it.each([
    [acceptAccount(pair), 'Accepted'],
    [rejectAccount(pair), 'Rejected'],
    [withdrawAccount(pair), 'Withdrawn'],
  ])('reads what was stored as JSON', (decision, _tag) => {
    expect(decision).toEqual({ _tag, from: '7', to: '12' })
    expect(accountDecision.decode(JSON.parse(JSON.stringify(decision)))).toEqual({ _tag: 'Right', right: decision })
  })

  it.each([null, [], {}, { _tag: 'Accepted', from: 7, to: 12 }, { _tag: 'accepted', from: '7', to: '12' }])(
    'refuses %j',
    (stored) => {
      expect(isRight(accountDecision.decode(stored))).toBe(false)
    },
  )
})

describe('acceptAccount', () => {
  it('refuses an account and itself', () => {
    expect(() => acceptAccount({ from: 7, to: '7' })).toThrow(ConfigError)
  })
})
