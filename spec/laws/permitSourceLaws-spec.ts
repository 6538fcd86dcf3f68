import { EMPTY, from, map, NEVER } from 'rxjs'
import type { PermitLease, PermitSource, RequestLimit } from '../../lib/index.js'
import { memoryPermits } from '../../lib/node.js'
import { underFakeTime } from '../helpers/underFakeTime.js'
import { permitSourceLaws } from './permitSourceLaws.js'

type Break = (sound: PermitSource, limit: RequestLimit) => PermitSource

/** A sound source whose leases are changed. */
const leasing =
  (change: (lease: PermitLease, limit: RequestLimit) => PermitLease): Break =>
  (sound, limit) => ({ ...sound, lease: (ask) => from(sound.lease(ask)).pipe(map((lease) => change(lease, limit))) })

/** A source over the memory of another limit. */
const withLimit = (change: (limit: RequestLimit) => RequestLimit): Break => {
  const others = new WeakMap<PermitSource, PermitSource>()
  return (sound, limit) => {
    const other = others.get(sound) ?? { ...memoryPermits(change(limit)), limit }
    others.set(sound, other)
    return other
  }
}

/** The ids of slots, which name no lease. */
const bySlot: Break = (sound) => {
  const names = new Map<string, string>()
  const last = new Map<string, string>()
  return {
    ...sound,
    lease: (ask) =>
      from(sound.lease(ask)).pipe(
        map((lease) => ({
          ...lease,
          permits: lease.permits.map((permit) => {
            const slot = `slot ${String(names.size % sound.limit.requests)}`
            names.set(permit, slot)
            last.set(slot, permit)
            return slot
          }),
        })),
      ),
    release: (permits) =>
      sound.release(permits.map(({ permit, ...rest }) => ({ ...rest, permit: last.get(permit) ?? permit }))),
  }
}

const returning =
  (change: (arrivesIn: number | undefined) => number | undefined): Break =>
  (sound) => ({
    ...sound,
    release: (permits) =>
      sound.release(
        permits.map(({ permit, arrivesIn }) => {
          const changed = change(arrivesIn)
          return changed === undefined ? { permit } : { permit, arrivesIn: changed }
        }),
      ),
  })

/** The names of the laws that a source breaks, with what they say. */
const broken = async (wrong: Break): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  for (const { name, check } of permitSourceLaws) {
    let sound: PermitSource | undefined
    const text = await underFakeTime(() => check((limit) => wrong((sound ??= memoryPermits(limit)), limit)))
    if (text !== 'kept') found.set(name, text)
  }
  return found
}

describe('permitSourceLaws', () => {
  it('are kept by a sound source', async () => {
    expect(await broken((sound) => sound)).toEqual(new Map())
  })

  it.each<[string, Break, string]>([
    [
      'has one permit too many',
      withLimit(({ requests, per }) => ({ requests: requests + 1, per })),
      'leases all of its permits, and no more',
    ],
    [
      'has a window that is too short',
      withLimit(({ requests, per }) => ({ requests, per: per * 0.8 })),
      'never exceeds its limit in any window, even if borrowers die',
    ],
    [
      'tells nothing of what is left',
      leasing((lease) => ({ ...lease, remaining: 0 })),
      'reports its limit, and how many permits are left',
    ],
    [
      'is another for each process',
      (_, limit) => memoryPermits(limit),
      'leases no permit twice, even to many callers at once',
    ],
    [
      'keeps nothing for interactive requests',
      (sound) => ({ ...sound, lease: (ask) => sound.lease({ ...ask, priority: 'interactive' }) }),
      'keeps a tenth for interactive requests, but not the only one',
    ],
    [
      'takes spent permits for unspent',
      returning(() => undefined),
      'leases spent permits one window after they are returned',
    ],
    [
      'takes unspent permits for spent',
      returning((ms) => ms ?? 0),
      'leases unspent permits again at once, to any process',
    ],
    ['thinks that all requests have arrived', returning((ms) => ms && 0), 'waits for a request that may still arrive'],
    [
      'leases for no longer than a window',
      (sound) => ({ ...sound, lease: (ask) => sound.lease({ ...ask, hold: 0 }) }),
      'reclaims permits that are never given back',
    ],
    [
      'gets back only what is given back',
      (sound) => ({ ...sound, lease: (ask) => sound.lease({ ...ask, hold: 1e9 }) }),
      'reclaims permits that are never given back',
    ],
    ['names no wait', leasing((lease) => ({ ...lease, wait: 0 })), 'reports a wait after which it leases again'],
    [
      'names a wait that is too short',
      leasing((lease) => ({ ...lease, wait: lease.wait / 2 })),
      'reports a wait after which it leases again',
    ],
    ['gives two leases the same id', bySlot, 'ignores the return of a permit whose hold has ended'],
    [
      'hears of no cool-down',
      (sound) => ({ ...sound, coolDown: () => EMPTY }),
      'leases nothing during a cool-down, and reports it',
    ],
    [
      'does not tell a cool-down',
      leasing((lease) => ({ ...lease, coolDown: 0 })),
      'leases nothing during a cool-down, and reports it',
    ],
  ])('find a source that %s', async (_, wrong, name) => {
    expect(Array.from((await broken(wrong)).keys())).toContain(name)
  })

  it('find a source without a slow start', async () => {
    const start = 'starts slowly after a cool-down, across all processes'
    const sources = new Map<PermitSource, PermitSource>()
    const fast: Break = (sound, limit) => {
      const kept = sources.get(sound)
      if (kept) return kept
      let opens = 0
      const made: PermitSource = {
        ...sound,
        lease: (ask) =>
          performance.now() < opens
            ? [{ permits: [], wait: 1, coolDown: opens - performance.now(), remaining: limit.requests }]
            : sound.lease(ask),
        coolDown: (ms) => {
          opens = Math.max(opens, performance.now() + ms)
          return EMPTY
        },
      }
      sources.set(sound, made)
      return made
    }
    expect(Array.from((await broken(fast)).keys())).toEqual([start])
  })

  it('reject within ten seconds if a source does not end', async () => {
    const found = await broken((sound) => ({ ...sound, lease: () => NEVER }))
    expect(found.size).toBe(permitSourceLaws.length)
    for (const text of found.values()) expect(text).toContain('not within 10 seconds: ')
  })

  it('have names that differ', () => {
    expect(new Set(permitSourceLaws.map(({ name }) => name)).size).toBe(permitSourceLaws.length)
  })
})
