import { compareIds } from './OpenRow.js'
import { transferId } from './Transfer.js'
import type { TransferDecision } from './TransferDecision.js'

/**
 * The ids of one transaction while it was pending and after it was posted, as `matchPosted` and `followPosted` find
 * them.
 */
export interface RowLink {
  readonly pending: number | string
  readonly posted: number | string
}

type DecisionsByPair = Map<string, TransferDecision>

/** The key of two rows, which does not depend on their order. */
const pairKey = (one: string, other: string): string =>
  compareIds(one, other) < 0 ? transferId(one, other) : transferId(other, one)

/** Adds a decision at the end, and removes an earlier one about the same rows. */
const put = (decisions: DecisionsByPair, decision: TransferDecision): void => {
  const key = pairKey(decision.from, decision.to)
  decisions.delete(key)
  decisions.set(key, decision)
}

/** The decisions of a person. The id of a pending row in them is replaced by the id under which the row was posted. */
export class Decisions {
  private readonly original: DecisionsByPair = new Map()
  private readonly posted = new Map<string, string>()
  private current: DecisionsByPair = new Map()
  private rows = new Set<string>()

  /** Adds a decision. Returns the ids of the rows whose matches it may change. */
  decide(decision: TransferDecision): ReadonlyArray<string> {
    put(this.original, decision)
    return this.putCurrent(decision)
  }

  /** Adds a link. Returns the ids of the rows whose matches it may change. */
  link({ pending, posted }: RowLink): ReadonlyArray<string> {
    this.posted.set(String(pending), String(posted))
    const before = this.current
    this.current = new Map()
    this.rows = new Set()
    for (const decision of this.original.values()) this.putCurrent(decision)
    const changed = [before, this.current].flatMap((decisions) =>
      Array.from(decisions).filter(
        ([key, { _tag }]) => before.get(key)?._tag !== _tag || this.current.get(key)?._tag !== _tag,
      ),
    )
    return changed.flatMap(([, { from, to }]) => [from, to])
  }

  /** Whether there is a decision about a row. */
  has(id: string): boolean {
    return this.rows.has(id)
  }

  /** Whether two rows, in either order, are rejected. */
  isRejected(one: string, other: string): boolean {
    return this.current.get(pairKey(one, other))?._tag === 'Rejected'
  }

  /** The accepted pairs that can be transfers; of pairs with a common row, only the pair that was accepted last. */
  acceptedPairs(isPossible: (pair: TransferDecision) => boolean): ReadonlyArray<TransferDecision> {
    const usedIds = new Set<string>()
    return Array.from(this.current.values())
      .reverse()
      .filter((pair) => {
        const { _tag, from, to } = pair
        const isFree = _tag === 'Accepted' && !usedIds.has(from) && !usedIds.has(to) && isPossible(pair)
        if (isFree) usedIds.add(from).add(to)
        return isFree
      })
  }

  private putCurrent({ _tag, from, to }: TransferDecision): ReadonlyArray<string> {
    const ids = { from: this.currentId(from), to: this.currentId(to) }
    put(this.current, { _tag, ...ids })
    this.rows.add(ids.from).add(ids.to)
    return [ids.from, ids.to]
  }

  /** The id that a row has now. A link back to an earlier id is not followed. */
  private currentId(id: string): string {
    const ids = new Set<string>()
    let last = id
    while (!ids.has(last)) {
      ids.add(last)
      last = this.posted.get(last) ?? last
    }
    return last
  }
}
