import { alt, filter, fromNullable, isNone, isSome, map, none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Clock } from '../clock/Clock.js'
import type { ConfigError } from '../error/ConfigError.js'
import { wrongOption } from '../error/wrongOption.js'

/** Whole seconds, and the way of an answer: as with tokens, less means nothing. */
const tolerated = 30_000

/**
 * How far a watcher has come. Moments in milliseconds since 1970, by the service's clock.
 *
 * Of that clock only the `Date` of answers is known, which may be wrong at times. A checkpoint that is too early costs
 * repetition, one that is too late loses rows: so no `Date` moves it by more than has passed, and one that was too late
 * is taken back.
 */
export interface Position {
  /** From when to ask. */
  readonly since: () => Option<number>
  /** Goes on from what a store kept, if it kept anything. */
  readonly restore: (kept: Option<Date>) => void
  /** From when the question asks that leaves now. */
  readonly ask: () => Option<number>
  /**
   * The service's time in the answer. What was reached before the service's clock came to it would leave out what
   * happens until then: it steps back and gives the error that says so.
   */
  readonly hear: (told: Option<number>) => ConfigError | undefined
  /** The checkpoint of the round, by the latest update among what is new, and whether rows were met that name none. */
  readonly reach: (latest: Option<number>, isUnstamped: boolean) => Option<number>
  /** That checkpoint is acknowledged and kept. */
  readonly move: () => void
}

/** What it stands on: a moment that was reached, when that was by the monotonic clock, and who said so. */
interface Ground {
  readonly moment: number
  readonly at: number
  readonly by: '/since' | '/store' | '/checkpoint'
}

interface Standing {
  readonly ground: Option<Ground>
  readonly reached: Option<number>
}

const standOn = (ground: Option<Ground>): Standing => ({ ground, reached: map(({ moment }: Ground) => moment)(ground) })

const least = (...moments: ReadonlyArray<Option<number>>): Option<number> => {
  const known = moments.flatMap((moment) => (isSome(moment) ? [moment.value] : []))
  return known.length === 0 ? none : some(Math.min(...known))
}

/** A position at the moment to begin with; `overlap` is how far before it to ask. */
export const position = (clock: Clock, start: Date | undefined, overlap: number): Position => {
  const startedAt = clock.monotonic()
  const begunBy = (by: Ground['by']) => map((date: Date): Ground => ({ moment: date.getTime(), at: startedAt, by }))
  const beginning = begunBy('/since')(fromNullable(start))

  let standing = standOn(beginning)
  let next = standing
  let askedAt = startedAt
  let heard = { at: startedAt, told: none as Option<number>, confirmed: none as Option<number> }
  /** How far the service's clock, or what stands for it, was ahead of the monotonic one when it was last told. */
  let offset: Option<number> = none
  /** Whether one more answer that is behind is to be believed; the first is. */
  let isDoubted = true

  const since = (): Option<number> => map((moment: number) => Math.max(moment - overlap, 0))(standing.reached)

  /** The lesser of a time that is told and what the last one has come to meanwhile. */
  const confirm = (time: number, at: number): Option<number> => {
    const before = map((last: number) => Math.min(last + at, time))(offset)
    offset = some(time - at)
    return before
  }

  const stepBack = ({ at, by }: Ground, then: number): ConfigError => {
    const isKept = by === '/store'
    standing = standOn(isKept ? beginning : some({ moment: then, at, by }))
    isDoubted = isKept
    return wrongOption(by, "a moment that the service's clock has come to")
  }

  return {
    since,
    restore: (kept) => {
      standing = standOn(alt(() => beginning)(begunBy('/store')(kept)))
    },
    ask: () => {
      askedAt = clock.monotonic()
      return since()
    },
    hear: (told) => {
      const at = clock.monotonic()
      heard = { at, told, confirmed: isSome(told) ? confirm(told.value, at) : none }
      const { ground, reached } = standing
      if (isNone(told)) return undefined
      const then = isSome(ground) ? told.value - (at - ground.value.at) : Infinity
      if (isSome(ground) && ground.value.moment > then + Math.max(overlap, tolerated)) {
        if (isDoubted) return stepBack(ground.value, then)
        isDoubted = true
        return undefined
      }
      isDoubted = false
      if (isSome(ground) && isSome(reached) && reached.value > told.value + overlap) {
        stepBack(ground.value, then)
        heard = { ...heard, told: standing.reached }
      }
      return undefined
    },
    reach: (latest, isUnstamped) => {
      const { at, told, confirmed } = heard
      const { ground, reached } = standing
      const stamped = isSome(told) || isNone(latest) ? latest : alt(() => latest)(confirm(latest.value, at))
      const news = least(stamped, isUnstamped ? confirmed : none)
      const passed = isSome(told) ? map((known: Ground) => known.moment + askedAt - known.at)(ground) : none
      const come = alt(() => passed)(news)
      const moved = isSome(come) ? least(come, told) : none
      const isFurther = (to: number): boolean => isNone(reached) || to > reached.value
      const further = filter(isFurther)(moved)
      const by = '/checkpoint'
      next = {
        ground: isSome(further) && isSome(news) ? some({ moment: further.value, at, by }) : ground,
        reached: alt(() => reached)(further),
      }
      return next.reached
    },
    move: () => {
      standing = next
    },
  }
}
