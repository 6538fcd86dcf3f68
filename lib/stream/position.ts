import { alt, fromNullable, isNone, isSome, map, type Option, some } from 'fp-ts/lib/Option.js'
import type { ConfigError } from '../error/ConfigError.js'
import { wrongOption } from '../error/wrongOption.js'
import { tolerated } from './serverTimes.js'

/** How far a watcher has come. Moments in milliseconds since 1970. */
export interface Position {
  readonly reached: () => Option<number>
  /** From when to ask. */
  readonly since: () => Option<number>
  /** Goes on from what a store kept, if it kept anything. */
  readonly restore: (kept: Option<Date>) => void
  readonly move: (reached: number) => void
  /**
   * Judges a beginning by the service's clock. One that is yet to come would leave out what happens until then: it
   * steps back and gives the error that says so.
   */
  readonly begin: (serverTime: number) => ConfigError | undefined
}

const getTime = (date: Date): number => date.getTime()

/** A position at the moment to begin with; `overlap` is how far before it to ask. */
export const position = (start: Date | undefined, overlap: number): Position => {
  const beginning = map(getTime)(fromNullable(start))
  let reached = beginning
  let isStored = false
  let hasBegun = false

  return {
    reached: () => reached,
    since: () => map((moment: number) => Math.max(moment - overlap, 0))(reached),
    restore: (kept) => {
      isStored = isSome(kept)
      reached = alt(() => beginning)(map(getTime)(kept))
    },
    move: (moment) => {
      reached = some(moment)
    },
    begin: (serverTime) => {
      hasBegun ||= isNone(reached) || reached.value <= serverTime + Math.max(overlap, tolerated)
      if (hasBegun) return undefined
      const option = isStored ? '/store' : '/since'
      reached = isStored ? beginning : some(serverTime)
      isStored = false
      return wrongOption(option, "a moment that the service's clock has come to")
    },
  }
}
