import { none, some } from 'fp-ts/lib/Option.js'
import { coolDownText, coolDownUntil } from '../../lib/cli/coolDownText.js'
import type { BudgetChanged } from '../../lib/index.js'
import { at } from '../helpers/demoEvents.js'

const event = (fields: Partial<BudgetChanged>, seconds = 0) => ({
  _tag: 'BudgetChanged' as const,
  scope: 'user' as const,
  limit: none,
  remaining: none,
  waiting: 0,
  coolDown: 30_000,
  time: at(seconds),
  ...fields,
})

describe('coolDownText', () => {
  it('says what is held back, for how long, and how many wait', () => {
    expect(coolDownText(event({}))).toBe("the user's requests are held back for 30 s")
    expect(coolDownText(event({ scope: 'application', waiting: 1200, limit: some(60), remaining: some(0) }))).toBe(
      'all requests are held back for 30 s, 1,200 waiting',
    )
    expect(coolDownText(event({ scope: 'authenticate' }))).toBe('the request for a token is held back for 30 s')
  })
})

describe('coolDownUntil', () => {
  it('is the end of a cool-down that was not told yet', () => {
    const end = at(30).getTime()
    expect(coolDownUntil(0, event({}))).toBe(end)
    expect(coolDownUntil(end, event({}, 1))).toBe(at(31).getTime())
  })

  it('is the end that was told, for who waits for it, and for what is no cool-down', () => {
    const end = at(30).getTime()
    expect(coolDownUntil(end, event({ waiting: 1, coolDown: 10_000.7 }, 20))).toBe(end)
    expect(coolDownUntil(end, event({ coolDown: 0 }, 60))).toBe(end)
    expect(coolDownUntil(end, event({ coolDown: 1000 }, 20))).toBe(end)
  })
})
