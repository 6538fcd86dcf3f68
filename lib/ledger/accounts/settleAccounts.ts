import { compareIds } from '../transfers/OpenRow.js'
import { transferId } from '../transfers/Transfer.js'
import type { AccountDecisions } from './AccountDecisions.js'
import type { AccountCandidate, AccountLink, AccountMatches } from './AccountLink.js'
import { type AccountBook, type AccountComparison, compareAccounts } from './compareAccounts.js'

/** Two accounts that may be one. */
interface AccountPairing extends AccountComparison {
  readonly from: AccountBook
  readonly to: AccountBook
}

/**
 * The accounts of a person.
 *
 * - `gone`: those that only existed before; `alive`: those that exist.
 * - `idsBefore`: the ids of all that existed before.
 */
export interface AccountSides {
  readonly gone: ReadonlyArray<AccountBook>
  readonly alive: ReadonlyArray<AccountBook>
  readonly idsBefore: ReadonlySet<string>
}

/** The rank of what a person accepted: above all others. */
const acceptedRank = 3

const toLink = ({ from, to, evidence, rows }: AccountPairing): AccountLink => ({
  id: transferId(from.id, to.id),
  from: from.id,
  to: to.id,
  evidence,
  rows,
})

const byIds = (one: AccountLink, other: AccountLink): number =>
  compareIds(one.from, other.from) || compareIds(one.to, other.to)

/** Whether both accounts belong to one connection, which lists each account once. */
const areOfOneItem = (one: AccountBook, other: AccountBook): boolean =>
  one.item !== undefined && one.item === other.item

const hasEnd = ({ id }: AccountBook, { from, to }: AccountPairing): boolean => from.id === id || to.id === id

const hasEnds = (one: string, other: string, { from, to }: AccountPairing): boolean =>
  (from.id === one && to.id === other) || (from.id === other && to.id === one)

/** Whether a pair competes with one of a rank. An IBAN that several accounts have proves nothing, whatever else differs. */
const isAsStrong = (pair: AccountPairing, rank: number): boolean =>
  pair.rank >= rank || (rank === 1 && pair.hasSameIban)

/** The pairs whose evidence is the best of one of their accounts. */
const selectBest = (pairs: ReadonlyArray<AccountPairing>): ReadonlyArray<AccountPairing> =>
  pairs.filter((pair) =>
    [pair.from, pair.to].some((end) => pairs.every((other) => !hasEnd(end, other) || other.likeness <= pair.likeness)),
  )

const toCandidates = (
  pairs: ReadonlyArray<AccountPairing>,
  relation: AccountCandidate['relation'],
): ReadonlyArray<AccountCandidate> => {
  const best = selectBest(pairs)
  return best.map((pair) => {
    const others = best.filter((other) => other !== pair && (hasEnd(pair.from, other) || hasEnd(pair.to, other)))
    // A pair without doubts of its own was not the only one.
    const isAmbiguous = others.length > 0 || pair.doubts.length === 0
    return {
      ...toLink(pair),
      relation,
      doubts: isAmbiguous ? ['several', ...pair.doubts] : pair.doubts,
      alternatives: others.map((other) => toLink(other).id).sort(),
    }
  })
}

/** Finds the links, duplicates and candidates among accounts. */
export const settleAccounts = (
  { gone, alive, idsBefore }: AccountSides,
  decisions: AccountDecisions,
): AccountMatches => {
  const accepted = decisions.accepted()
  const goneIds = new Set(gone.map(({ id }) => id))
  const isNew = ({ id }: AccountBook): boolean => !idsBefore.has(id)

  const pair = (from: AccountBook, to: AccountBook): AccountPairing | undefined => {
    const decision = decisions.tagOf(from.id, to.id)
    if (decision === 'Rejected') return undefined
    const comparison = compareAccounts(from, to)
    return comparison && decision === 'Accepted'
      ? { ...comparison, from, to, doubts: [], rank: acceptedRank, evidence: [...comparison.evidence, 'accepted'] }
      : comparison && { ...comparison, from, to }
  }
  /** A pair of accounts that existed at the same time. One connection lists each account once. */
  const pairOfTwins = (from: AccountBook, to: AccountBook): AccountPairing | undefined =>
    areOfOneItem(from, to) && decisions.tagOf(from.id, to.id) !== 'Accepted' ? undefined : pair(from, to)

  const sorted = Array.from(alive).sort(
    (one, other) => Number(isNew(one)) - Number(isNew(other)) || compareIds(one.id, other.id),
  )
  const twins = sorted.flatMap((to, index) => sorted.slice(0, index).flatMap((from) => pairOfTwins(from, to) ?? []))

  const successors = gone.flatMap((from) => {
    const pairs = sorted.flatMap((to) => (isNew(to) ? pair(from, to) : pairOfTwins(from, to)) ?? [])
    // An account that a person said to be continued by one that is gone too has no other successor.
    return accepted.some((decision) => decision.from === from.id && goneIds.has(decision.to)) ? [] : pairs
  })

  const linked = new Set<string>()
  const links: Array<AccountPairing> = []
  const link = (pairing: AccountPairing): void => {
    links.push(pairing)
    linked.add(pairing.from.id).add(pairing.to.id)
  }
  const isOpen = ({ from, to }: AccountPairing): boolean => !linked.has(from.id) && !linked.has(to.id)
  for (const { from, to } of accepted) {
    const pairing = successors.find((other) => hasEnds(from, to, other))
    if (pairing && isOpen(pairing)) link(pairing)
  }

  // An account that existed beside the one that is gone is its successor only if no new account is.
  const hasNewSuccessor = new Set(
    successors.filter(({ to, rank }) => rank > 0 && isNew(to)).map(({ from: { id } }) => id),
  )
  const possible = successors.filter(({ from, to }) => isNew(to) || !hasNewSuccessor.has(from.id))
  /** Whether a new account is as much like an account that still exists, and that is not the one that is gone. */
  const hasOtherTwin = ({ from, to, rank }: AccountPairing): boolean =>
    isNew(to) &&
    twins.some(
      (twin) =>
        hasEnd(to, twin) && !isNew(twin.from) && twin.rank >= rank && !((pairOfTwins(from, twin.from)?.rank ?? 0) > 0),
    )
  for (const rank of [2, 1]) {
    for (const pairing of possible.filter((other) => other.rank === rank)) {
      // What is left over proves nothing: a pair whose account is linked meanwhile is a rival too.
      const rivals = possible.filter(
        (other) => isAsStrong(other, rank) && (hasEnd(pairing.from, other) || hasEnd(pairing.to, other)),
      )
      if (rivals.length === 1 && isOpen(pairing) && !hasOtherTwin(pairing)) link(pairing)
    }
  }

  /** Whether two pairs have a common account, and the two others are of one connection: one pair of them is wrong. */
  const areRivals = (twin: AccountPairing, other: AccountPairing): boolean => {
    if (hasEnd(twin.from, other) === hasEnd(twin.to, other)) return false
    const [shared, replaced] = hasEnd(twin.from, other) ? [twin.from, twin.to] : [twin.to, twin.from]
    return areOfOneItem(replaced, other.from === shared ? other.to : other.from)
  }
  const isOnlyTwin = (twin: AccountPairing): boolean =>
    !twins.some((other) => isAsStrong(other, twin.rank) && areRivals(twin, other))
  const certain = twins.filter((twin) => twin.rank === acceptedRank || (twin.rank > 0 && isOnlyTwin(twin)))
  // Of several accounts that one duplicates, the oldest counts.
  const duplicates = new Map(
    Array.from(certain)
      .reverse()
      .map((twin) => [twin.to.id, twin]),
  )

  return {
    links: links.map(toLink).sort(byIds),
    duplicates: Array.from(duplicates.values(), toLink).sort(byIds),
    candidates: [
      ...toCandidates(
        possible.filter(
          (pairing) => isOpen(pairing) && (isNew(pairing.to) ? pairing.isPlausible : pairing.isPlausibleDuplicate),
        ),
        'successor',
      ),
      ...toCandidates(
        twins.filter(
          (twin) =>
            twin.isPlausibleDuplicate && !certain.includes(twin) && !certain.some((other) => areRivals(twin, other)),
        ),
        'duplicate',
      ),
    ].sort(byIds),
  }
}
