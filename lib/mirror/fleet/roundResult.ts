import type { Feed } from '../core/Feed.js'
import { type FeedFailure, FeedsFailed } from '../core/FeedsFailed.js'
import type { BalanceMismatch, MirrorBatch } from '../core/Mirror.js'
import type { DueRound, SuspendedFeed } from './Engine.js'
import { type ErrorJudgement, judgeError } from './judgeError.js'

/** How many milliseconds after a feed was suspended a round reads it again. */
export const retryFeedAfter = 6 * 3_600_000

/**
 * The feeds that a round reads: the configured feeds, except those that are suspended and not due for another attempt. If
 * all are suspended, the round reads all of them.
 */
export const feedsToRead = (
  configuredFeeds: ReadonlyArray<Feed>,
  { suspendedFeeds }: Pick<DueRound, 'suspendedFeeds'>,
): ReadonlyArray<Feed> => {
  const isAside = (feed: Feed) =>
    suspendedFeeds.some((suspended) => suspended.feed === feed && suspended.age < retryFeedAfter)
  const readableFeeds = configuredFeeds.filter((feed) => !isAside(feed))
  return readableFeeds.length > 0 ? readableFeeds : configuredFeeds
}

/** The result of a round. */
export interface RoundResult {
  readonly changed: number
  readonly removed: number
  readonly rejected: number
  readonly failures: ReadonlyArray<FeedFailure>
  /** The uuid of the user, if the answers of the service name it. */
  readonly userUuid: string | undefined
  /** Whether the user was deleted at the service and created again. */
  readonly isUserReplaced: boolean
  /** The balances that the round has proven to differ from their rows. */
  readonly balanceMismatches: ReadonlyArray<BalanceMismatch>
}

/** The result before the first batch. */
export const emptyResult: RoundResult = {
  changed: 0,
  removed: 0,
  rejected: 0,
  failures: [],
  userUuid: undefined,
  isUserReplaced: false,
  balanceMismatches: [],
}

/** Adds a batch, or the feeds that failed, to the result of a round. */
export const addToResult = (result: RoundResult, value: MirrorBatch | FeedsFailed): RoundResult =>
  value instanceof FeedsFailed
    ? { ...result, failures: value.failures }
    : {
        changed: result.changed + value.changedIds.length,
        removed: result.removed + value.removedIds.length,
        rejected: result.rejected + value.rejected.length,
        failures: result.failures,
        userUuid: value.userUuid ?? result.userUuid,
        isUserReplaced: result.isUserReplaced || value.isUserReplaced === true,
        balanceMismatches: [...result.balanceMismatches, ...(value.balanceMismatches ?? [])],
      }

/** A feed that failed, and what its error means. */
interface JudgedFailure extends FeedFailure {
  readonly verdict: ErrorJudgement
}

/** The consequences of the failures of a round's feeds. */
export interface JudgedFeeds {
  /** The feeds to suspended, because another round would fail in the same way. */
  readonly feedsToSuspend: ReadonlyArray<FeedFailure & Pick<SuspendedFeed, 'reason'>>
  /** The error of the feeds that a later round may read; `undefined` if there are no such feeds. */
  readonly retryableError: FeedsFailed | undefined
  /** The shortest wait until the next round, in milliseconds. */
  readonly minWait: number
}

/** A failed comparison never sets its feed aside: the updates of the feed were read. */
const verdictOn = ({ error, isComparison = false }: FeedFailure): ErrorJudgement => {
  const verdict = judgeError(error)
  return isComparison && verdict._tag === 'Poison' ? { _tag: 'Failed', minWait: 0 } : verdict
}

/**
 * Chooses the error of a round that could read no feed: the first error after which a later round may succeed, or else the
 * first one that the service has caused, or else the first.
 */
export const mainError = (failures: ReadonlyArray<FeedFailure>): unknown => {
  const judgedFailures = failures.map(({ error }) => ({ error, verdict: judgeError(error) }))
  const mainFailure =
    judgedFailures.find(({ verdict }) => verdict._tag !== 'Poison') ??
    judgedFailures.find(({ verdict }) => verdict._tag === 'Poison' && verdict.isFromService)
  return (mainFailure ?? judgedFailures[0])?.error
}

/** Judges the failures of a round's feeds. */
export const judgeFeeds = (failures: ReadonlyArray<FeedFailure>): JudgedFeeds => {
  const judgedFailures = failures.map((failure): JudgedFailure => ({ ...failure, verdict: verdictOn(failure) }))
  const feedsToSuspend = judgedFailures.flatMap(({ feed, error, verdict }) =>
    verdict._tag === 'Poison' ? [{ feed, error, reason: verdict.reason }] : [],
  )
  const retryableFailures = judgedFailures.filter(({ verdict }) => verdict._tag !== 'Poison')
  return {
    feedsToSuspend,
    retryableError:
      retryableFailures.length > 0
        ? new FeedsFailed({ failures: retryableFailures.map(({ verdict: _, ...failure }) => failure) })
        : undefined,
    minWait: Math.max(0, ...retryableFailures.map(({ verdict }) => (verdict._tag === 'Failed' ? verdict.minWait : 0))),
  }
}
