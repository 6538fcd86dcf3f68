import { none, some } from 'fp-ts/lib/Option.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { Position } from '../../../lib/streams/polling/Bookmark.js'
import { Watermark } from '../../../lib/streams/polling/Watermark.js'

const minute = 60_000

/** The position of a bookmark that no response has confirmed yet. */
const position = (moment: number): Position => ({ moment, anchor: moment, at: 0, isDoubted: true })

const ahead = (option: string): unknown =>
  expect.objectContaining({
    _tag: 'ConfigError',
    issues: [{ path: option, expected: "a time that is not ahead of the service's clock" }],
  })

/** A watermark, and its rounds: each is answered with a time and the latest update of what is new, and gives the checkpoint. */
const rounds = (start?: number, overlap = 5 * minute) => {
  const clock = createVirtualClock()
  const watermark = new Watermark(clock, start, overlap)
  const round = (reported: number | undefined, latest?: number, hasUnstampedRows = false) => {
    watermark.ask()
    const error = watermark.recordResponse(reported === undefined ? none : some(reported))
    if (error !== undefined) return error
    const reached = watermark.advance(latest === undefined ? none : some(latest), hasUnstampedRows)
    watermark.commit()
    return reached
  }
  return { clock, watermark, round }
}

describe('Watermark', () => {
  it('asks from an overlap before the moment that it has come to', () => {
    const { watermark, round } = rounds(10 * minute, 3 * minute)
    expect(watermark.since()).toEqual(some(7 * minute))
    round(20 * minute, 20 * minute)
    expect([watermark.since(), watermark.ask()]).toEqual([some(17 * minute), some(17 * minute)])
  })

  it('requests everything while it is nowhere, and from no moment before 1970', () => {
    expect(rounds().watermark.since()).toEqual(none)
    expect(rounds(1000, minute).watermark.since()).toEqual(some(0))
  })

  it('continues from what was kept; from the moment to begin with if nothing was', () => {
    const { watermark } = rounds(10 * minute, 0)
    expect(watermark.since()).toEqual(some(10 * minute))
    watermark.resume(position(5 * minute), '/store')
    expect(watermark.since()).toEqual(some(5 * minute))
  })

  it('never looks at the moment to begin with while it continues from a bookmark', () => {
    const { clock, watermark, round } = rounds(Date.UTC(9999, 0), minute)
    watermark.resume({ ...position(5 * minute), isDoubted: false }, '/from')
    expect([round(10 * minute), round(10 * minute)]).toEqual([some(5 * minute), some(5 * minute)])
    clock.advance(minute)
    expect([round(11 * minute), watermark.since()]).toEqual([some(6 * minute), some(5 * minute)])
  })

  it('goes back from what was kept by no more than answers differ, if little lies between', () => {
    const { clock, watermark, round } = rounds(undefined, 10_000)
    watermark.resume(position(5 * minute), '/store')
    round(5 * minute)
    clock.advance(5000)
    expect(round(5 * minute - 11_000)).toEqual(some(5 * minute - 16_000))
    expect(watermark.since()).toEqual(some(5 * minute - 26_000))
  })

  it('no longer counts the time between two processes once two responses in a row are behind it', () => {
    const stored: Position = {
      ...{ moment: 100 * minute, anchor: 5 * minute, at: -95 * minute, serviceTime: 5 * minute },
      isDoubted: false,
    }
    const { clock, watermark, round } = rounds(0)
    watermark.resume(stored, '/store')
    expect(round(100 * minute)).toEqual(some(100 * minute))
    clock.advance(minute)
    expect(round(40 * minute)).toEqual(some(100 * minute))
    clock.advance(minute)
    expect(round(102 * minute)).toEqual(some(102 * minute))
    clock.advance(minute)
    expect([round(40 * minute), round(40 * minute)]).toEqual([some(102 * minute), ahead('/store')])
    expect(watermark.since()).toEqual(some(0))
    expect(round(40 * minute)).toEqual(some(8 * minute))
  })

  it('moves only when the checkpoint is kept', () => {
    const { watermark } = rounds(0, 0)
    watermark.ask()
    watermark.recordResponse(some(minute))
    expect(watermark.advance(some(minute), false)).toEqual(some(minute))
    expect(watermark.since()).toEqual(some(0))
    watermark.commit()
    expect(watermark.since()).toEqual(some(minute))
  })

  it.each([
    [5 * minute, 5 * minute],
    [0, 30_000],
  ])('with an overlap of %p ms, begins no more than %p ms ahead of the service', (overlap, tolerated) => {
    expect(rounds(10 * minute, overlap).round(10 * minute - tolerated)).toEqual(some(expect.any(Number)))
    expect(rounds(10 * minute, overlap).round(10 * minute - tolerated - 1)).toEqual(ahead('/since'))
  })

  it('comes back to what the service told from what the overlap does not cover', () => {
    const { watermark, round } = rounds(10 * minute, 0)
    expect(round(10 * minute - 20_000)).toEqual(some(10 * minute - 20_000))
    expect(watermark.since()).toEqual(some(10 * minute - 20_000))
  })

  it('comes back to where it began, not past what it has asked for, when it finds that out later', () => {
    const { clock, round } = rounds(10 * minute, 0)
    expect(round(Date.UTC(9999, 0))).toEqual(some(10 * minute))
    clock.advance(5000)
    expect(round(10 * minute - 15_000)).toEqual(some(10 * minute - 20_000))
    clock.advance(5000)
    expect(round(10 * minute - 10_000)).toEqual(some(10 * minute - 10_000))
  })

  it('steps back once a round, however far the service falls meanwhile', () => {
    const { round } = rounds(60 * minute)
    expect(round(20 * minute)).toEqual(ahead('/since'))
    expect(round(0)).toEqual(some(20 * minute))
  })

  it('takes a beginning ahead of the service for its now', () => {
    const { watermark, round } = rounds(Date.UTC(9999, 0), minute)
    expect(round(10 * minute)).toEqual(ahead('/since'))
    expect(watermark.since()).toEqual(some(9 * minute))
    expect(round(10 * minute)).toEqual(some(10 * minute))
  })

  it('takes the moment to begin with in the watermark of what was kept ahead of the service', () => {
    const { watermark, round } = rounds(Date.UTC(9999, 0), minute)
    watermark.resume(position(Date.UTC(8888, 0)), '/store')
    expect(round(10 * minute)).toEqual(ahead('/store'))
    expect(watermark.since()).toEqual(some(Date.UTC(9999, 0) - minute))
    expect(round(10 * minute)).toEqual(ahead('/since'))
    expect(watermark.since()).toEqual(some(9 * minute))
  })

  it('believes the first answer that is behind it, and later the second in a row', () => {
    const { clock, watermark, round } = rounds(10 * minute)
    expect(round(10 * minute)).toEqual(some(10 * minute))
    clock.advance(minute)
    expect(round(0)).toEqual(some(10 * minute))
    expect(round(11 * minute)).toEqual(some(11 * minute))
    clock.advance(minute)
    expect(round(minute)).toEqual(some(11 * minute))
    expect(round(2 * minute)).toEqual(ahead('/since'))
    expect(watermark.since()).toEqual(some(0))
  })

  it('does not move with an answer that is behind it, for the next one is measured by where it stands', () => {
    const { clock, watermark, round } = rounds(undefined, 5 * minute)
    expect(round(200 * minute, 200 * minute)).toEqual(some(200 * minute))
    clock.advance(60 * minute)
    expect(round(250 * minute, 240 * minute)).toEqual(some(200 * minute))
    clock.advance(60 * minute)
    expect(round(310 * minute, 300 * minute)).toEqual(ahead('/checkpoint'))
    expect(watermark.since()).toEqual(some(185 * minute))
  })

  it('goes back to where the service was when it told the update that was ahead, however long ago', () => {
    const { clock, watermark, round } = rounds(0, 0)
    expect(round(60 * minute, 60 * minute)).toEqual(some(60 * minute))
    for (let reported = 61; reported <= 65; reported++) {
      clock.advance(minute)
      expect(round(reported * minute)).toEqual(some(reported * minute))
    }
    clock.advance(minute)
    expect(round(6 * minute)).toEqual(some(65 * minute))
    clock.advance(minute)
    expect(round(7 * minute)).toEqual(ahead('/checkpoint'))
    expect(watermark.since()).toEqual(some(0))
  })

  it('finds out later that it began ahead of the service', () => {
    const { clock, watermark, round } = rounds(60 * minute)
    round(Date.UTC(9999, 0))
    clock.advance(60 * minute)
    round(61 * minute)
    clock.advance(minute)
    expect(round(62 * minute)).toEqual(ahead('/since'))
    expect(watermark.since()).toEqual(some(0))
    expect(round(62 * minute)).toEqual(some(62 * minute))
  })

  it('finds out that it began ahead of the service after an update has moved it, too', () => {
    const { clock, watermark, round } = rounds(10 * minute, 0)
    expect(round(Date.UTC(9999, 0))).toEqual(some(10 * minute))
    clock.advance(minute)
    expect(round(12 * minute, 11 * minute)).toEqual(some(11 * minute))
    clock.advance(minute)
    expect(round(11 * minute)).toEqual(some(11 * minute))
    expect(round(11 * minute)).toEqual(ahead('/since'))
    expect(watermark.since()).toEqual(some(9 * minute))
    expect(round(11 * minute, 11 * minute)).toEqual(some(11 * minute))
  })

  it.each([
    [59, '/since'],
    [60, '/checkpoint'],
  ])('after times of the service that agree for %p minutes, goes back to %s', (minutes, option) => {
    const { clock, round } = rounds(10 * minute, 0)
    const now = (10 + minutes) * minute
    round(10 * minute)
    clock.advance(minutes * minute)
    expect(round(now, now)).toEqual(some(now))
    expect(round(now - 5 * minute)).toEqual(some(now))
    expect(round(now - 5 * minute)).toEqual(ahead(option))
  })

  it('checks where it began for as long as the times of the service do not agree', () => {
    const { clock, round } = rounds(10 * minute, 0)
    for (let hours = 0; hours < 8; hours++) {
      round((10 + 60 * hours + (hours % 2)) * minute)
      clock.advance(60 * minute)
    }
    expect(round(490 * minute, 490 * minute)).toEqual(some(490 * minute))
    expect(round(480 * minute)).toEqual(some(490 * minute))
    expect(round(480 * minute)).toEqual(ahead('/since'))
  })

  it('without news moves by what has passed until it asked, however far the service leaps', () => {
    const { clock, watermark, round } = rounds(0)
    for (let minutes = 0; minutes < 5; minutes++) {
      expect(round(minutes * minute + Date.UTC(2100, 0))).toEqual(some(minutes * minute))
      clock.advance(minute)
    }
    watermark.ask()
    clock.advance(minute)
    watermark.recordResponse(some(Date.UTC(2100, 0)))
    expect(watermark.advance(none, false)).toEqual(some(5 * minute))
  })

  it('without news or a time told moves by what has passed, an overlap and a millisecond past the update at most', () => {
    const { clock, watermark, round } = rounds(undefined, 3 * minute)
    expect(round(undefined, 10 * minute)).toEqual(some(10 * minute))
    const reached = [1, 2, 3, 4, 5].map(() => {
      clock.advance(minute)
      return round(undefined)
    })
    const furthest = 13 * minute + 1
    expect(reached).toEqual([11 * minute, 12 * minute, 13 * minute, furthest, furthest].map(some))
    expect(watermark.since()).toEqual(some(10 * minute + 1))
    clock.advance(minute)
    expect(round(20 * minute)).toEqual(some(16 * minute))
    expect(round(undefined)).toEqual(some(16 * minute))
  })

  it('follows a service that leaps ahead with the first update', () => {
    const { clock, round } = rounds(0)
    round(0)
    clock.advance(minute)
    expect(round(600 * minute)).toEqual(some(minute))
    expect(round(600 * minute, 599 * minute)).toEqual(some(599 * minute))
    clock.advance(minute)
    expect(round(602 * minute)).toEqual(some(600 * minute))
  })
})
