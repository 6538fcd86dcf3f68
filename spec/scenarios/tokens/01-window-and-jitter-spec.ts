import { minute, second, transports } from '../../helpers/tokens.js'
import { createWorld } from '../../helpers/world.js'

const life = 30 * minute

describe.each(transports)('token scenario 01: window and jitter, $transport', ({ latency }) => {
  it('a thousand streams renew once each before any token ends, and spread evenly', () => {
    const { clock, calls, another, watch } = createWorld({ issue: () => life, latency })
    const all = Array.from({ length: 1000 }, (_, n) => watch(another(`U${String(n)}`)).seen)
    clock.advance(life - 1)
    expect(all.map((seen) => seen.length)).toEqual(all.map(() => 2))
    const renewals = calls.slice(1000)
    expect(renewals.length).toBe(1000)
    expect(Math.min(...renewals)).toBeGreaterThanOrEqual(life - 6 * minute)
    expect(Math.max(...renewals)).toBeLessThanOrEqual(life - 5 * minute)
    const bySecond = new Map<number, number>()
    for (const at of renewals) bySecond.set(Math.floor(at / second), (bySecond.get(Math.floor(at / second)) ?? 0) + 1)
    expect(Math.max(...bySecond.values())).toBeLessThanOrEqual(50)
  })
})
