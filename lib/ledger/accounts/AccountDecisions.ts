import { compareIds } from '../transfers/OpenRow.js'
import { transferId } from '../transfers/Transfer.js'
import type { AccountDecision } from './AccountDecision.js'

/** The key of two accounts, which does not depend on their order. */
const pairKey = (one: string, other: string): string =>
  compareIds(one, other) < 0 ? transferId(one, other) : transferId(other, one)

/** The decisions of a person. Of decisions about the same accounts, the last one counts. */
export class AccountDecisions {
  private readonly current = new Map<string, AccountDecision>()

  constructor(decisions: ReadonlyArray<AccountDecision>) {
    for (const decision of decisions) {
      const key = pairKey(decision.from, decision.to)
      this.current.delete(key)
      if (decision._tag !== 'Withdrawn') this.current.set(key, decision)
    }
  }

  tagOf(one: string, other: string): AccountDecision['_tag'] | undefined {
    return this.current.get(pairKey(one, other))?._tag
  }

  /** The decisions that count, oldest first. */
  all(): ReadonlyArray<AccountDecision> {
    return Array.from(this.current.values())
  }

  /** Whether two of these accounts were rejected. */
  hasRejected(ids: ReadonlySet<string>): boolean {
    return this.all().some(({ _tag, from, to }) => _tag === 'Rejected' && ids.has(from) && ids.has(to))
  }

  /** The accepted decisions, newest first. */
  accepted(): ReadonlyArray<AccountDecision> {
    return this.all()
      .filter(({ _tag }) => _tag === 'Accepted')
      .reverse()
  }
}
