import { compareIds } from '../transfers/OpenRow.js'
import { transferId } from '../transfers/Transfer.js'
import type { AccountDecisions } from './AccountDecisions.js'
import type { AccountCandidate, AccountLink, AccountMatches } from './AccountLink.js'
import { type AccountBook, type AccountComparison, compareAccounts, haveDifferentNumbers } from './compareAccounts.js'
import { areGrouped, groupAccounts } from './groupAccounts.js'

/** Two accounts that may be one. */
interface AccountPairing extends AccountComparison {
  readonly id: string
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

const toLink = ({ id, from, to, evidence, rows }: AccountPairing): AccountLink => ({
  id,
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

/** Pairs by the ids of both accounts. */
class PairIndex {
  private readonly byId = new Map<string, Array<AccountPairing>>()

  constructor(pairs: ReadonlyArray<AccountPairing>) {
    for (const pair of pairs) {
      for (const { id } of [pair.from, pair.to]) {
        const group = this.byId.get(id)
        if (group) group.push(pair)
        else this.byId.set(id, [pair])
      }
    }
  }

  of({ id }: AccountBook): ReadonlyArray<AccountPairing> {
    return this.byId.get(id) ?? []
  }

  /** The other pairs that have one of the two accounts. */
  others(pair: AccountPairing): ReadonlyArray<AccountPairing> {
    return [...this.of(pair.from), ...this.of(pair.to)].filter((other) => other !== pair)
  }
}

/** The pairs whose evidence is the best of one of their accounts. */
const selectBest = (pairs: ReadonlyArray<AccountPairing>): ReadonlyArray<AccountPairing> => {
  const best = new Map<string, number>()
  for (const { from, to, likeness } of pairs)
    for (const { id } of [from, to]) best.set(id, Math.max(best.get(id) ?? 0, likeness))
  return pairs.filter(({ from, to, likeness }) => [from, to].some(({ id }) => best.get(id) === likeness))
}

const toCandidates = (
  successors: ReadonlyArray<AccountPairing>,
  duplicates: ReadonlyArray<AccountPairing>,
): ReadonlyArray<AccountCandidate> => {
  const areSuccessors = new Set(selectBest(successors))
  const pairs = [...areSuccessors, ...selectBest(duplicates)]
  const index = new PairIndex(pairs)
  return pairs.map((pair) => {
    const alternatives = index.others(pair).map(({ id }) => id)
    // A pair without doubts of its own was not the only one.
    const isAmbiguous = alternatives.length > 0 || pair.doubts.length === 0
    return {
      ...toLink(pair),
      relation: areSuccessors.has(pair) ? 'successor' : 'duplicate',
      doubts: isAmbiguous ? ['several', ...pair.doubts] : pair.doubts,
      alternatives: alternatives.sort(),
    }
  })
}

/** Groups the accounts of pairs. */
const groupPairs = (pairs: ReadonlyArray<AccountPairing>): ReadonlyArray<ReadonlySet<string>> =>
  groupAccounts([], pairs.map(toLink))

/** Leaves out pairs of accounts that earlier pairs connect. */
const withoutCircles = (pairs: ReadonlyArray<AccountPairing>): ReadonlyArray<AccountPairing> =>
  pairs.reduce<ReadonlyArray<AccountPairing>>(
    (rest, pair) => (areGrouped(groupPairs(rest), pair.from.id, pair.to.id) ? rest : [...rest, pair]),
    [],
  )

/**
 * Directs pairs that connect accounts without a circle away from the oldest account of each group, so that each account
 * duplicates at most one.
 */
const directPairs = (
  pairs: ReadonlyArray<AccountPairing>,
  oldestFirst: ReadonlyArray<AccountBook>,
): ReadonlyArray<AccountPairing> => {
  const index = new PairIndex(pairs)
  const reached = new Set<string>()
  const directed: Array<AccountPairing> = []
  for (const oldest of oldestFirst) {
    if (reached.has(oldest.id)) continue
    reached.add(oldest.id)
    const open = [oldest]
    for (const from of open) {
      for (const pair of index.of(from)) {
        const to = pair.from === from ? pair.to : pair.from
        if (reached.has(to.id)) continue
        reached.add(to.id)
        open.push(to)
        directed.push({ ...pair, id: transferId(from.id, to.id), from, to })
      }
    }
  }
  return directed
}

/** Finds the links, duplicates and candidates among accounts. */
export const settleAccounts = (
  { gone, alive, idsBefore }: AccountSides,
  decisions: AccountDecisions,
): AccountMatches => {
  const goneIds = new Set(gone.map(({ id }) => id))
  const isNew = ({ id }: AccountBook): boolean => !idsBefore.has(id)

  const pair = (from: AccountBook, to: AccountBook): AccountPairing | undefined => {
    const decision = decisions.tagOf(from.id, to.id)
    if (decision === 'Rejected') return undefined
    const comparison = compareAccounts(from, to)
    if (!comparison) return undefined
    const pairing = { ...comparison, id: transferId(from.id, to.id), from, to }
    return decision === 'Accepted'
      ? { ...pairing, doubts: [], evidence: [...comparison.evidence, 'accepted'] }
      : pairing
  }
  const books = new Map([...gone, ...alive].map((book) => [book.id, book]))
  const accepted = decisions.accepted().filter((decision) => {
    const [from, to] = [books.get(decision.from), books.get(decision.to)]
    return !from || !to || pair(from, to) !== undefined
  })
  /** A pair of accounts that existed at the same time. One connection lists each account once. */
  const pairOfTwins = (from: AccountBook, to: AccountBook): AccountPairing | undefined =>
    areOfOneItem(from, to) && decisions.tagOf(from.id, to.id) !== 'Accepted' ? undefined : pair(from, to)

  const sorted = Array.from(alive).sort(
    (one, other) => Number(isNew(one)) - Number(isNew(other)) || compareIds(one.id, other.id),
  )
  const twins = sorted.flatMap((to, index) => sorted.slice(0, index).flatMap((from) => pairOfTwins(from, to) ?? []))
  const twinsOf = new PairIndex(twins)

  /** Whether two accounts cannot be one: a connection lists each account once, a person said so, or their numbers differ. */
  const areDistinct = (one: AccountBook, other: AccountBook): boolean =>
    areOfOneItem(one, other) || decisions.tagOf(one.id, other.id) === 'Rejected' || haveDifferentNumbers(one, other)
  /** Whether two pairs have a common account, and the two others are distinct: one pair of them is wrong. */
  const areRivals = (twin: AccountPairing, other: AccountPairing): boolean => {
    if (hasEnd(twin.from, other) === hasEnd(twin.to, other)) return false
    const [shared, replaced] = hasEnd(twin.from, other) ? [twin.from, twin.to] : [twin.to, twin.from]
    return areDistinct(replaced, other.from === shared ? other.to : other.from)
  }
  /** Whether only the number and the name are the same, and one connection lists several accounts with the number. */
  const isByName = ({ from, evidence }: AccountPairing): boolean => {
    if ((['rows', 'bank', 'accepted'] as const).some((other) => evidence.includes(other))) return false
    const holders = alive.filter(({ number: { iban } }) => iban === from.number.iban)
    return holders.some((one) => holders.some((other) => one !== other && areOfOneItem(one, other)))
  }
  const isOnlyTwin = (twin: AccountPairing): boolean =>
    twin.doubts.length === 0 &&
    !isByName(twin) &&
    !twinsOf.others(twin).some((other) => other.strength >= twin.strength && areRivals(twin, other))
  /** Leaves out pairs that would make two accounts one that a person rejected: with others, or with what is accepted. */
  const withoutRejected = (
    settled: ReadonlyArray<AccountPairing>,
    pairs: ReadonlyArray<AccountPairing>,
  ): ReadonlyArray<AccountPairing> => {
    const lineages = groupAccounts([], [...accepted, ...[...settled, ...pairs].map(toLink)])
    const possible = lineages.filter((ids) => !decisions.hasRejected(ids))
    return pairs.filter(({ from, to }) => areGrouped(possible, from.id, to.id))
  }
  const duplicates = directPairs(
    withoutCircles([
      ...accepted.flatMap(({ from, to }) => twins.find((twin) => hasEnds(from, to, twin)) ?? []),
      ...withoutRejected([], twins.filter(isOnlyTwin)),
    ]),
    sorted,
  )
  const duplicatesOf = new PairIndex(duplicates)
  const groups = groupAccounts(books.keys(), [...accepted, ...duplicates.map(toLink)])
  const areOne = (one: AccountBook, other: AccountBook): boolean => areGrouped(groups, one.id, other.id)
  const haveSameEnds = (one: AccountPairing, other: AccountPairing): boolean =>
    areOne(one.from, other.from) && areOne(one.to, other.to)

  const oldestFirst = Array.from(gone).sort((one, other) => compareIds(one.id, other.id))
  const successors = oldestFirst.flatMap((from) => {
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
    successors.filter(({ to, doubts }) => doubts.length === 0 && isNew(to)).map(({ from: { id } }) => id),
  )
  const possible = successors.filter(({ from, to }) => isNew(to) || !hasNewSuccessor.has(from.id))
  const rivals = new PairIndex(possible)
  /** Whether a new account is as much like an account that still exists, and that is not the one that is gone. */
  const hasOtherTwin = ({ from, to, strength }: AccountPairing): boolean =>
    isNew(to) &&
    twinsOf
      .of(to)
      .some(
        (twin) => !isNew(twin.from) && twin.strength >= strength && pairOfTwins(from, twin.from)?.doubts.length !== 0,
      )
  // A rival counts whatever its doubts are, and even if it is linked meanwhile: what is left over proves nothing. A pair of
  // the same two lineages is no rival if it is not in doubt.
  const isOnly = (pairing: AccountPairing): boolean =>
    pairing.doubts.length === 0 &&
    rivals
      .others(pairing)
      .every(
        (other) => other.strength < pairing.strength || (other.doubts.length === 0 && haveSameEnds(other, pairing)),
      ) &&
    !hasOtherTwin(pairing)
  const certain = possible.filter((pairing) => isOpen(pairing) && isOnly(pairing))
  for (const pairing of withoutRejected(duplicates, certain)) {
    const isContinued = links.some(({ from }) => areOne(from, pairing.from))
    if (isOpen(pairing) && !isContinued) link(pairing)
  }

  const lineages = groupAccounts([], [...accepted, ...[...duplicates, ...links].map(toLink)])
  const areAsked = ({ from, to }: AccountPairing): boolean => !areGrouped(lineages, from.id, to.id)
  return {
    links: links.map(toLink).sort(byIds),
    duplicates: duplicates.map(toLink).sort(byIds),
    candidates: Array.from(
      toCandidates(
        possible.filter(
          (pairing) =>
            isOpen(pairing) &&
            areAsked(pairing) &&
            (isNew(pairing.to) ? pairing.isPlausible : pairing.isPlausibleDuplicate),
        ),
        twins.filter(
          (twin) =>
            twin.isPlausibleDuplicate &&
            areAsked(twin) &&
            !duplicatesOf.others(twin).some((other) => areRivals(twin, other)),
        ),
      ),
    ).sort(byIds),
  }
}
