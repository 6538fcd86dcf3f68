import { redact } from '../../../lib/base/Redacted.js'
import { createMachine } from '../world/machine.js'
import type { Person } from '../world/Person.js'
import type { Moment } from '../world/Sent.js'
import type { World } from '../world/World.js'
import { liveTokens } from './liveTokens.js'

const hour = 3_600_000
const start = Date.UTC(2026, 0, 5)

const setUp = () => {
  const machine = createMachine(start, 0)
  const wrongs: Array<string> = []
  const observer = liveTokens.watch({ machine } as World, (what) => wrongs.push(what))
  const person = {} as Person
  const at = (): Moment => ({
    wall: machine.clock().wall(),
    monotonic: machine.clock().monotonic(),
    now: machine.now(),
    known: machine.known().passed(),
  })
  return {
    machine,
    wrongs,
    issue: (token: string, life: number) => {
      const reported = machine.now()
      observer.issued?.({
        person,
        token,
        asked: at(),
        answered: at(),
        expiresAt: reported + life,
        reported,
        isTrue: true,
      })
    },
    give: (token: string) => observer.token?.(person, { access_token: redact(token) } as never),
  }
}

describe('liveTokens', () => {
  it('knows a token while it lives, however many were issued since', () => {
    const { issue, give, machine, wrongs } = setUp()
    issue('first', 2 * hour)
    for (let n = 0; n < 9; n++) issue(`dead ${String(n)}`, 0)
    machine.advance(hour)
    give('first')
    expect(wrongs).toEqual([])
  })

  it('tells a token that is dead, and one that was never issued', () => {
    const { issue, give, machine, wrongs } = setUp()
    issue('first', hour)
    machine.advance(2 * hour)
    give('first')
    give('other')
    expect(wrongs).toEqual([
      expect.stringContaining('dead by the wall clock'),
      expect.stringContaining('dead by the monotonic clock'),
      expect.stringContaining('dead for'),
      expect.stringContaining('did not issue'),
    ])
  })
})
