import { getOrElse, none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Clock } from '../../base/clock/Clock.js'
import type { ConfigError } from '../../base/error/ConfigError.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import type { Position } from './Bookmark.js'

/**
 * `Date` has a resolution of one second, and a response takes time to arrive. So a watermark up to this many
 * milliseconds ahead of `Date` may still be right.
 */
const maxLead = 30_000

/**
 * How many milliseconds the service's times must agree before the watcher's start counts as not ahead of the service's
 * clock.
 */
const agreementPeriodMs = 60 * 60_000

/**
 * How a watermark was last set: `moment` is its new value, `setAt` the monotonic time of the change, `source` what set
 * it. `elapsedBefore` is the number of milliseconds between the change in another process and `setAt`; it is missing
 * unless two clocks agree on it.
 */
interface Anchor {
  readonly moment: number
  readonly setAt: number
  readonly source: '/since' | '/store' | '/from' | '/checkpoint'
  readonly elapsedBefore?: number | undefined
}

/** A watermark and the anchor from which it has advanced. Without an anchor it precedes every time. */
interface Mark {
  readonly anchor: Anchor | undefined
  readonly moment: number
}

const notAhead = "a time that is not ahead of the service's clock"

/** Stands for an unknown time. It is later than all others, so that `Math.min` ignores it. */
const unknownTime = Infinity

const orUnknown = getOrElse(() => unknownTime)

const markAt = (anchor: Anchor | undefined): Mark => ({ anchor, moment: anchor?.moment ?? -Infinity })

const noMark = markAt(undefined)

/**
 * The time up to which a watcher has seen all updates, in milliseconds since 1970 by the service's clock.
 *
 * The watcher knows the service's clock only from the `Date` of responses, and any `Date` may be wrong. If a watermark
 * is too early, rows are repeated; if it is too late, rows are lost. So the `Date` of a response moves the watermark by
 * no more than the elapsed time. A watermark that proves to be ahead of the service's clock is set back.
 *
 * Each round calls `ask`, `recordResponse`, `advance` and `commit`, in this order. There is one instance for each
 * watcher, and there may be thousands of watchers. It is a class so that the instances share their methods.
 */
export class Watermark {
  readonly #clock: Clock
  readonly #overlap: number
  readonly #start: Mark
  #mark: Mark
  /** The watermark after the next `commit`. */
  #next: Mark
  #requestedAt: number
  #respondedAt: number
  /** The latest time that the watermark may reach in this round. */
  #maxMoment = unknownTime
  /**
   * The service's time in the last response, but no later than the previous response's time plus the time elapsed
   * since.
   */
  #confirmedTime = unknownTime
  /** How far the service's clock was ahead of the monotonic clock at the last response with a time. */
  #offset = unknownTime
  /**
   * Whether one more response behind the watermark sets the watermark back. It takes two in a row, or one if it is the
   * first response.
   */
  #isDoubted = true
  /** When the watermark was set in an earlier process, until the first service time of this process. */
  #resumedFrom: Position | undefined
  /** The watcher's start, until the service's times show that it was not ahead of the service's clock. */
  #uncheckedStart: Anchor | undefined
  /** Whether no round has been completed since the configured start. */
  #isFirstRound = true
  /** The first of the latest service times that agree: its offset, and when it arrived. */
  #agreement = { offset: unknownTime, since: 0 }

  /**
   * Starts at `start`, which was set `elapsed` milliseconds ago. Each round requests the rows updated since the watermark
   * minus `overlap` milliseconds.
   */
  constructor(clock: Clock, start: number | undefined, overlap: number, elapsed = 0) {
    this.#clock = clock
    this.#overlap = overlap
    const now = clock.monotonic()
    this.#requestedAt = this.#respondedAt = now
    this.#start = start === undefined ? noMark : markAt({ moment: start, setAt: now - elapsed, source: '/since' })
    this.#next = this.#mark = this.#start
    this.#uncheckedStart = this.#start.anchor
  }

  /** The `since` of the next request; `None` requests all rows. */
  since(): Option<number> {
    const mark = this.#mark
    const overlap = this.#overlap
    // #sabotage: overlap
    return mark.anchor ? some(Math.max(mark.moment - overlap, 0)) : none
  }

  /** Whether the watermark differs from the configured start. */
  hasMoved(): boolean {
    return this.#mark !== this.#start
  }

  /**
   * Whether a row of the first round was updated before the configured start, by the clock of the process and by the
   * service's clock. Without a service time, none was.
   */
  precedesStart(updated: number): boolean {
    const { anchor } = this.#start
    const offset = this.#offset
    return (
      this.#isFirstRound &&
      anchor !== undefined &&
      offset < unknownTime &&
      updated < Math.min(anchor.moment, anchor.setAt + offset)
    )
  }

  /** Continues from a bookmark. `source` is the path of the option that has it. */
  resume(position: Position, source: '/store' | '/from'): void {
    const { moment, anchor, isDoubted } = position
    this.#uncheckedStart = { moment: anchor, setAt: this.#requestedAt, source }
    this.#mark = { anchor: this.#uncheckedStart, moment }
    this.#resumedFrom = position
    this.#isFirstRound = false
    this.#isDoubted = isDoubted
  }

  /**
   * Adds the time between the previous process and this one. Either wall clock and any `Date` may be wrong, so the time
   * counts only if the wall clocks and the service agree on it.
   */
  #countElapsed({ at, serviceTime = unknownTime }: Position, time: number): void {
    const { anchor, moment } = this.#mark
    const byWallClocks = this.#clock.wall() - at
    const byService = time - serviceTime
    if (anchor === undefined || Math.abs(byWallClocks - byService) >= maxLead) return
    const sinceSet = this.#clock.monotonic() - anchor.setAt
    const elapsedBefore = Math.max(Math.min(byWallClocks, byService) - sinceSet, 0)
    this.#mark = { anchor: { ...anchor, elapsedBefore }, moment }
  }

  /** Returns to the configured start, for example because the rows now belong to another user. */
  startOver(): void {
    this.#mark = this.#next = this.#start
    this.#isFirstRound = true
    this.#uncheckedStart = this.#start.anchor
    this.#isDoubted = true
  }

  /** The position for a bookmark: the watermark after the next `commit`; `null` if there is none. */
  position(): Position | null {
    const clock = this.#clock
    const isDoubted = this.#isDoubted
    const { anchor, moment } = this.#next
    if (anchor === undefined) return null
    const elapsedBefore = anchor.elapsedBefore ?? 0
    const at = clock.wall() - (clock.monotonic() - anchor.setAt + elapsedBefore)
    const serviceTime = this.#offset === unknownTime ? undefined : this.#offset + anchor.setAt - elapsedBefore
    return { moment, anchor: anchor.moment, at, serviceTime, isDoubted }
  }

  /** Call this when the first request of a round is sent. Returns its `since`. */
  ask(): Option<number> {
    this.#requestedAt = this.#clock.monotonic()
    return this.since()
  }

  /** Records a service time. Returns it, or the previous one plus the time elapsed since, if that is earlier. */
  #recordServiceTime(time: number, now: number): number {
    const confirmed = this.#offset === unknownTime ? unknownTime : Math.min(this.#offset + now, time)
    this.#offset = time - now
    return confirmed
  }

  /** Stops checking the watcher's start once the service's times have agreed for `agreementPeriodMs`. */
  #checkAgreement(time: number, now: number): void {
    const { offset, since } = this.#agreement
    if (Math.abs(time - now - offset) >= maxLead) this.#agreement = { offset: time - now, since: now }
    else if (now - since >= agreementPeriodMs) this.#uncheckedStart = undefined
  }

  /**
   * Sets the watermark back to the service's time at which it was set. A watermark from a store or a bookmark goes back
   * to the configured start.
   */
  #stepBack({ setAt, source }: Anchor, serviceTime: number): ConfigError {
    const isStored = source === '/store' || source === '/from'
    this.#mark = isStored ? this.#start : markAt({ moment: serviceTime, setAt, source })
    this.#uncheckedStart = this.#mark.anchor
    this.#isDoubted = isStored
    return wrongOption(source, notAhead)
  }

  /**
   * Call this with the service's time when a response arrives. A watermark that was ahead of the service's clock when
   * it was set would miss updates until the clock reaches it. So it is set back, and the error that says so is
   * returned.
   */
  recordResponse(date: Option<number>): ConfigError | undefined {
    const now = (this.#respondedAt = this.#clock.monotonic())
    const time = (this.#maxMoment = this.#confirmedTime = orUnknown(date))
    if (time === unknownTime) return undefined
    this.#confirmedTime = this.#recordServiceTime(time, now)
    if (this.#resumedFrom) this.#countElapsed(this.#resumedFrom, time)
    this.#resumedFrom = undefined
    const { anchor, moment } = this.#mark
    const serviceTimeWhenSet = ({ setAt }: Anchor): number => time - now + setAt
    const margin = Math.max(this.#overlap, maxLead)
    const anchorAhead = [this.#uncheckedStart, anchor].find(
      (candidate) => candidate && candidate.moment > serviceTimeWhenSet(candidate) + margin,
    )
    // The anchor may be right, and the time that was counted between two processes too long.
    const isAhead = moment > time + margin
    if ((anchorAhead || isAhead) && !this.#isDoubted) {
      this.#isDoubted = true
      // This round must not move the watermark. The next response is compared with it, to see which of the two was
      // wrong.
      this.#maxMoment = moment
      return undefined
    }
    if (anchorAhead) return this.#stepBack(anchorAhead, serviceTimeWhenSet(anchorAhead))
    this.#isDoubted = false
    this.#checkAgreement(time, now)
    if (anchor && moment > time + this.#overlap) {
      // A small difference between two responses is normal and no error, so a stored time goes back only to the
      // service's time. The time between two processes is no longer counted.
      const { setAt, source } = anchor
      this.#maxMoment = Math.min(serviceTimeWhenSet(anchor), anchor.moment)
      this.#mark = markAt({ moment: this.#maxMoment, setAt, source })
      if (isAhead) return wrongOption(source, notAhead)
    }
    return undefined
  }

  /**
   * Call this after the last page. Returns the round's checkpoint.
   *
   * - `latest`: the latest update time of the new rows.
   * - `hasUnstampedRows`: whether some new rows have no update time.
   */
  advance(latest: Option<number>, hasUnstampedRows: boolean): Option<number> {
    const now = this.#respondedAt
    const maxMoment = this.#maxMoment
    const { anchor, moment } = this.#mark
    const latestTime = orUnknown(latest)
    const latestConfirmed =
      maxMoment < unknownTime || latestTime === unknownTime
        ? latestTime
        : Math.min(latestTime, this.#recordServiceTime(latestTime, now))
    const latestUpdate = Math.min(latestConfirmed, hasUnstampedRows ? this.#confirmedTime : unknownTime)
    // Without a service time, the watermark advances only far enough to exclude the last update from the next request.
    const maxElapsed = maxMoment < unknownTime ? unknownTime : this.#overlap + 1
    const byElapsedTime = anchor
      ? anchor.moment + Math.min(this.#requestedAt - anchor.setAt + (anchor.elapsedBefore ?? 0), maxElapsed)
      : moment
    // #sabotage: checkpoint-clock
    const nextMoment = Math.min(latestUpdate < unknownTime ? latestUpdate : byElapsedTime, maxMoment)
    const nextAnchor: Anchor | undefined =
      latestUpdate < unknownTime ? { moment: nextMoment, setAt: now, source: '/checkpoint' } : anchor
    this.#next = nextMoment > moment ? { anchor: nextAnchor, moment: nextMoment } : this.#mark
    return this.#next.anchor ? some(this.#next.moment) : none
  }

  /** Call this when the checkpoint of the round is acknowledged and stored. */
  commit(): void {
    this.#mark = this.#next
    this.#isFirstRound = false
  }
}
