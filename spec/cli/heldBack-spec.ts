import { none, some } from 'fp-ts/lib/Option.js'
import { heldBack, quietUntil } from '../../lib/cli/heldBack.js'
import type { BudgetChanged } from '../../lib/index.js'
import { at } from '../helpers/demoEvents.js'

const event = (fields: Partial<BudgetChanged>, seconds = 0) => ({
  _tag: 'BudgetChanged' as const,
  scope: 'user' as const,
  limit: none,
  remaining: none,
  waiting: 0,
  quiet: 30_000,
  time: at(seconds),
  ...fields,
})

describe('heldBack', () => {
  it('says what is held back, for how long, and how many wait', () => {
    expect(heldBack(event({}))).toBe("the user's requests are held back for 30 s")
    expect(heldBack(event({ scope: 'application', waiting: 1200, limit: some(60), remaining: some(0) }))).toBe(
      'all requests are held back for 30 s, 1,200 waiting',
    )
    expect(heldBack(event({ scope: 'authenticate' }))).toBe('the request for a token is held back for 30 s')
  })
})

describe('quietUntil', () => {
  it('is the end of a quiet that was not told yet', () => {
    const end = at(30).getTime()
    expect(quietUntil(0, event({}))).toBe(end)
    expect(quietUntil(end, event({}, 1))).toBe(at(31).getTime())
  })

  it('is the end that was told, for who waits for it, and for what is no quiet', () => {
    const end = at(30).getTime()
    expect(quietUntil(end, event({ waiting: 1, quiet: 10_000.7 }, 20))).toBe(end)
    expect(quietUntil(end, event({ quiet: 0 }, 60))).toBe(end)
    expect(quietUntil(end, event({ quiet: 1000 }, 20))).toBe(end)
  })
})
