import type { ClientError } from 'rxbank'
import type { List } from './watchList.js'

/** What is watched of a user. */
export type Watched = List | 'consents'

/** What the service tells of its work, to its log and its health. */
export type News =
  /** A batch is committed. `rows`: how many are new, changed or gone; `rejected`: how many were left out. */
  | {
      readonly _tag: 'Saved'
      readonly user: string
      readonly list: List
      readonly rows: number
      readonly rejected: number
    }
  /** The consent to an item is about to end, has ended, or was renewed. */
  | {
      readonly _tag: 'Consent'
      readonly user: string
      readonly list: 'consents'
      readonly item: number
      readonly state: 'ending' | 'ended' | 'renewed'
      readonly endsAt: Date
    }
  /** Something cannot be watched, and is tried again in so many milliseconds. */
  | {
      readonly _tag: 'Failed'
      readonly user: string
      readonly list: Watched
      readonly error: ClientError
      readonly delay: number
    }
  /** A user is watched no more, and erased: so many rows are gone. */
  | { readonly _tag: 'LetGo'; readonly user: string; readonly rows: number }
