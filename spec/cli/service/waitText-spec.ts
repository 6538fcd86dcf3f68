import { none, some } from 'fp-ts/lib/Option.js'
import { createWaitText } from '../../../lib/cli/service/waitText.js'
import type { BudgetChanged, ClientEvent } from '../../../lib/index.js'

const budget = (fields: Partial<BudgetChanged>, time = 0): ClientEvent => ({
  _tag: 'BudgetChanged',
  operation: 'transactions.list',
  request: 61,
  time: new Date(time),
  scope: 'user',
  limit: some(60),
  per: some(60_000),
  remaining: some(0),
  waiting: 1,
  coolDown: 0,
  ...fields,
})

describe('createWaitText', () => {
  it.each<[Partial<BudgetChanged>, string]>([
    [{}, "waiting 58 s: the user's limit is 60 requests in 60 s"],
    [
      { scope: 'application', limit: some(2000), per: some(300_000) },
      "waiting 58 s: the application's limit is 2,000 requests in 5 min 0 s",
    ],
    [{ scope: 'authenticate', limit: some(10) }, 'waiting 58 s: the limit for tokens is 10 requests in 60 s'],
    [{ coolDown: 58_000 }, 'waiting 58 s: the service accepts no requests until then'],
    [{ limit: none, per: none }, 'waiting 58 s: the service accepts no requests until then'],
  ])('says how long a request waits, and for which limit: %j', (fields, text) => {
    expect(createWaitText()(budget({ wait: 58_000, ...fields }))).toBe(text)
  })

  it('says nothing about short waits, and about other events', () => {
    const waitText = createWaitText()
    expect(waitText(budget({ wait: 1000 }))).toBeUndefined()
    expect(waitText(budget({ coolDown: 58_000 }))).toBeUndefined()
    expect(
      waitText({
        _tag: 'TokenRenewed',
        operation: 'authenticate',
        request: 1,
        time: new Date(0),
        expires_at: new Date(1),
      }),
    ).toBeUndefined()
  })

  it('describes each wait once, however many requests wait for its end', () => {
    const waitText = createWaitText()
    expect(waitText(budget({ wait: 40_000 }))).toBeDefined()
    expect(waitText(budget({ wait: 40_900 }))).toBeUndefined()
    expect(waitText(budget({ wait: 5000 }, 35_500))).toBeUndefined()
    expect(waitText(budget({ wait: 58_000 }, 41_000))).toBeDefined()
  })
})
