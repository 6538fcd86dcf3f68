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

const nowhere = standOn(undefined)

/** One a watcher, of whom there may be thousands: so its methods are shared. */
class Place implements Position {
  private readonly beginning: Standing
  private standing: Standing
  private next: Standing
  private askedAt: number
  private heardAt: number
  private told = untold
  private confirmed = untold
  /** How far the service's clock, or what stands for it, was ahead of the monotonic one when it was last told. */
  private offset = untold
  /** Whether one more answer that is behind is to be believed; the first is. */
  private isDoubted = true

  constructor(
    private readonly clock: Clock,
    start: Date | undefined,
    private readonly overlap: number,
  ) {
    const at = clock.monotonic()
    this.askedAt = this.heardAt = at
    this.beginning = start ? standOn({ moment: start.getTime(), at, by: '/since' }) : nowhere
    this.next = this.standing = this.beginning
  }

  since(): Option<number> {
    const { standing, overlap } = this
    return standing.ground ? some(Math.max(standing.reached - overlap, 0)) : none
  }

  /** The lesser of a time that is told and what the last one has come to meanwhile. */
  private confirm(time: number, at: number): number {
    const before = this.offset === untold ? untold : Math.min(this.offset + at, time)
    this.offset = time - at
    return before
  }

  private stepBack({ at, by }: Ground, then: number): ConfigError {
    const isKept = by === '/store'
    this.standing = isKept ? this.beginning : standOn({ moment: then, at, by })
    this.isDoubted = isKept
    return wrongOption(by, "a moment that the service's clock has come to")
  }

  restore(kept: Option<Date>): void {
    const at = this.askedAt
    const stored = map((date: Date) => standOn({ moment: date.getTime(), at, by: '/store' }))(kept)
    this.standing = getOrElse(() => this.beginning)(stored)
  }

  ask(): Option<number> {
    this.askedAt = this.clock.monotonic()
    return this.since()
  }

  hear(time: Option<number>): ConfigError | undefined {
    const at = (this.heardAt = this.clock.monotonic())
    const told = (this.told = orUntold(time))
    this.confirmed = told === untold ? untold : this.confirm(told, at)
    const { ground, reached } = this.standing
    if (told === untold) return undefined
    const then = ground ? told - (at - ground.at) : untold
    if (ground && ground.moment > then + Math.max(this.overlap, tolerated)) {
      if (this.isDoubted) return this.stepBack(ground, then)
      this.isDoubted = true
      // Where it stands is what shows the next answer that this one was right.
      this.told = reached
      return undefined
    }
    this.isDoubted = false
    if (ground && reached > told + this.overlap) {
      // A stored one, too: by so little the service's answers differ among themselves.
      this.standing = standOn({ ...ground, moment: then })
      this.told = then
    }
    return undefined
  }

  reach(last: Option<number>, isUnstamped: boolean): Option<number> {
    const { heardAt: at, told, confirmed, standing, askedAt, overlap } = this
    const { ground, reached } = standing
    const latest = orUntold(last)
    const stamped = told < untold || latest === untold ? latest : Math.min(latest, this.confirm(latest, at))
    const news = Math.min(stamped, isUnstamped ? confirmed : untold)
    // Without the service's time, just far enough that the last update is asked for no more.
    const furthest = told < untold ? untold : overlap + 1
    const passed = ground ? ground.moment + Math.min(askedAt - ground.at, furthest) : reached
    const moved = Math.min(news < untold ? news : passed, told)
    const moving: Ground | undefined = news < untold ? { moment: moved, at, by: '/checkpoint' } : ground
    this.next = moved > reached ? { ground: moving, reached: moved } : standing
    return this.next.ground ? some(this.next.reached) : none
  }

  move(): void {
    this.standing = this.next
  }
}

/** A position at the moment to begin with; `overlap` is how far before it to ask. */
export const position = (clock: Clock, start: Date | undefined, overlap: number): Position =>
  new Place(clock, start, overlap)
