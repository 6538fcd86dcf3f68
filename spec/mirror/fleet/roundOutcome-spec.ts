import { none } from 'fp-ts/lib/Option.js'
import { NEVER, of } from 'rxjs'
import { createVirtualClock, StatusError } from '../../../lib/index.js'
import type { Feed } from '../../../lib/mirror/core/Feed.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { SchemaRefused } from '../../../lib/mirror/core/SchemaRefused.js'
import { StaleFencingToken } from '../../../lib/mirror/core/StaleFencingToken.js'
import type { Pace } from '../../../lib/mirror/fleet/createPace.js'
import { createStreak } from '../../../lib/mirror/fleet/createStreak.js'
import type { DueRound } from '../../../lib/mirror/fleet/Engine.js'
import { roundOutcomes } from '../../../lib/mirror/fleet/roundOutcome.js'
import { emptyResult } from '../../../lib/mirror/fleet/roundResult.js'

const feeds: ReadonlyArray<Feed> = ['items', 'stocks']
const unwritable = new MirrorError({ reason: 'unwritable' })
const full = new MirrorError({ reason: 'full' })

/** A pace whose waits can be told apart: an interval after a round with news, twice as much without, and half to wait. */
const pace: Pace = {
  nextInterval: (before = 0, hasNews) => (hasNews ? 60_000 : 2 * before),
  waitAfter: (interval) => interval / 2,
  firstWait: () => of(0),
  maxWait: () => 3_600_000,
  countRound: () => undefined,
  counting$: NEVER,
}

const start = (change: Partial<DueRound> = {}) => {
  const clock = createVirtualClock()
  const streak = createStreak()
  const round: DueRound = {
    user: 'a',
    uuid: undefined,
    lane: 'scheduled',
    lag: 7,
    every: 100_000,
    failures: 0,
    isSuspended: false,
    suspendedFeeds: [],
    runNow$: NEVER,
    end: () => of(true),
    ...change,
  }
  const outcomeOf = roundOutcomes({ clock, every: 60_000, random: () => 0 }, pace)
  const startedAt = clock.monotonic()
  clock.advance(30)
  return { ...outcomeOf({ round, requestedFeeds: feeds, startedAt }, streak), streak }
}

describe('the outcome of a round', () => {
  it('is the next interval, and the wait of the pace', () => {
    const { outcomeOfResult, streak } = start()
    streak.recordFailure()
    expect(outcomeOfResult({ ...emptyResult, changed: 2 })).toEqual({
      end: { _tag: 'Again', wait: 30_000, every: 60_000, failures: 0 },
      events: [
        {
          _tag: 'RoundEnded',
          user: 'a',
          lane: 'scheduled',
          lag: 7,
          duration: 30,
          changed: 2,
          removed: 0,
          rejected: 0,
          wait: 30_000,
        },
      ],
    })
    expect(streak.failures()).toBe(0)
    expect(outcomeOfResult(emptyResult).end).toMatchObject({ every: 200_000 })
  })

  it('keeps the interval of a user whose immediate round had no news', () => {
    expect(start({ lane: 'immediate' }).outcomeOfResult(emptyResult).end).toMatchObject({ every: 100_000 })
  })

  it('is a failure that is tried again, if a later round may succeed', () => {
    const { outcomeOfError, streak } = start({ failures: 2 })
    const { end, events } = outcomeOfError(full)
    expect(end).toMatchObject({
      _tag: 'Again',
      every: 100_000,
      failures: 3,
      lastError: 'the database cannot be used (full)',
    })
    expect(events).toMatchObject([{ _tag: 'RoundFailed', failures: 3, error: full }])
    expect(streak.failures()).toBe(1)
  })

  it('sets the user aside, if each round would fail in the same way', () => {
    const { outcomeOfError } = start()
    const reason = 'the database cannot store a row'
    expect(outcomeOfError(unwritable)).toMatchObject({
      end: { _tag: 'Suspended', reason },
      events: [{ _tag: 'UserSuspended', reason, error: unwritable }],
    })
  })

  it('sets nobody aside while all users fail', () => {
    const { outcomeOfError, streak } = start()
    for (let failed = 0; failed < 11; failed++) streak.recordFailure()
    expect(outcomeOfError(unwritable).end).toMatchObject({ _tag: 'Again', failures: 1 })
  })

  it('counts no failure, if another process writes the user', () => {
    const { outcomeOfError, streak } = start({ failures: 4 })
    expect(outcomeOfError(new StaleFencingToken({ fence: 1 }))).toMatchObject({
      end: { _tag: 'Again', failures: 4 },
      events: [{ _tag: 'RoundSuperseded' }],
    })
    expect(streak.failures()).toBe(0)
  })

  it('is the error itself, if it concerns the whole fleet', () => {
    const refused = new SchemaRefused({ found: 2, known: 1 })
    expect(() => start().outcomeOfError(refused)).toThrow(refused)
  })

  it('sets a feed aside that fails for good, and resumes one that was read again', () => {
    const suspendedFeeds = [{ feed: 'items' as const, reason: 'old', age: 1e9, isRetried: false }]
    const { end, events } = start({ suspendedFeeds }).outcomeOfResult({
      ...emptyResult,
      failures: [{ feed: 'stocks', error: unwritable }],
    })
    const reason = 'the database cannot store a row'
    expect(end).toMatchObject({ failures: 0, suspended: [{ feed: 'stocks', reason }], resumed: ['items'] })
    expect(events.map(({ _tag }) => _tag)).toEqual(['FeedSuspended', 'FeedResumed', 'RoundEnded'])
  })

  it('suspends the user for six hours at the tenth failure, and resumes a user who was read', () => {
    const refused = new StatusError({
      operation: 'x',
      status: 403,
      page: none,
      retryAfter: none,
      type: none,
      detail: none,
    })
    expect(start({ failures: 9 }).outcomeOfError(refused)).toMatchObject({
      end: { _tag: 'Suspended', failures: 10, wait: 21_600_000 },
      events: [{ _tag: 'UserSuspended', wait: 21_600_000 }],
    })
    const { end, events } = start({ failures: 10, isSuspended: true }).outcomeOfResult(emptyResult)
    expect(end).toMatchObject({ failures: 0, isUserResumed: true })
    expect(events.map(({ _tag }) => _tag)).toEqual(['UserResumed', 'RoundEnded'])
  })

  it('reports balances that differ from their rows, with their user', () => {
    const difference = {
      _tag: 'BalanceMismatch' as const,
      account: '7',
      currency: 'EUR',
      expected: 1n,
      reported: 3n,
      difference: 2n,
      since: new Date(0),
    }
    const { events } = start().outcomeOfResult({ ...emptyResult, balanceMismatches: [difference] })
    expect(events[0]).toEqual({ ...difference, user: 'a' })
    expect(events.map(({ _tag }) => _tag)).toEqual(['BalanceMismatch', 'RoundEnded'])
  })

  it('is that of an error, if no feed could be read', () => {
    const { outcomeOfResult } = start()
    const failures = feeds.map((feed) => ({ feed, error: full }))
    expect(outcomeOfResult({ ...emptyResult, failures }).end).toMatchObject({ _tag: 'Again', failures: 1 })
  })
})
