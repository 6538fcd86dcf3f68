import type { Observable } from 'rxjs'
import type { Feed } from './Feed.js'
import type { Standings } from './Standing.js'

/** A round that begins; without a fence it claims its user. */
export interface Beginning {
  readonly user: string
  readonly fence: number | undefined
}

/** The fence of a round that has begun, and where its feeds stand; without `standings` the fence is outdated. */
export interface Begun {
  readonly fence: number
  readonly standings: Standings | undefined
}

/** The end of a feed's round that brought no rows: where the feed stands now, as JSON. */
export interface QuietEnd {
  readonly user: string
  readonly fence: number
  readonly feed: Feed
  readonly bookmark: string
  readonly posted: string | null
  readonly round: number
}

/**
 * What a database does for many users at once, at less cost than with a transaction for each. Results are in the order
 * of what is given; no user is in a batch twice.
 */
export interface Together {
  readonly begin: (rounds: ReadonlyArray<Beginning>) => Observable<ReadonlyArray<Begun>>
  /** Keeps the bookmarks of rounds whose fence is valid, and gives their next fences; `undefined` for the others. */
  readonly end: (rounds: ReadonlyArray<QuietEnd>) => Observable<ReadonlyArray<number | undefined>>
}
