import { getOrElse, map, none, type Option, some } from 'fp-ts/lib/Option.js'
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

/** `ground` and `reached` are there both, or neither: then `reached` is before all time. */
interface Standing {
  readonly ground: Ground | undefined
  readonly reached: number
}

/** A moment that nobody told: later than all, as it holds nothing back. */
const untold = Infinity

const orUntold = getOrElse(() => untold)

const standOn = (ground: Ground | undefined): Standing => ({ ground, reached: ground?.moment ?? -Infinity })

/** A position at the moment to begin with; `overlap` is how far before it to ask. */
export const position = (clock: Clock, start: Date | undefined, overlap: number): Position => {
  const startedAt = clock.monotonic()
  const beginning = standOn(start && { moment: start.getTime(), at: startedAt, by: '/since' })

  let standing = beginning
  let next = standing
  let askedAt = startedAt
  let heard = { at: startedAt, told: untold, confirmed: untold }
  /** How far the service's clock, or what stands for it, was ahead of the monotonic one when it was last told. */
  let offset = untold
  /** Whether one more answer that is behind is to be believed; the first is. */
  let isDoubted = true

  const since = (): Option<number> => (standing.ground ? some(Math.max(standing.reached - overlap, 0)) : none)

  /** The lesser of a time that is told and what the last one has come to meanwhile. */
  const confirm = (time: number, at: number): number => {
    const before = offset === untold ? untold : Math.min(offset + at, time)
    offset = time - at
    return before
  }

  const stepBack = ({ at, by }: Ground, then: number): ConfigError => {
    const isKept = by === '/store'
    standing = isKept ? beginning : standOn({ moment: then, at, by })
    isDoubted = isKept
    return wrongOption(by, "a moment that the service's clock has come to")
  }

  return {
    since,
    restore: (kept) => {
      const stored = map((date: Date) => standOn({ moment: date.getTime(), at: startedAt, by: '/store' }))(kept)
      standing = getOrElse(() => beginning)(stored)
    },
    ask: () => {
      askedAt = clock.monotonic()
      return since()
    },
    hear: (time) => {
      const at = clock.monotonic()
      const told = orUntold(time)
      heard = { at, told, confirmed: told === untold ? untold : confirm(told, at) }
      const { ground, reached } = standing
      if (told === untold) return undefined
      const then = ground ? told - (at - ground.at) : untold
      if (ground && ground.moment > then + Math.max(overlap, tolerated)) {
        if (isDoubted) return stepBack(ground, then)
        isDoubted = true
        return undefined
      }
      isDoubted = false
      if (ground && reached > told + overlap) {
        stepBack(ground, then)
        heard = { ...heard, told: standing.ground ? standing.reached : untold }
      }
      return undefined
    },
    reach: (last, isUnstamped) => {
      const { at, told, confirmed } = heard
      const { ground, reached } = standing
      const latest = orUntold(last)
      const stamped = told < untold || latest === untold ? latest : Math.min(latest, confirm(latest, at))
      const news = Math.min(stamped, isUnstamped ? confirmed : untold)
      // Without the service's time, just far enough that the last update is asked for no more.
      const furthest = told < untold ? untold : overlap + 1
      const passed = ground ? ground.moment + Math.min(askedAt - ground.at, furthest) : reached
      const moved = Math.min(news < untold ? news : passed, told)
      const moving: Ground | undefined = news < untold ? { moment: moved, at, by: '/checkpoint' } : ground
      next = moved > reached ? { ground: moving, reached: moved } : standing
      return next.ground ? some(next.reached) : none
    },
    move: () => {
      standing = next
    },
  }
}
