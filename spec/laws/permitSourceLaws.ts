import assert from 'node:assert/strict'
import { defer, firstValueFrom, timer } from 'rxjs'
import {
  type PermitLease,
  type PermitRequest,
  type PermitSource,
  type RequestLimit,
  systemClock,
} from '../../lib/index.js'
import { checkLaw } from './checkLaw.js'
import { completion } from './completion.js'

/**
 * A requirement on every source of permits, as a test.
 *
 * - `name`: the requirement, as the name of a test.
 * - `check`: resolves if the source meets the requirement; rejects with an error that says why not, or after ten seconds.
 *   The first call of `open` opens a source that has leased no permits; later calls, with the same limit, open the same source
 *   again, as another process does.
 */
export interface PermitSourceLaw {
  readonly name: string
  readonly check: (open: (limit: RequestLimit) => PermitSource) => Promise<void>
}

const lease = (source: PermitSource, fields: Partial<PermitRequest> = {}): Promise<PermitLease> =>
  firstValueFrom(defer(() => source.lease({ count: 1, priority: 'interactive', hold: 5000, ...fields })))

const pause = (ms: number): Promise<unknown> => firstValueFrom(timer(ms))

/** Repeats the call until permits are leased. */
const leaseEventually = async (
  source: PermitSource,
  fields: Partial<PermitRequest> = {},
): Promise<ReadonlyArray<string>> => {
  for (;;) {
    const { permits } = await lease(source, fields)
    if (permits.length > 0) return permits
    await pause(5)
  }
}

/** Borrows from all sources until this number of permits is leased. */
const leaseAll = async (sources: ReadonlyArray<PermitSource>, count: number, fields: Partial<PermitRequest> = {}) => {
  const all: Array<string> = []
  while (all.length < count) {
    const leases = await Promise.all(sources.flatMap((source) => [lease(source, fields), lease(source, fields)]))
    all.push(...leases.flatMap(({ permits }) => permits))
  }
  return all
}

const assertNoneLeft = async (source: PermitSource): Promise<void> => {
  const { permits, wait } = await lease(source)
  assert.deepEqual(permits, [], 'the source leases more permits than its limit')
  assert.ok(wait > 0, 'the source leases nothing and reports no wait')
}

const assertElapsed = (from: number, ms: number): void => {
  const elapsed = systemClock.monotonic() - from
  assert.ok(elapsed >= ms, `leased again after ${elapsed.toFixed(1)} ms, expected at least ${String(ms)} ms`)
}

/** How long a permit is held, in milliseconds. */
const hold = 60

/** Borrows permits as a client does, and records when each of its requests reaches the service. */
const borrowPermits = async (
  source: PermitSource,
  arrivals: Array<number>,
  maxArrivals: number,
  seed: number,
): Promise<void> => {
  let nextStep = seed
  while (arrivals.length < maxArrivals) {
    const step = nextStep++
    const leasedAt = systemClock.monotonic()
    const { permits, wait } = await lease(source, { count: 1 + (step % 4), hold })
    await pause(step % 3 === 0 ? step % 40 : 0)
    const spent = permits.filter((_, index) => (step + index) % 5 > 0)
    for (const permit of spent) {
      const now = systemClock.monotonic()
      // On a busy machine the hold may have ended: then the permit is another one's.
      if (now - leasedAt >= hold) break
      arrivals.push(now)
      // One in seven permits is never returned, as if the process had died.
      if ((step + arrivals.length) % 7 > 0) await completion(source.release([{ permit, arrivesIn: 0 }]))
    }
    await completion(source.release(permits.filter((permit) => !spent.includes(permit)).map((permit) => ({ permit }))))
    await pause(Math.min(wait, 20))
  }
}

const law = (
  name: string,
  limit: RequestLimit,
  check: (source: PermitSource, openAgain: () => PermitSource) => Promise<void>,
): PermitSourceLaw => ({
  name,
  check: (open) => checkLaw(name, () => check(open(limit), () => open(limit))),
})

const minute = 60_000

/**
 * The requirements on every {@link PermitSource}, as tests for a source of your own. They need no test framework, and take
 * about seven seconds.
 *
 * They do not check whether leases survive a crash of the database: store a lease durably before you emit it.
 *
 * @example
 * import type { PermitSource } from 'rxbank'
 * import { permitSourceLaws } from 'rxbank/node'
 *
 * const forgetful = (left = { permits: 10, leases: 0 }): PermitSource => ({
 *   limit: { requests: 10, per: 60_000 },
 *   lease: async ({ count }) => {
 *     const permits = Array.from({ length: Math.min(count, left.permits) }, () => String(++left.leases))
 *     left.permits -= permits.length // these are never available again
 *     return { permits, wait: 1000, coolDown: 0, remaining: left.permits }
 *   },
 *   release: async () => undefined,
 *   coolDown: async () => undefined,
 * })
 * const [first = assert.fail('there are laws')] = permitSourceLaws
 * await first.check(() => forgetful()) // in a test: it(name, () => check(open))
 */
export const permitSourceLaws: ReadonlyArray<PermitSourceLaw> = [
  law('leases all of its permits, and no more', { requests: 10, per: minute }, async (source) => {
    const { permits, coolDown } = await lease(source, { count: 7 })
    assert.deepEqual([permits.length, coolDown], [7, 0])
    assert.equal((await lease(source, { count: 20 })).permits.length, 3)
    await assertNoneLeft(source)
  }),
  law('reports its limit, and how many permits are left', { requests: 10, per: minute }, async (source) => {
    assert.deepEqual({ ...source.limit }, { requests: 10, per: minute })
    assert.equal((await lease(source, { count: 4 })).remaining, 6)
  }),
  law(
    'leases no permit twice, even to many callers at once',
    { requests: 40, per: minute },
    async (source, openAgain) => {
      const all = await leaseAll([source, openAgain(), source, openAgain()], 40, { count: 3 })
      assert.equal(all.length, 40)
      assert.equal(new Set(all).size, 40)
      await assertNoneLeft(source)
    },
  ),
  law('keeps a tenth for interactive requests, but not the only one', { requests: 20, per: minute }, async (source) => {
    assert.equal((await lease(source, { count: 20, priority: 'background' })).permits.length, 18)
    assert.equal((await lease(source, { priority: 'background' })).permits.length, 0)
    assert.equal((await lease(source, { count: 5 })).permits.length, 2)
  }),
  law('leases the only permit to a background request', { requests: 1, per: minute }, async (source) => {
    assert.equal((await lease(source, { priority: 'background' })).permits.length, 1)
  }),
  law(
    'leases unspent permits again at once, to any process',
    { requests: 5, per: minute },
    async (source, openAgain) => {
      const { permits } = await lease(source, { count: 5 })
      await completion(source.release(permits.slice(0, 2).map((permit) => ({ permit }))))
      const again = await lease(openAgain(), { count: 5 })
      assert.equal(again.permits.length, 2)
      assert.ok(!again.permits.some((permit) => permits.includes(permit)), 'two leases have the same permit id')
    },
  ),
  law(
    'leases spent permits one window after they are returned',
    { requests: 2, per: 200 },
    async (source, openAgain) => {
      const { permits } = await lease(source, { count: 2 })
      const start = systemClock.monotonic()
      await completion(source.release(permits.map((permit) => ({ permit, arrivesIn: 0 }))))
      const again = [...(await leaseEventually(openAgain()))]
      assertElapsed(start, 200)
      again.push(...(await leaseEventually(source)))
      assert.equal(again.length, 2)
    },
  ),
  law('waits for a request that may still arrive', { requests: 1, per: 100 }, async (source) => {
    const [permit = ''] = (await lease(source)).permits
    const start = systemClock.monotonic()
    await completion(source.release([{ permit, arrivesIn: 150 }]))
    await leaseEventually(source)
    assertElapsed(start, 250)
  }),
  law('reclaims permits that are never given back', { requests: 1, per: 100 }, async (source, openAgain) => {
    const start = systemClock.monotonic()
    await lease(source, { hold: 150 })
    await leaseEventually(openAgain())
    assertElapsed(start, 250)
  }),
  law('reports a wait after which it leases again', { requests: 1, per: 100 }, async (source) => {
    const [permit = ''] = (await lease(source)).permits
    await completion(source.release([{ permit, arrivesIn: 0 }]))
    const { permits, wait } = await lease(source)
    assert.ok(permits.length === 0 && wait > 0 && wait <= 100, `${String(wait)} ms in a window of 100`)
    await pause(wait + 2)
    assert.equal((await lease(source)).permits.length, 1)
  }),
  law('ignores the return of a permit whose hold has ended', { requests: 1, per: 100 }, async (source) => {
    const [stale = ''] = (await lease(source, { hold: 0 })).permits
    await leaseEventually(source, { hold: minute })
    await completion(source.release([{ permit: stale }]))
    await assertNoneLeft(source)
  }),
  law('takes a permit back once, and ignores unknown permits', { requests: 1, per: minute }, async (source) => {
    const [permit = ''] = (await lease(source)).permits
    await completion(source.release([{ permit, arrivesIn: 0 }]))
    await completion(source.release([{ permit }, { permit: '' }, { permit: 'nobody' }, { permit: '1.0' }]))
    await assertNoneLeft(source)
  }),
  law('leases nothing during a cool-down, and reports it', { requests: 5, per: minute }, async (source, openAgain) => {
    const start = systemClock.monotonic()
    await completion(source.coolDown(200))
    await completion(openAgain().coolDown(1))
    const { permits, coolDown, wait } = await lease(openAgain())
    if (systemClock.monotonic() - start < 200) {
      assert.ok(permits.length === 0 && coolDown > 0 && coolDown <= 200 && wait > 0, 'the cool-down is not reported')
    }
    await leaseEventually(openAgain())
    assertElapsed(start, 200)
  }),
  law(
    'starts slowly after a cool-down, across all processes',
    { requests: 100, per: minute },
    async (source, openAgain) => {
      const start = systemClock.monotonic()
      const sources = [source, openAgain()]
      await completion(source.coolDown(100))
      let early = 0
      for (let leased = 0; leased < 10;) {
        const leases = await Promise.all(sources.map((permitSource) => lease(permitSource, { count: 20 })))
        const count = leases.flatMap(({ permits }) => permits).length
        leased += count
        if (systemClock.monotonic() - start < 1100) early += count
        await pause(5)
      }
      assert.ok(early <= 5, `${String(early)} permits in the first second`)
    },
  ),
  law(
    'never exceeds its limit in any window, even if borrowers die',
    { requests: 10, per: 200 },
    async (source, openAgain) => {
      const arrivals: Array<number> = []
      await Promise.all(
        [source, openAgain(), openAgain()].map((permitSource, index) =>
          borrowPermits(permitSource, arrivals, 80, index * 11),
        ),
      )
      const windows = arrivals.map((first) => arrivals.filter((at) => at >= first && at < first + 200).length)
      const worst = Math.max(...windows)
      assert.ok(worst <= 10, `${String(worst)} requests in a window with a limit of 10`)
    },
  ),
]
