import { concatMap, defer, map, type Observable, of, type OperatorFunction } from 'rxjs'
import type { BalanceMismatch } from '../../ledger/balances/BalanceMismatch.js'
import { defaultOverlap } from '../../streams/polling/recentReports.js'
import type { Feed } from '../core/Feed.js'
import type { MirrorBatch } from '../core/Mirror.js'
import type { UserRound } from '../rounds/UserRound.js'
import type { ProvenRound } from './accountSums.js'

/** An operator that adds to the batches of a feed the differences that the round has proven. */
type WithProof = OperatorFunction<MirrorBatch, MirrorBatch>

/**
 * An operator for the batches of each feed of a round. After the last batch of transactions, it compares balances and
 * rows if the round has read all accounts and transactions. It does nothing if the round has changed none of them and
 * no comparison is open.
 */
export const proofOfRound = (
  { config, now, tolerance }: Pick<UserRound, 'config' | 'now' | 'tolerance'>,
  isOpen: boolean,
  prove: (request: Omit<ProvenRound, 'user' | 'fence'>) => Observable<ReadonlyArray<BalanceMismatch>>,
): WithProof => {
  const { overlap = defaultOverlap, since } = config
  const completeFeeds = new Set<Feed>()
  const changedIds: Array<string> = []
  let hasRejected = false
  let isDue = isOpen

  const recordBatch = ({ feed, isLast, rejected, changedIds: changed, removedIds }: MirrorBatch): void => {
    if (feed !== 'accounts' && feed !== 'transactions') return
    hasRejected ||= rejected.length > 0
    isDue ||= changed.length > 0 || removedIds.length > 0
    if (feed === 'transactions') changedIds.push(...changed)
    if (isLast) completeFeeds.add(feed)
  }

  return concatMap((batch) => {
    recordBatch(batch)
    const isEnd = batch.feed === 'transactions' && batch.isLast
    if (!isEnd || !isDue || !completeFeeds.has('accounts')) return of(batch)
    return defer(() => prove({ changedIds, overlap, tolerance, omitsRows: hasRejected, now: now(), since })).pipe(
      map((differences) => (differences.length === 0 ? batch : { ...batch, balanceMismatches: differences })),
    )
  })
}
