import type { AccessToken } from '../../lib/model/AccessToken.js'
import { token } from '../helpers/responses.js'
import { hour, minute, nameOf, second, service, tokensOver, transports, type World, world } from '../helpers/tokens.js'
import { randomFrom } from '../helpers/watching.js'

const day = 24 * hour

/** A service with a right clock, which issues tokens for an hour, and says what time it is or not. */
const rightService = ({ clock, serverTime }: World, latency: number, says: 'Date' | 'nothing' = 'Date') => {
  const ends = new Map<string, number>()
  const { http, calls, counts } = service(clock, latency, (call) => {
    const end = serverTime() + hour
    ends.set(`T${String(call)}`, end)
    const date = { date: new Date(serverTime()).toUTCString() }
    return token(`T${String(call)}`, end, says === 'Date' ? date : {})
  })
  const isDead = (issued: AccessToken): boolean => (ends.get(nameOf(issued)) ?? 0) <= serverTime()
  return { http, calls, counts, isDead }
}

/** The most calls in any ten minutes. */
const busiest = (calls: ReadonlyArray<number>): number =>
  Math.max(...calls.map((first) => calls.filter((call) => call >= first && call < first + 10 * minute).length))

describe.each(transports)('accessTokens, with clocks that are wrong, over a transport that is $transport', (given) => {
  const { latency } = given

  it.each([
    { wrong: 'an hour fast', offset: hour },
    { wrong: 'an hour slow', offset: -hour },
    { wrong: 'a day fast', offset: day },
    { wrong: 'a day slow', offset: -day },
    { wrong: 'right', offset: 0 },
  ])('scenario 5: the machine’s clock is $wrong, the service says what time it is', ({ offset }) => {
    const machine = world(offset)
    const { http, calls, isDead } = rightService(machine, latency)
    const tokens = tokensOver(http, { clock: machine.clock, random: randomFrom(5) })
    tokens.token$.subscribe()
    let [served, dead] = [0, 0]
    for (let n = 0; n < 1440; n++) {
      tokens.take(minute).subscribe((issued) => {
        served++
        if (isDead(issued)) dead++
      })
      machine.clock.advance(10 * second)
    }
    expect([served, dead]).toEqual([1440, 0])
    expect(calls.length).toBeGreaterThanOrEqual(4)
    expect(calls.length).toBeLessThanOrEqual(6)
  })

  it.each([
    { wrong: 'an hour fast', offset: hour, expected: 'few calls in vain' },
    { wrong: 'an hour slow', offset: -hour, expected: 'every token replaced when it is refused' },
    { wrong: 'a day fast', offset: day, expected: 'few calls in vain' },
  ])('scenario 5: the machine’s clock is $wrong, nobody says so: $expected', ({ offset }) => {
    const machine = world(offset)
    const { http, calls, isDead } = rightService(machine, latency, 'nothing')
    const tokens = tokensOver(http, { clock: machine.clock, random: randomFrom(5) })
    tokens.token$.subscribe()
    const failures = new Set<string>()
    let refused = 0
    for (let n = 0; n < 1440; n++) {
      tokens.take(5 * second).subscribe({
        next: (issued) => isDead(issued) && tokens.refuse(issued) && refused++,
        error: (error: unknown) => failures.add(String(error)),
      })
      machine.clock.advance(10 * second)
    }
    expect(busiest(calls)).toBeLessThanOrEqual(26)
    expect(refused).toBe(offset < 0 ? 3 : 0)
    expect([...failures]).toEqual(offset < 0 ? [] : [expect.stringMatching(/not fresher.*; check the clock$/)])
  })

  it('scenario 12: after a sleep a dead token is neither handed out nor emitted, and is replaced within a tick', () => {
    const machine = world()
    const { clock, sleep } = machine
    const { http, calls, isDead } = rightService(machine, latency)
    const tokens = tokensOver(http, { clock })
    const seen: Array<string> = []
    let dead = 0
    const note = (issued: AccessToken) => {
      seen.push(nameOf(issued))
      if (isDead(issued)) dead++
    }
    tokens.token$.subscribe(note)
    clock.advance(minute)
    sleep(8 * hour)
    tokens.token$.subscribe(note)
    clock.advance(30 * second)
    expect(calls.length).toBe(2)
    clock.advance(second)
    expect([seen, dead]).toEqual([['T1', 'T2', 'T2'], 0])
    sleep(8 * hour)
    tokens.take(minute).subscribe(note)
    clock.advance(latency)
    expect([seen.slice(3), dead]).toEqual([['T3', 'T3', 'T3'], 0])
  })

  it('scenario 15: the clock is set back, and the token is renewed on time by the one that never goes back', () => {
    const machine = world()
    const { clock } = machine
    const { http, calls, isDead } = rightService(machine, latency)
    const tokens = tokensOver(http, { clock })
    tokens.token$.subscribe()
    clock.advance(second)
    clock.stepWall(-3 * hour)
    let dead = 0
    for (let n = 0; n < 61; n++) {
      tokens.take(minute).subscribe((issued) => {
        if (isDead(issued)) dead++
      })
      clock.advance(minute)
    }
    expect([calls.length, dead]).toEqual([2, 0])
    expect(calls[1]).toBeLessThanOrEqual(55 * minute)
  })

  it('scenario 15: the clock is set forward five times, which costs one call at most and does not go on', () => {
    const machine = world()
    const { clock } = machine
    const { http, calls, isDead } = rightService(machine, latency)
    const tokens = tokensOver(http, { clock })
    tokens.token$.subscribe()
    clock.advance(second)
    for (let n = 0; n < 5; n++) {
      clock.stepWall(10 * minute)
      clock.advance(minute)
    }
    let dead = 0
    for (let n = 0; n < 240; n++) {
      tokens.take(minute).subscribe((issued) => {
        if (isDead(issued)) dead++
      })
      clock.advance(minute)
    }
    expect(dead).toBe(0)
    expect(calls.length).toBeLessThanOrEqual(1 + 1 + 4)
  })
})

describe('accessTokens, when the machine sleeps during an authentication', () => {
  it('scenario 13: a call that hangs is given up and made again', () => {
    const { clock, sleep } = world()
    const { http, calls, counts } = service(clock, 0, (call) => token(`T${String(call)}`, clock.wall() + hour))
    const hanging = service(clock, day, () => token('never', 0))
    const tokens = tokensOver((request) => (hanging.calls.length === 0 ? hanging : { http }).http(request), { clock })
    const seen: Array<string> = []
    tokens.token$.subscribe((issued) => seen.push(nameOf(issued)))
    clock.advance(second)
    sleep(hour)
    clock.advance(31 * second)
    expect([hanging.counts.aborted, calls, counts.answered, seen]).toEqual([1, [30_750], 1, ['T1']])
  })

  it('a token that was issued before the sleep and comes after it is dead, and another is asked for', () => {
    const machine = world()
    const { clock, sleep } = machine
    const { http, calls, isDead } = rightService(machine, 2 * second)
    const tokens = tokensOver(http, { clock })
    const seen: Array<AccessToken> = []
    tokens.token$.subscribe((issued) => seen.push(issued))
    clock.advance(second)
    sleep(8 * hour)
    clock.advance(10 * second)
    expect(seen.map((issued) => [nameOf(issued), isDead(issued)])).toEqual([['T2', false]])
    expect(calls).toEqual([0, 2750])
  })
})
