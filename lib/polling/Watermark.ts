import { getOrElse, map, none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Clock } from '../clock/Clock.js'
import type { ConfigError } from '../error/ConfigError.js'
import { wrongOption } from '../error/wrongOption.js'
import type { Position } from './Bookmark.js'

/** `Date` has whole seconds, and an answer takes time to arrive: a watermark ahead of it by so little may still be right. */
const tolerated = 30_000

/** For how long the times of the service have to agree until they prove that the watcher did not begin ahead of it. */
const proving = 60 * 60_000

/**
 * A watermark that was set: to which moment, when by the monotonic clock, and from what. `passed` is how much time had
 * passed since then in another process; only the watermark of a bookmark has it.
 */
interface Anchor {
  readonly moment: number
  readonly at: number
  readonly by: '/since' | '/store' | '/from' | '/checkpoint'
  readonly passed?: number
}

/** A watermark, and the anchor from which it has moved with the time; before there is one it is before all moments. */
interface Mark {
  readonly anchor: Anchor | undefined
  readonly moment: number
}

/** Stands for a moment that is not known. It is later than all others, so that in `Math.min` it bounds nothing. */
const unknownTime = Infinity

const orUnknown = getOrElse(() => unknownTime)

const markAt = (anchor: Anchor | undefined): Mark => ({ anchor, moment: anchor?.moment ?? -Infinity })

const noMark = markAt(undefined)

/**
 * The moment up to which a watcher has seen all updates, in milliseconds since 1970 by the service's clock.
 *
 * Of that clock only the `Date` of answers is known, and one of them may be wrong. A watermark that is too early costs
 * repetition, one that is too late loses rows. So the `Date` of an answer moves it by no more than the time that has
 * passed, and one that turns out to be ahead of the service is taken back.
 *
 * Each round calls `ask`, `answered`, `advance` and `commit`, in this order. There is one for each watcher, of whom there
 * may be thousands. It is a class so that its methods are shared.
 */
export class Watermark {
  private readonly beginning: Mark
  private mark: Mark
  /** What `commit` makes the watermark. */
  private next: Mark
  private askedAt: number
  private answeredAt: number
  /** The service's time in the answer. */
  private time = unknownTime
  /** That time, or what the one before it has come to meanwhile if that is less. */
  private confirmed = unknownTime
  /** How far the service's clock was ahead of the monotonic one when its time was last known. */
  private offset = unknownTime
  /** Whether the next answer that is behind the watermark is believed: the first is, and the second of two in a row. */
  private isDoubted = true
  /** Where the watcher began, as long as wrong times of the service may hide that this was ahead of its clock. */
  private unproven: Anchor | undefined
  /** The first of the latest times of the service that agree: its offset, and when it was known. */
  private agreed = { offset: unknownTime, at: 0 }

  /** Begins at `start`. Each round asks for what was updated since `overlap` milliseconds before the watermark. */
  constructor(
    private readonly clock: Clock,
    start: Date | undefined,
    private readonly overlap: number,
  ) {
    const at = clock.monotonic()
    this.askedAt = this.answeredAt = at
    this.beginning = start ? markAt({ moment: start.getTime(), at, by: '/since' }) : noMark
    this.next = this.mark = this.beginning
    this.unproven = this.beginning.anchor
  }

  /** From when a round asks; `None` for everything that the service has. */
  since(): Option<number> {
    const { mark, overlap } = this
    // #sabotage: overlap
    return mark.anchor ? some(Math.max(mark.moment - overlap, 0)) : none
  }

  /** Goes on from what a store kept, if it kept anything. */
  restore(kept: Option<Date>): void {
    const at = this.askedAt
    const stored = map((date: Date) => markAt({ moment: date.getTime(), at, by: '/store' }))(kept)
    this.mark = getOrElse(() => this.beginning)(stored)
    this.unproven = this.mark.anchor
  }

  /** Goes on from what a bookmark has; what has passed since then is told by the clocks of two processes. */
  resume({ moment, anchor, at, isDoubted }: Position): void {
    const passed = Math.max(this.clock.wall() - at, 0)
    this.mark = { anchor: { moment: anchor, at: this.askedAt, by: '/from', passed }, moment }
    this.isDoubted = isDoubted
  }

  /** What a bookmark has of the watermark that `commit` would make; `null` while there is none. */
  position(): Position | null {
    const { clock, isDoubted } = this
    const { anchor, moment } = this.next
    if (anchor === undefined) return null
    const passed = clock.monotonic() - anchor.at + (anchor.passed ?? 0)
    return { moment, anchor: anchor.moment, at: clock.wall() - passed, isDoubted }
  }

  /** The first request of a round leaves now; gives from when it asks. */
  ask(): Option<number> {
    this.askedAt = this.clock.monotonic()
    return this.since()
  }

  /** Notes a time of the service. Gives the lesser of it and of what the one before has come to meanwhile. */
  private confirm(time: number, at: number): number {
    const before = this.offset === unknownTime ? unknownTime : Math.min(this.offset + at, time)
    this.offset = time - at
    return before
  }

  /** Stops to check where the watcher began when the times of the service have agreed for long enough. */
  private prove(time: number, at: number): void {
    if (Math.abs(time - at - this.agreed.offset) >= tolerated) this.agreed = { offset: time - at, at }
    else if (at - this.agreed.at >= proving) this.unproven = undefined
  }

  /** Goes back to the service's time when the anchor was set; from what another process had, back to the beginning. */
  private stepBack({ at, by }: Anchor, then: number): ConfigError {
    const isStored = by === '/store' || by === '/from'
    this.mark = isStored ? this.beginning : markAt({ moment: then, at, by })
    this.unproven = this.mark.anchor
    this.isDoubted = isStored
    return wrongOption(by, "a moment that the service's clock has come to")
  }

  /**
   * The answer has come, with the service's time. A watermark that was ahead of that clock when it was set would leave out
   * what is updated until the clock has come to it. Such a one steps back, and the error that says so is the result.
   */
  answered(date: Option<number>): ConfigError | undefined {
    const at = (this.answeredAt = this.clock.monotonic())
    const time = (this.time = orUnknown(date))
    this.confirmed = time === unknownTime ? unknownTime : this.confirm(time, at)
    const { anchor, moment } = this.mark
    if (time === unknownTime) return undefined
    const then = (set: Anchor): number => time - (at - set.at)
    const margin = Math.max(this.overlap, tolerated)
    const ahead = [this.unproven, anchor].find((set) => set && set.moment > then(set) + margin)
    if (ahead) {
      if (this.isDoubted) return this.stepBack(ahead, then(ahead))
      this.isDoubted = true
      // This round must not move the watermark: the next answer is compared with it, to see whether this one was right.
      this.time = moment
      return undefined
    }
    this.isDoubted = false
    this.prove(time, at)
    if (anchor && moment > time + this.overlap) {
      // So little may lie between two answers of the service. It is no error, and a stored moment steps back no further.
      this.mark = markAt({ ...anchor, moment: then(anchor) })
      this.time = this.mark.moment
    }
    return undefined
  }

  /**
   * The last page has come. Gives the checkpoint of the round, from the latest update among the new rows, and from whether
   * there were rows that do not say when they were updated.
   */
  advance(latest: Option<number>, isUnstamped: boolean): Option<number> {
    const { answeredAt: at, time, confirmed, mark, askedAt, overlap } = this
    const { anchor, moment } = mark
    const last = orUnknown(latest)
    const stamped = time < unknownTime || last === unknownTime ? last : Math.min(last, this.confirm(last, at))
    const news = Math.min(stamped, isUnstamped ? confirmed : unknownTime)
    // Where the service tells no time, just so far that the last update is not asked for again.
    const furthest = time < unknownTime ? unknownTime : overlap + 1
    const passed = anchor ? anchor.moment + Math.min(askedAt - anchor.at + (anchor.passed ?? 0), furthest) : moment
    // #sabotage: checkpoint-clock
    const moved = Math.min(news < unknownTime ? news : passed, time)
    const moving: Anchor | undefined = news < unknownTime ? { moment: moved, at, by: '/checkpoint' } : anchor
    this.next = moved > moment ? { anchor: moving, moment: moved } : mark
    return this.next.anchor ? some(this.next.moment) : none
  }

  /** The checkpoint of the round is acknowledged and stored. */
  commit(): void {
    this.mark = this.next
  }
}
