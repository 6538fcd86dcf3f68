import { toUndefined } from 'fp-ts/lib/Option.js'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import { isTransient } from '../../base/error/isTransient.js'
import type { Feed } from '../core/Feed.js'
import type { BalanceMismatch, MirrorBatch } from '../core/Mirror.js'
import { MirrorError } from '../core/MirrorError.js'
import { SchemaRefused } from '../core/SchemaRefused.js'
import { StaleFencingToken } from '../core/StaleFencingToken.js'
import { type FeedFailure, FeedsFailed } from '../rounds/FeedsFailed.js'
import { describeRoundError } from './describeRoundError.js'
import type { DueRound, SuspendedFeed } from './Engine.js'

/** The consequence of a round's error for its user. */
export type ErrorJudgement =
  /** Another process writes the user. */
  | { readonly _tag: 'Superseded' }
  /** A later round may succeed. `minWait`: the shortest wait until then, in milliseconds. */
  | { readonly _tag: 'Failed'; readonly minWait: number }
  /**
   * Another round would fail in the same way. `isFromService`: a response of the service is the cause. The service may
   * correct it later, or it may be down and respond to all users in this way.
   */
  | { readonly _tag: 'Poison'; readonly reason: string; readonly isFromService: boolean }
  /** The error concerns the fleet, not only this user. */
  | { readonly _tag: 'Fatal' }

const failed = (minWait = 0): ErrorJudgement => ({ _tag: 'Failed', minWait })
const poison = (error: unknown, isFromService = false): ErrorJudgement => ({
  _tag: 'Poison',
  reason: describeRoundError(error),
  isFromService,
})

/**
 * The number of failed rounds in a row after which an error of the service suspends a user. Such an error may concern
 * the application or the service, for example while a secret is changed.
 */
const maxFailuresInARow = 10

/** Whether a response of the service has caused the error. */
const isFromService = ({ _tag }: ClientError): boolean =>
  _tag === 'AuthenticationError' || _tag === 'DecodeError' || _tag === 'PagingError' || _tag === 'StatusError'

const waitOf = (error: ClientError): number => ('retryAfter' in error ? (toUndefined(error.retryAfter) ?? 0) : 0)

/** Judges the error of a round, or of one of its feeds. */
export const judgeError = (error: unknown): ErrorJudgement => {
  if (error instanceof StaleFencingToken) return { _tag: 'Superseded' }
  if (error instanceof SchemaRefused) return { _tag: 'Fatal' }
  if (error instanceof MirrorError) {
    if (error.reason === 'encoding' || error.reason === 'occupied') return { _tag: 'Fatal' }
    return error.reason === 'unwritable' ? poison(error) : failed()
  }
  if (!isClientError(error)) return poison(error)
  if (error._tag === 'DeadlineExceeded' || isTransient(error)) return failed(waitOf(error))
  return poison(error, isFromService(error))
}

/** Judges the error of a round. `failures`: how many rounds of the user had failed in a row before it. */
export const judgeRound = (error: unknown, failures: number): ErrorJudgement => {
  const verdict = judgeError(error)
  const mayRecover = verdict._tag === 'Poison' && verdict.isFromService && failures < maxFailuresInARow - 1
  return mayRecover ? failed() : verdict
}

/** How many milliseconds after a feed, or a user, was suspended a round reads it again. */
export const retryFeedAfter = 6 * 3_600_000

/**
 * The feeds that a round reads: the configured feeds, except those that are suspended and not due for another attempt.
 * If all of them or the user are suspended, the round reads all of them.
 */
export const feedsToRead = (
  configuredFeeds: ReadonlyArray<Feed>,
  { isSuspended, suspendedFeeds }: Pick<DueRound, 'isSuspended' | 'suspendedFeeds'>,
): ReadonlyArray<Feed> => {
  if (isSuspended) return configuredFeeds
  const isLeftOut = (feed: Feed) =>
    suspendedFeeds.some(
      (suspended) => suspended.feed === feed && !suspended.isRetried && suspended.age < retryFeedAfter,
    )
  const readableFeeds = configuredFeeds.filter((feed) => !isLeftOut(feed))
  return readableFeeds.length > 0 ? readableFeeds : configuredFeeds
}

/** The result of a round. */
export interface RoundResult {
  readonly changed: number
  readonly removed: number
  readonly rejected: number
  readonly failures: ReadonlyArray<FeedFailure>
  /** The uuid of the user, if the responses of the service name it. */
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
  /** The feeds to suspend, because another round would fail in the same way. */
  readonly feedsToSuspend: ReadonlyArray<FeedFailure & Pick<SuspendedFeed, 'reason'>>
  /** The error of the feeds that a later round may read; `undefined` if there are no such feeds. */
  readonly retryableError: FeedsFailed | undefined
  /** The shortest wait until the next round, in milliseconds. */
  readonly minWait: number
}

/** A failed comparison never suspends its feed: the updates of the feed were read. */
const verdictOn = ({ error, isComparison = false }: FeedFailure): ErrorJudgement => {
  const verdict = judgeError(error)
  return isComparison && verdict._tag === 'Poison' ? { _tag: 'Failed', minWait: 0 } : verdict
}

/**
 * Chooses the error of a round that could read no feed: the first error after which a later round may succeed. If there
 * is none, the first error that the service has caused, or else the first error.
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
