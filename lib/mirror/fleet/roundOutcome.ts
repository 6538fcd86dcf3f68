import { equalJitter } from '../../http/backoff.js'
import type { Feed } from '../core/Feed.js'
import type { Pace } from './createPace.js'
import type { Streak } from './createStreak.js'
import type { DueRound, RoundEnd } from './Engine.js'
import type { FleetSettings } from './FleetConfig.js'
import type { FleetEventBody } from './FleetEvent.js'
import { judgeRound, type Verdict } from './judgeError.js'
import { errorOfAll, feedRetry, type JudgedFeeds, judgeFeeds, type RoundResult } from './roundResult.js'

/** The wait after the first failed round of a user, unless the interval is shorter. */
const firstWait = 5000

/** How a round ends, and the events that report it. */
export interface RoundOutcome {
  readonly end: RoundEnd
  readonly events: ReadonlyArray<FleetEventBody>
}

/** A round that has run. */
export interface RunRound {
  readonly round: DueRound
  /** The feeds that the round was to read. */
  readonly read: ReadonlyArray<Feed>
  /** When the round began, by the monotonic clock. */
  readonly begunAt: number
}

/** Decides how a round ends. Both record in the streak of the worker whether the round has succeeded. */
export interface OutcomeOfRound {
  /** The outcome of a round whose feeds were read, or some of them. */
  readonly ofResult: (result: RoundResult) => RoundOutcome
  /** The outcome of a round that errored. Throws errors that concern the whole fleet. */
  readonly ofError: (error: unknown) => RoundOutcome
}

type Again = Extract<RoundEnd, { readonly _tag: 'Again' }>

/** Creates the function that decides how the rounds of a worker end. */
export const roundOutcomes =
  ({ clock, every, feeds, random }: Pick<FleetSettings, 'clock' | 'every' | 'feeds' | 'random'>, pace: Pace) =>
  ({ round, read, begunAt }: RunRound, streak: Streak): OutcomeOfRound => {
    const { user, lane, lag, failures } = round
    const interval = round.every ?? every
    const report = () => ({ user, lane, lag, took: clock.monotonic() - begunAt })

    const again = (
      nextInterval: number,
      wait: number,
      failureStreak: number,
      change: Partial<Again> = {},
    ): RoundEnd => ({
      _tag: 'Again',
      wait,
      every: nextInterval,
      failures: failureStreak,
      ...change,
    })

    const retryWait = (min: number): number => {
      const bounds = { minDelay: Math.min(firstWait, every), maxDelay: pace.maxWait() }
      return Math.max(equalJitter(bounds, failures, random), min)
    }

    const failedAndRetried = (error: unknown, minWait: number, change?: Partial<Again>): RoundOutcome => {
      const wait = retryWait(minWait)
      return {
        end: again(interval, wait, failures + 1, change),
        events: [{ _tag: 'RoundFailed', ...report(), error, failures: failures + 1, wait }],
      }
    }

    /**
     * Sets the user aside until `retry`. If the service may mend the cause, sets all feeds of the user aside instead, which
     * are tried again later.
     */
    const setUserAside = (
      { reason, isFromService }: Extract<Verdict, { readonly _tag: 'Poison' }>,
      error: unknown,
    ): RoundOutcome => {
      streak.setAside(user)
      const event = { _tag: 'UserSetAside' as const, ...report(), reason, error }
      if (!isFromService) return { end: { _tag: 'SetAside', reason }, events: [event] }
      const feedsToSetAside = feeds.map((feed) => ({ feed, reason }))
      return {
        end: again(interval, feedRetry, failures + 1, { setAside: feedsToSetAside }),
        events: [{ ...event, wait: feedRetry }],
      }
    }

    const ofError = (error: unknown): RoundOutcome => {
      const verdict = judgeRound(error, failures)
      if (verdict._tag === 'Fatal') throw error
      if (verdict._tag === 'Fenced')
        return { end: again(interval, pace.wait(interval), failures), events: [{ _tag: 'RoundFenced', ...report() }] }
      streak.fail()
      // No round of the worker has succeeded since the user began to fail, so the service may fail for all users.
      const mayConcernAll = streak.isTooLong() || streak.failures() > failures
      if (verdict._tag === 'Poison' && !(verdict.isFromService ? mayConcernAll : streak.isTooLong()))
        return setUserAside(verdict, error)
      return failedAndRetried(error, verdict._tag === 'Failed' ? verdict.minWait : 0)
    }

    /** Sets aside the feeds that failed for good, and readmits those that were read again. */
    const changeFeeds = ({ failures: failedFeeds, isUserReplaced }: RoundResult, { poisoned }: JudgedFeeds) => {
      const wasRead = (feed: Feed) =>
        read.includes(feed) && !failedFeeds.some((one) => one.feed === feed && one.isComparison !== true)
      const readmitted = round.feedsSetAside
        .map(({ feed }) => feed)
        .filter((feed) => wasRead(feed) || (isUserReplaced && !poisoned.some((one) => one.feed === feed)))
      const setAside = poisoned.map(({ feed, reason }) => ({ feed, reason }))
      const change: Partial<Again> = {
        ...(setAside.length > 0 && { setAside }),
        ...(readmitted.length > 0 && { readmitted }),
      }
      const events: ReadonlyArray<FleetEventBody> = [
        ...poisoned.map((one) => ({ _tag: 'FeedSetAside' as const, user, ...one })),
        ...readmitted.map((feed) => ({ _tag: 'FeedReadmitted' as const, user, feed })),
      ]
      return { change, events }
    }

    const succeeded = ({ changed, removed, rejected }: RoundResult, change: Partial<Again>): RoundOutcome => {
      const hasNews = changed + removed > 0
      const nextInterval = lane === 'hurried' && !hasNews ? interval : pace.next(interval, hasNews)
      const wait = pace.wait(nextInterval)
      return {
        end: again(nextInterval, wait, 0, change),
        events: [{ _tag: 'RoundEnded', ...report(), changed, removed, rejected, wait }],
      }
    }

    const ofResult = (result: RoundResult): RoundOutcome => {
      const { userUuid, isUserReplaced } = result
      const replaced: ReadonlyArray<FleetEventBody> =
        isUserReplaced && userUuid !== undefined ? [{ _tag: 'UserReplaced', user, uuid: userUuid }] : []
      const unread = result.failures.filter(({ isComparison }) => isComparison !== true)
      if (unread.length === read.length) {
        // No feed could be read, so the cause is not one feed.
        const { end, events } = ofError(errorOfAll(result.failures))
        return { end, events: [...replaced, ...events] }
      }
      streak.succeed(clock.monotonic())
      const judged = judgeFeeds(result.failures)
      const { change, events: feedEvents } = changeFeeds(result, judged)
      const { end, events } = judged.retryable
        ? failedAndRetried(judged.retryable, judged.minWait, change)
        : succeeded(result, change)
      return { end, events: [...replaced, ...feedEvents, ...events] }
    }

    return { ofResult, ofError }
  }
