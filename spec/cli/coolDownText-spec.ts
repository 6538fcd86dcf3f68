import { none, some } from 'fp-ts/lib/Option.js'
import { coolDownEnd, coolDownText } from '../../lib/cli/coolDownText.js'
import type { BudgetChanged } from '../../lib/index.js'
import { at } from '../helpers/demoEvents.js'

const event = (fields: Partial<BudgetChanged>, seconds = 0) => ({
  _tag: 'BudgetChanged' as const,
  scope: 'user' as const,
  limit: none,
  per: none,
  remaining: none,
  waiting: 0,
  coolDown: 30_000,
  time: at(seconds),
  ...fields,
})

describe('coolDownText', () => {
  it('names the paused requests, and says for how long, and how many wait', () => {
    expect(coolDownText(event({}))).toBe("the user's requests are paused for 30 s")
    expect(coolDownText(event({ scope: 'application', waiting: 1200, limit: some(60), remaining: some(0) }))).toBe(
      'all requests are paused for 30 s, 1,200 waiting',
    )
    expect(coolDownText(event({ scope: 'authenticate' }))).toBe('the request for a token is paused for 30 s')
  })
})

describe('coolDownUntil', () => {
  it('is the end of a cool-down that was not told yet', () => {
    const end = at(30).getTime()
    expect(coolDownEnd(0, event({}))).toBe(end)
    expect(coolDownEnd(end, event({}, 1))).toBe(at(31).getTime())
  })

  it('is the end that was told, for who waits for it, and for what is no cool-down', () => {
    const end = at(30).getTime()
    expect(coolDownEnd(end, event({ waiting: 1, coolDown: 10_000.7 }, 20))).toBe(end)
    expect(coolDownEnd(end, event({ coolDown: 0 }, 60))).toBe(end)
    expect(coolDownEnd(end, event({ coolDown: 1000 }, 20))).toBe(end)
  })
})
