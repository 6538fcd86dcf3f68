import type { Observable } from 'rxjs'
import type { CallConfig } from '../../http/toHttpRequest.js'
import type { AccountList } from '../core/AccountList.js'
import type { MirrorSource, MirrorSyncConfig } from '../core/Mirror.js'
import type { Write, WriteResult } from './writeRows.js'

/** The changes that a round writes in one transaction. By default there are no rows, no removals and no bookmark. */
export interface RoundWrite
  extends
    Pick<Write, 'feed' | 'isLast'>,
    Partial<Omit<Write, 'user' | 'fence' | 'extraStatements' | 'feed' | 'isLast' | 'now' | 'storedRows'>> {}

/** The options of the round's requests for full lists and single rows. */
export const callOptions = ({ timeout, priority }: MirrorSyncConfig): CallConfig => ({
  ...(timeout !== undefined && { timeout }),
  // #sabotage: lists-priority
  priority: priority ?? 'background',
})

/** A round that reads and writes the feeds of one user. */
export interface UserRound {
  readonly user: MirrorSource<never>
  readonly config: MirrorSyncConfig
  readonly linkPosted: boolean
  /** The time between two comparisons of a feed with its full list, in milliseconds. */
  readonly fullSyncEvery: number
  /** How long a balance must differ from the rows to be reported, in milliseconds. */
  readonly tolerance: number
  /** The present time, in milliseconds since 1970. */
  readonly now: () => number
  /**
   * Whether the round must read rows again, because a removed item or account has come back, or an account is missing.
   */
  readonly isRereadNeeded: () => boolean
  /** Whether the service may be loading rows, because an item or account is new, works again, or has returned. */
  readonly isLoading: () => boolean
  /** Whether the round reads the feed `accounts`. */
  readonly readsAccounts: boolean
  /** The user's list of accounts, for rounds that do not read that feed; `undefined` if the list fails. */
  readonly accounts$: Observable<AccountList | undefined>
  /** Writes changes with the fence that is valid at the time of subscription. */
  readonly write: (roundWrite: RoundWrite) => Observable<WriteResult>
  /**
   * Completes if all these uuids are the uuid of the mirror's user. If the mirror has no uuid yet, stores the first
   * one. Errors with `UserMismatch` for any other uuid.
   */
  readonly checkUsers: (userUuids: ReadonlyArray<string>) => Observable<never>
}
