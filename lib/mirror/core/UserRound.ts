import type { Observable } from 'rxjs'
import type { WholeList } from '../../streams/polling/confirmAbsence.js'
import type { MirrorSource, MirrorSyncConfig } from './Mirror.js'
import type { Write, WriteResult } from './writeRows.js'

/** What one transaction of a round is to write. By default it writes no rows, removes none and stores no bookmark. */
export interface RoundWrite
  extends
    Pick<Write, 'feed' | 'isLast'>,
    Partial<Omit<Write, 'user' | 'fence' | 'also' | 'feed' | 'isLast' | 'now' | 'ready'>> {}

/** A round that reads and writes the feeds of one user. */
export interface UserRound {
  readonly user: MirrorSource<never>
  /** The same client for whole lists and single rows, whose requests have the priority of the round. */
  readonly lists: MirrorSource<never>
  readonly config: MirrorSyncConfig
  readonly isLinking: boolean
  /** The time between two comparisons of a feed with its whole list, in milliseconds. */
  readonly fullSyncEvery: number
  /** The present time, in milliseconds since 1970. */
  readonly now: () => number
  /** Whether removed items or accounts have come back in this round, so that their rows have to be read again. */
  readonly isRereadNeeded: () => boolean
  /** Whether the round reads the accounts itself, so that it need not look for them. */
  readonly readsAccounts: boolean
  /** The accounts of the user, for rounds that do not read that feed; `undefined` if the list fails. */
  readonly accounts$: Observable<WholeList | undefined>
  /** Writes a part of the round, with the fence that is valid at that time. */
  readonly write: (part: RoundWrite) => Observable<WriteResult>
  /**
   * Completes if answers to the tokens of these users are of the mirror's user, whose uuid is stored if it was not known.
   * Errors with `OtherUser` if they are not.
   */
  readonly checkUsers: (userUuids: ReadonlyArray<string>) => Observable<never>
}
