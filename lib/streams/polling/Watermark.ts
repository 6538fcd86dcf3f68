import { getOrElse, map, none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Clock } from '../../base/clock/Clock.js'
import type { ConfigError } from '../../base/error/ConfigError.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { Position } from './Bookmark.js'

/**
 * `Date` has a resolution of one second, and an answer takes time to arrive: a watermark that is ahead of it by no more
 * than this may still be right.
 */
const maxLead = 30_000

/**
 * For how long the service's times have to agree until it counts as certain that the watcher did not begin ahead of the
 * service's clock.
 */
const provingTime = 60 * 60_000

/**
 * The last time that a watermark was set: the moment that it was set to, when that was by the monotonic clock, and by
 * what. `passed` is the time that had passed since then in another process; only the watermark of a bookmark has it.
 */
interface Anchor {
  readonly moment: number
  readonly at: number
  readonly by: '/since' | '/store' | '/from' | '/checkpoint'
  readonly passed?: number
}

/** A watermark, and the anchor from which it has moved with the time. Without an anchor, it is before all moments. */
interface Mark {
  readonly anchor: Anchor | undefined
  readonly moment: number
}

/** Stands for a moment that is not known. It is later than all others, so that `Math.min` ignores it. */
const unknownTime = Infinity

const orUnknown = getOrElse(() => unknownTime)

const markAt = (anchor: Anchor | undefined): Mark => ({ anchor, moment: anchor?.moment ?? -Infinity })

const noMark = markAt(undefined)

/**
 * The moment up to which a watcher has seen all updates, in milliseconds since 1970 by the service's clock.
 *
 * Only the `Date` of answers is known of that clock, and any of them may be wrong. A watermark that is too early causes
 * repetitions, one that is too late loses rows. So the `Date` of an answer moves the watermark by no more than the time
 * that has passed, and a watermark that proves to be ahead of the service's clock is set back.
 *
 * Each round calls `ask`, `answered`, `advance` and `commit`, in this order. There is one instance for each watcher,
 * and there may be thousands of watchers. It is a class so that the instances share their methods.
 */
export class Watermark {
  readonly #clock: Clock
  readonly #overlap: number
  readonly #beginning: Mark
  #mark: Mark
  /** The watermark after the next `commit`. */
  #next: Mark
  #askedAt: number
  #answeredAt: number
  /** The service's time in the last answer. */
  #time = unknownTime
  /**
   * The service's time in the last answer, or, if it is less, the time before it plus the time that has passed since.
   */
  #confirmed = unknownTime
  /** How far the service's clock was ahead of the monotonic clock at the last answer with a time. */
  #offset = unknownTime
  /**
   * Whether the next answer whose time is behind the watermark sets it back. This needs two such answers in a row,
   * except for the first answer.
   */
  #isDoubted = true
  /** Where the watcher began, until it is certain that this was not ahead of the service's clock. */
  #unproven: Anchor | undefined
  /** The first of the service's latest times that agree with each other: its offset, and when it was received. */
  #agreed = { offset: unknownTime, at: 0 }

  /** Begins at `start`. Each round asks for what was updated since `overlap` milliseconds before the watermark. */
  constructor(clock: Clock, start: Date | undefined, overlap: number) {
    this.#clock = clock
    this.#overlap = overlap
    const at = clock.monotonic()
    this.#askedAt = this.#answeredAt = at
    this.#beginning = start ? markAt({ moment: start.getTime(), at, by: '/since' }) : noMark
    this.#next = this.#mark = this.#beginning
    this.#unproven = this.#beginning.anchor
  }

  /** The moment from which a round asks; `None` for everything that the service has. */
  since(): Option<number> {
    const mark = this.#mark
    const overlap = this.#overlap
    // #sabotage: overlap
    return mark.anchor ? some(Math.max(mark.moment - overlap, 0)) : none
  }

  /** Whether a round asks from another moment than the one where the watcher began without a store and a bookmark. */
  hasMoved(): boolean {
    return this.#mark !== this.#beginning
  }

  /** Continues from the checkpoint of a store, if there is one. */
  restore(kept: Option<Date>): void {
    const at = this.#askedAt
    const stored = map((date: Date) => markAt({ moment: date.getTime(), at, by: '/store' }))(kept)
    this.#mark = getOrElse(() => this.#beginning)(stored)
    this.#unproven = this.#mark.anchor
  }

  /**
   * Continues from a bookmark. The time that has passed since then is the difference between the clocks of two
   * processes.
   */
  resume({ moment, anchor, at, isDoubted }: Position): void {
    const passed = Math.max(this.#clock.wall() - at, 0)
    this.#mark = { anchor: { moment: anchor, at: this.#askedAt, by: '/from', passed }, moment }
    this.#isDoubted = isDoubted
  }

  /** Begins anew, where the watcher began without a store and a bookmark: for another user. */
  startOver(): void {
    this.#mark = this.#next = this.#beginning
    this.#unproven = this.#beginning.anchor
    this.#isDoubted = true
  }

  /** The position for a bookmark: the watermark after the next `commit`; `null` if there is none. */
  position(): Position | null {
    const clock = this.#clock
    const isDoubted = this.#isDoubted
    const { anchor, moment } = this.#next
    if (anchor === undefined) return null
    const passed = clock.monotonic() - anchor.at + (anchor.passed ?? 0)
    return { moment, anchor: anchor.moment, at: clock.wall() - passed, isDoubted }
  }

  /** To be called when the first request of a round leaves. Returns the moment from which it asks. */
  ask(): Option<number> {
    this.#askedAt = this.#clock.monotonic()
    return this.since()
  }

  /**
   * Notes a time of the service. Returns that time, or, if it is less, the time before it plus the time that has passed
   * since.
   */
  private confirm(time: number, at: number): number {
    const before = this.#offset === unknownTime ? unknownTime : Math.min(this.#offset + at, time)
    this.#offset = time - at
    return before
  }

  /** Ends the checks of where the watcher began, when the service's times have agreed for long enough. */
  private prove(time: number, at: number): void {
    if (Math.abs(time - at - this.#agreed.offset) >= maxLead) this.#agreed = { offset: time - at, at }
    else if (at - this.#agreed.at >= provingTime) this.#unproven = undefined
  }

  /**
   * Sets the watermark back: to the service's time when it was set, or, if it came from another process, to the
   * beginning.
   */
  private stepBack({ at, by }: Anchor, then: number): ConfigError {
    const isStored = by === '/store' || by === '/from'
    this.#mark = isStored ? this.#beginning : markAt({ moment: then, at, by })
    this.#unproven = this.#mark.anchor
    this.#isDoubted = isStored
    return wrongOption(by, "a moment that the service's clock has come to")
  }

  /**
   * To be called with the service's time when an answer has arrived. A watermark that was ahead of the service's clock
   * when it was set would miss updates until the clock reaches it. Such a watermark is set back, and the error that
   * says so is returned.
   */
  answered(date: Option<number>): ConfigError | undefined {
    const at = (this.#answeredAt = this.#clock.monotonic())
    const time = (this.#time = orUnknown(date))
    this.#confirmed = time === unknownTime ? unknownTime : this.confirm(time, at)
    const { anchor, moment } = this.#mark
    if (time === unknownTime) return undefined
    const then = (set: Anchor): number => time - (at - set.at)
    const margin = Math.max(this.#overlap, maxLead)
    const ahead = [this.#unproven, anchor].find((set) => set && set.moment > then(set) + margin)
    if (ahead) {
      if (this.#isDoubted) return this.stepBack(ahead, then(ahead))
      this.#isDoubted = true
      // This round must not move the watermark: the next answer is compared with the watermark, to see which of the two
      // was wrong.
      this.#time = moment
      return undefined
    }
    this.#isDoubted = false
    this.prove(time, at)
    if (anchor && moment > time + this.#overlap) {
      // So small a difference is usual between two answers of the service. It is not an error, and a stored moment is
      // set back no further than this.
      this.#mark = markAt({ ...anchor, moment: then(anchor) })
      this.#time = this.#mark.moment
    }
    return undefined
  }

  /**
   * To be called after the last page. Returns the checkpoint of the round, from the latest update among the new rows,
   * and from whether there were rows without a time of their update.
   */
  advance(latest: Option<number>, isUnstamped: boolean): Option<number> {
    const at = this.#answeredAt
    const time = this.#time
    const confirmed = this.#confirmed
    const mark = this.#mark
    const askedAt = this.#askedAt
    const overlap = this.#overlap
    const { anchor, moment } = mark
    const last = orUnknown(latest)
    const stamped = time < unknownTime || last === unknownTime ? last : Math.min(last, this.confirm(last, at))
    const latestUpdate = Math.min(stamped, isUnstamped ? confirmed : unknownTime)
    // If the service sends no time, the watermark moves just so far that the last update is not asked for again.
    const maxPassed = time < unknownTime ? unknownTime : overlap + 1
    const passed = anchor ? anchor.moment + Math.min(askedAt - anchor.at + (anchor.passed ?? 0), maxPassed) : moment
    // #sabotage: checkpoint-clock
    const moved = Math.min(latestUpdate < unknownTime ? latestUpdate : passed, time)
    const moving: Anchor | undefined = latestUpdate < unknownTime ? { moment: moved, at, by: '/checkpoint' } : anchor
    this.#next = moved > moment ? { anchor: moving, moment: moved } : mark
    return this.#next.anchor ? some(this.#next.moment) : none
  }

  /** To be called when the checkpoint of the round is acknowledged and stored. */
  commit(): void {
    this.#mark = this.#next
  }
}
