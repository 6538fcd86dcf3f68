import { equalJitter } from '../../http/backoff.js'
import type { Feed } from '../core/Feed.js'
import type { Pace } from './createPace.js'
import type { Streak } from './createStreak.js'
import { describeRoundError } from './describeRoundError.js'
import type { DueRound, RoundEnd } from './Engine.js'
import type { FleetSettings } from './FleetConfig.js'
import type { FleetEventBody } from './FleetEvent.js'
import {
  type ErrorJudgement,
  type JudgedFeeds,
  judgeFeeds,
  judgeRound,
  mainError,
  retryFeedAfter,
  type RoundResult,
} from './roundResult.js'

/** The wait after the first failed round of a user, unless the interval is shorter. */
const firstRetryWait = 5000

/** How a round ends, and the events that report it. */
export interface RoundOutcome {
  readonly end: RoundEnd
  readonly events: ReadonlyArray<FleetEventBody>
}

/** A round that has run. */
export interface CompletedRound {
  readonly round: DueRound
  /** The feeds that the round was to read. */
  readonly requestedFeeds: ReadonlyArray<Feed>
  /** When the round began, by the monotonic clock. */
  readonly startedAt: number
}

/** Decide how a round ends. Both functions record in the streak of the worker whether the round has succeeded. */
export interface OutcomeFunctions {
  /** The outcome of a round that completed, or errored with `FeedsFailed`. */
  readonly outcomeOfResult: (result: RoundResult) => RoundOutcome
  /** The outcome of a round that errored otherwise. Throws errors that concern the fleet. */
  readonly outcomeOfError: (error: unknown) => RoundOutcome
}

type Again = Extract<RoundEnd, { readonly _tag: 'Again' }>

/** Creates the function that decides how the rounds of a worker end. */
export const roundOutcomes =
  ({ clock, every, random }: Pick<FleetSettings, 'clock' | 'every' | 'random'>, pace: Pace) =>
  ({ round, requestedFeeds, startedAt }: CompletedRound, streak: Streak): OutcomeFunctions => {
    const { user, lane, lag, failures } = round
    const interval = round.every ?? every
    const roundFields = () => ({ user, lane, lag, duration: clock.monotonic() - startedAt })

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
      const bounds = { minDelay: Math.min(firstRetryWait, every), maxDelay: pace.maxWait() }
      return Math.max(equalJitter(bounds, failures, random), min)
    }

    const failRound = (error: unknown, minWait: number, change?: Partial<Again>): RoundOutcome => {
      const wait = retryWait(minWait)
      return {
        end: again(interval, wait, failures + 1, { ...change, lastError: describeRoundError(error) }),
        events: [{ _tag: 'RoundFailed', ...roundFields(), error, failures: failures + 1, wait }],
      }
    }

    /** Suspends the user: until `retry`, or for a time if the service may remove the cause. */
    const suspendUser = (
      { reason, isFromService }: Extract<ErrorJudgement, { readonly _tag: 'Poison' }>,
      error: unknown,
    ): RoundOutcome => {
      streak.recordSuspension(user)
      const suspension = { reason, ...(isFromService && { wait: retryFeedAfter }) }
      return {
        end: { _tag: 'Suspended', failures: failures + 1, ...suspension },
        events: [{ _tag: 'UserSuspended', ...roundFields(), ...suspension, error }],
      }
    }

    const outcomeOfError = (error: unknown): RoundOutcome => {
      const verdict = judgeRound(error, failures)
      if (verdict._tag === 'Fatal') throw error
      if (verdict._tag === 'Superseded')
        return {
          end: again(interval, pace.waitAfter(interval), failures),
          events: [{ _tag: 'RoundSuperseded', ...roundFields() }],
        }
      streak.recordFailure()
      // No round of the worker has succeeded since the user began to fail, so the service may fail for all users.
      const mayConcernAll = streak.isTooLong() || streak.failures() > failures
      if (verdict._tag === 'Poison' && !(verdict.isFromService ? mayConcernAll : streak.isTooLong()))
        return suspendUser(verdict, error)
      return failRound(error, verdict._tag === 'Failed' ? verdict.minWait : 0)
    }

    /** Suspends feeds that would fail again, and resumes the user, and suspended feeds that were read. */
    const changeFeeds = ({ failures: failedFeeds, isUserReplaced }: RoundResult, { feedsToSuspend }: JudgedFeeds) => {
      const wasRead = (feed: Feed) =>
        requestedFeeds.includes(feed) &&
        !failedFeeds.some((failure) => failure.feed === feed && failure.isComparison !== true)
      const resumed = round.suspendedFeeds
        .map(({ feed }) => feed)
        .filter((feed) => wasRead(feed) || (isUserReplaced && !feedsToSuspend.some((failure) => failure.feed === feed)))
      const suspended = feedsToSuspend.map(({ feed, reason }) => ({ feed, reason }))
      const change: Partial<Again> = {
        ...(suspended.length > 0 && { suspended }),
        ...(resumed.length > 0 && { resumed }),
        ...(round.isSuspended && { isUserResumed: true }),
      }
      const events: ReadonlyArray<FleetEventBody> = [
        ...(round.isSuspended ? [{ _tag: 'UserResumed' as const, user }] : []),
        ...feedsToSuspend.map((failure) => ({ _tag: 'FeedSuspended' as const, user, ...failure })),
        ...resumed.map((feed) => ({ _tag: 'FeedResumed' as const, user, feed })),
      ]
      return { change, events }
    }

    const completeRound = ({ changed, removed, rejected }: RoundResult, change: Partial<Again>): RoundOutcome => {
      const hasChanges = changed + removed > 0
      const nextInterval = lane === 'immediate' && !hasChanges ? interval : pace.nextInterval(interval, hasChanges)
      const wait = pace.waitAfter(nextInterval)
      return {
        end: again(nextInterval, wait, 0, change),
        events: [{ _tag: 'RoundEnded', ...roundFields(), changed, removed, rejected, wait }],
      }
    }

    const outcomeOfResult = (result: RoundResult): RoundOutcome => {
      const { userUuid, isUserReplaced } = result
      const replacementEvents: ReadonlyArray<FleetEventBody> =
        isUserReplaced && userUuid !== undefined ? [{ _tag: 'UserReplaced', user, uuid: userUuid }] : []
      const differences = result.balanceMismatches.map((difference) => ({ ...difference, user }))
      const unreadFeeds = result.failures.filter(({ isComparison }) => isComparison !== true)
      if (unreadFeeds.length === requestedFeeds.length) {
        // No feed could be read, so the cause is not one feed.
        const { end, events } = outcomeOfError(mainError(result.failures))
        return { end, events: [...replacementEvents, ...events] }
      }
      streak.recordSuccess(clock.monotonic())
      const judgedFeeds = judgeFeeds(result.failures)
      const { change, events: feedEvents } = changeFeeds(result, judgedFeeds)
      const { end, events } = judgedFeeds.retryableError
        ? failRound(judgedFeeds.retryableError, judgedFeeds.minWait, change)
        : completeRound(result, change)
      return { end, events: [...replacementEvents, ...differences, ...feedEvents, ...events] }
    }

    return { outcomeOfResult, outcomeOfError }
  }
