import { isSome } from 'fp-ts/lib/Option.js'
import { EMPTY } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { link, listResponse, memoryStore, row, serverStart, watch } from '../../helpers/feed.js'
import { page } from '../../helpers/responses.js'

const minute = 60_000
const at = (ms: number): string => new Date(serverStart + ms).toISOString()
/** A row that was updated so long after the beginning. */
const updated = (id: number, ms: number, fields?: object): object => row(id, serverStart + ms, fields)
const said = (rows: ReadonlyArray<unknown>, serverMs?: number, next?: string) =>
  listResponse(rows, serverMs === undefined ? undefined : serverStart + serverMs, next)

/** The checkpoints of a feed whose pages come one after the other, round for round. */
const checkpointsOf = (pages: ReadonlyArray<ReturnType<typeof said>>, since?: Date): ReadonlyArray<string> => {
  const watched = watch((_, turn) => pages[turn] ?? said([]), since === undefined ? {} : { since })
  while (watched.questions.length < pages.length) watched.clock.advance(minute)
  expect(watched.errors).toEqual([])
  return watched.checkpoints()
}

describe('the checkpoint of changes', () => {
  it('is the greatest updated_at of all pages if the service answered later', () => {
    const pages = [
      said([updated(1, 30), updated(2, 50)], minute, link('2')),
      said([updated(3, 40)], minute, link('3')),
      said([updated(4, 10)], minute),
    ]
    expect(checkpointsOf(pages)).toEqual(['-', '-', at(50)])
  })

  it("is the service's time at the first answer if rows were updated while it was read", () => {
    const pages = [
      said([updated(1, 10_000)], 20_000, link('2')),
      said([updated(2, 45_000)], 40_000, link('3')),
      said([updated(3, 70_000)], 60_000),
    ]
    expect(checkpointsOf(pages)).toEqual(['-', '-', at(20_000)])
  })

  it("moves by what has passed if there is nothing new, never past the service's time at the first answer", () => {
    const pages = [said([], 0, link('2')), said([], 5000), said([], 61_000), said([], 90_000, link('2')), said([])]
    const watched = watch((_, turn) => pages[turn] ?? said([]), { since: new Date(serverStart) })
    watched.clock.advance(2 * minute)
    expect(watched.checkpoints()).toEqual(['-', at(0), at(minute), '-', at(90_000)])
  })

  it('is told at the end of each round, and of failures none, with the number of the watcher', () => {
    const pages = [said([updated(1, 30)], minute, link('2')), said([updated(2, 20)], minute), listResponse([]), { status: 503, headers: {}, body: '' }] // prettier-ignore
    const { clock, events, batches, checkpoints } = watch((_, turn) => pages[turn] ?? said([], 3 * minute))
    for (const { checkpoint } of batches) if (isSome(checkpoint)) checkpoint.value.setTime(0)
    clock.advance(3 * minute)
    const rounds = events.flatMap((event) => (event._tag === 'Polled' ? [event] : []))
    expect(rounds.map(({ watcher }) => watcher)).toEqual([1, 1, 1, 1])
    const reached = rounds.map(({ checkpoint }) => (isSome(checkpoint) ? checkpoint.value.toISOString() : '-'))
    const [, , second, third] = checkpoints()
    expect(reached).toEqual([at(30), second, '-', third])
    expect(third).toBe(at(2 * minute + 30))
  })

  it('is unknown if nothing was ever told, which is requested again', () => {
    const { clock, checkpoints, questions } = watch(() => said([], 0))
    clock.advance(minute)
    expect([checkpoints(), questions]).toEqual([
      ['-', '-'],
      ['everything', 'everything'],
    ])
  })

  it('takes what was seen before for nothing new', () => {
    const rows = [updated(1, 1000), updated(2, 2000)]
    const pages = [said(rows, 30_000), said(rows, 90_000), said([...rows, updated(3, 91_000)], 150_000)]
    expect(checkpointsOf(pages)).toEqual([at(2000), at(62_000), at(91_000)])
  })

  it('does not move back, whatever one answer says', () => {
    const pages = [
      said([], 10 * minute),
      said([], 2 * minute),
      said([updated(1, 7 * minute)], 11 * minute),
      said([updated(2, 20 * minute)], 1),
      said([updated(2, 21 * minute)], 12 * minute),
      said([], 13 * minute),
    ]
    const checkpoints = checkpointsOf(pages, new Date(serverStart + 10 * minute))
    expect(checkpoints).toEqual([10, 10, 10, 10, 12, 13].map((minutes) => at(minutes * minute)))
  })

  it('does not follow one answer whose time leaps ahead, so that what comes next is not lost', () => {
    const pages = [said([], 0), said([], 60 * minute), said([updated(1, 90_000)], 2 * minute)]
    expect(checkpointsOf(pages, new Date(serverStart))).toEqual([at(0), at(minute), at(90_000)])
  })

  it('never moves back behind the moment to begin with', () => {
    expect(checkpointsOf([said([updated(1, 0)], minute)], new Date(serverStart + 3 * minute))).toEqual([at(3 * minute)])
  })

  it.each([-7, 0, 7])('is never of the local clock, %p hours from the service’s', (hours) => {
    const clock = createVirtualClock({ start: serverStart + hours * 3_600_000 })
    const pages = [said([], 0), said([updated(1, 30_000)], 61_000), said([], 122_000), said([])]
    const { checkpoints, questions } = watch((_, turn) => pages[turn] ?? said([]), {}, { clock })
    clock.advance(minute)
    clock.stepWall(3 * 3_600_000)
    clock.advance(2 * minute)
    // Like a sleep, the step is seen after half a minute, and the round comes early.
    expect(checkpoints()).toEqual(['-', at(30_000), at(60_000), at(120_000)])
    expect(questions).toEqual(['everything', 'everything', at(30_000 - 5 * minute), at(60_000 - 5 * minute)])
  })

  it('is the greatest updated_at when the service tells no time', () => {
    const pages = [said([]), said([updated(1, 10)]), said([updated(2, 20)]), said([updated(3, 90_000)])]
    expect(checkpointsOf(pages)).toEqual(['-', at(10), at(20), at(60_020)])
  })

  it('moves by what has passed when the service tells no time, till the last update is requested no more', () => {
    const rows = [updated(1, 10), updated(2, 10)]
    const { clock, questions, ids, checkpoints } = watch((_, turn) => (turn < 6 ? said(rows) : said([])))
    clock.advance(60 * minute)
    const minutes = (from: number) => [0, 1, 2, 3, 4, 5].map((minutes) => at(10 + (minutes - from) * minute))
    expect(questions.slice(0, 9)).toEqual(['everything', ...minutes(5), at(11), at(11)])
    expect(new Set(questions.slice(7))).toEqual(new Set([at(11)]))
    expect(checkpoints().slice(0, 8)).toEqual([...minutes(0), at(5 * minute + 11), at(5 * minute + 11)])
    expect(ids().flat()).toEqual([1, 2])
  })

  it('is not carried away by one row ahead of its time when the service tells none', () => {
    const pages = [said([updated(1, 0)]), said([updated(2, 60 * minute)]), said([updated(3, 2 * minute)])]
    expect(checkpointsOf(pages)).toEqual([at(0), at(minute), at(2 * minute)])
  })

  it('is behind, not ahead, when the service tells no time and a row comes after a long silence', () => {
    const pages = [said([updated(1, 0)]), said([updated(2, 60 * minute)]), said([updated(3, 61 * minute)])]
    expect(checkpointsOf(pages)).toEqual([at(0), at(minute), at(61 * minute)])
  })

  it.each(['yesterday', '1768478400', '', '2026-01-15T12:00:00.000Z'])('takes no time from a Date of %p', (date) => {
    const { checkpoints } = watch(() => page([updated(1, 10)], null, null, { date }))
    expect(checkpoints()).toEqual([at(10)])
  })

  it("is the service's time, as far as two answers agree, if rows have no updated_at", () => {
    const rows = [{ id: 1 }, { id: 2, updated_at: null }]
    expect(checkpointsOf([0, 1, 2].map((minutes) => said(rows, minutes * minute)))).toEqual([
      '-',
      at(minute),
      at(2 * minute),
    ])
    expect(checkpointsOf([0, 60, 2].map((minutes) => said(rows, minutes * minute)))).toEqual([
      '-',
      at(minute),
      at(2 * minute),
    ])
    expect(checkpointsOf([60, 1, 2].map((minutes) => said(rows, minutes * minute)))).toEqual([
      '-',
      at(minute),
      at(2 * minute),
    ])
    expect(checkpointsOf([said([{ id: 1 }, updated(2, 7)], minute)])).toEqual([at(7)])
  })

  it("is the service's time if the moment to begin with is yet to come, so that nothing is left out", () => {
    const pages = [said([], 0), said([updated(1, 30_000)], minute), said([], 2 * minute)]
    const { clock, questions, ids } = watch((_, turn) => pages[turn] ?? said([]), {
      since: new Date(Date.UTC(9999, 0)),
    })
    clock.advance(minute)
    expect(questions.slice(1)).toEqual([at(-5 * minute), at(30_000 - 5 * minute)])
    expect(ids()).toEqual([[1], []])
  })

  it('has milliseconds', () => {
    expect(checkpointsOf([said([updated(1, 123)], minute)])).toEqual(['2026-01-15T12:00:00.123Z'])
  })

  it('continues from a dead cursor with the time of the first answer', () => {
    const gone = { status: 410, headers: {}, body: '' }
    const pages = [said([updated(1, 90_000)], minute, link('2')), gone, said([updated(1, 90_000)], 3 * minute)]
    const { checkpoints } = watch((_, turn) => pages[turn] ?? said([]))
    expect(checkpoints()).toEqual(['-', at(minute)])
  })

  it('is not moved by whoever changes the dates that it was given in', () => {
    const store = memoryStore()
    const since = new Date(serverStart)
    const process = ({ checkpoint }: { readonly checkpoint: unknown }) => {
      const given = checkpoint as { _tag: string; value: Date }
      if (given._tag === 'Some') given.value.setUTCFullYear(2033)
      return EMPTY
    }
    const { clock, questions, batches } = watch(() => said([updated(1, minute)], minute), {
      since,
      overlap: 0,
      store,
      process,
    })
    since.setUTCFullYear(2031)
    for (const { checkpoint } of batches) if (isSome(checkpoint)) checkpoint.value.setUTCFullYear(2034)
    clock.advance(minute)
    expect(questions).toEqual([at(0), at(minute)])
    expect(store.saved).toEqual([at(minute), at(minute)])
  })
})

describe('the overlap of changes', () => {
  it('drops rows that were seen in it', () => {
    const pages = [
      said([updated(1, 1000), updated(2, 2000)], 30_000),
      said([updated(2, 2000), updated(1, 70_000), updated(3, 1500)], 90_000),
      said([updated(3, 1500), updated(2, 2000), updated(1, 70_000)], 150_000),
    ]
    const { clock, ids } = watch((_, turn) => pages[turn] ?? said([]))
    clock.advance(2 * minute)
    expect(ids()).toEqual([[1, 2], [1, 3], []])
  })

  it('drops a row that was seen in it, though the service left it out of one answer', () => {
    const pages = [said([updated(1, 1000)], 30_000), said([], 90_000), said([updated(1, 1000)], 150_000)]
    const { clock, ids } = watch((_, turn) => pages[turn] ?? said([]))
    clock.advance(2 * minute)
    expect(ids()).toEqual([[1], [], []])
  })

  it('forgets a row that is older and was left out of an answer, so that a long life needs no more memory', () => {
    const pages = [said([updated(1, 0)], 10 * minute), said([updated(1, 0)], 11 * minute), said([], 12 * minute)]
    const { clock, ids } = watch((_, turn) => pages[turn] ?? said([updated(1, 0)], 13 * minute), { overlap: 1000 })
    clock.advance(4 * minute)
    expect(ids()).toEqual([[1], [], [], [1], []])
  })

  it('drops rows without updated_at by their content', () => {
    const pages = [said([{ id: 1, value: 1 }]), said([{ id: 1, value: 1 }]), said([{ id: 1, value: 2 }])]
    const { clock, ids } = watch((_, turn) => pages[turn] ?? said([]))
    clock.advance(2 * minute)
    expect(ids()).toEqual([[1], [], [1]])
  })

  it('500 rows of one moment on two pages all come once', () => {
    const rows = Array.from({ length: 500 }, (_, index) => updated(index, 1000))
    const feed = (question: string) =>
      question === '2' ? said(rows.slice(250), 2000) : said(rows.slice(0, 250), 2000, link('2'))
    const { clock, ids } = watch(feed, { limit: 250 })
    clock.advance(3 * minute)
    expect(new Set(ids().flat()).size).toBe(500)
    expect(ids().flat()).toHaveLength(500)
  })

  it('a row that is committed four minutes late comes with the next round', () => {
    // The service keeps to what is asked: it tells what was updated at that moment or later, once it is committed.
    const rows = [
      { at: 10 * minute, committed: 10 * minute, id: 1 },
      { at: 8 * minute, committed: 12 * minute - 1, id: 2 },
    ]
    const clock = createVirtualClock({ start: serverStart })
    const answer = (question: string) => {
      const now = clock.monotonic()
      const since = question === 'everything' ? 0 : Date.parse(question) - serverStart
      return said(
        rows.filter((late) => late.committed <= now && late.at >= since).map((late) => updated(late.id, late.at)),
        now,
      )
    }
    const { ids } = watch(answer, { every: minute }, { clock })
    clock.advance(15 * minute)
    expect(ids().flat()).toEqual([1, 2])
  })

  it('in a round an older live row never comes after its newer tombstone', () => {
    const tombstone = updated(1, 2000, { is_deleted: true })
    const live = updated(1, 1000)
    const pages = [said([tombstone, live], 30_000), said([tombstone, live], 90_000), said([live, tombstone], 150_000)]
    const { clock, batches } = watch((_, turn) => pages[turn] ?? said([]))
    clock.advance(2 * minute)
    const isDeleted = (resource: object) => 'is_deleted' in resource
    expect(batches.map(({ resources }) => resources.map(isDeleted))).toEqual([[true], [], [false, true]])
  })

  it('is what it was told to be', () => {
    const { clock, questions } = watch(() => said([updated(1, 0)], 0), { overlap: 3_600_000 })
    clock.advance(minute)
    expect(questions[1]).toBe(at(-3_600_000))
  })
})
