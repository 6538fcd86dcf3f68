import { BehaviorSubject, type Observable, of, ReplaySubject, Subject, throwError } from 'rxjs'
import { createVirtualClock } from '../../../../lib/index.js'
import type { RoundEnd } from '../../../../lib/mirror/fleet/Engine.js'
import { createRoundEnds, type HeldRound, type PendingEnd } from '../../../../lib/mirror/fleet/engine/roundEnds.js'

const again: RoundEnd = { _tag: 'Again', wait: 1, every: 1, failures: 0 }

const heldRound = (job: string): HeldRound => ({
  round: { user: job, uuid: undefined, lag: 0, every: undefined, failures: 0, isSuspended: false, suspendedFeeds: [] },
  lane: 'scheduled',
  job,
  revision: 1,
  runNow$: new ReplaySubject(1),
})

/** The ends of a worker that holds the rounds of the jobs 1, 2 and so on. */
const start = (count: number) => {
  const clock = createVirtualClock()
  const rounds = Array.from({ length: count }, (_, index) => heldRound(String(index + 1)))
  const held$ = new BehaviorSubject<ReadonlyArray<HeldRound>>(rounds)
  const ends = createRoundEnds(clock, held$)
  const batches: Array<number> = []
  const answers: Array<[number, boolean]> = []
  const write = (finish: (batch: ReadonlyArray<PendingEnd>) => Observable<ReadonlySet<string>>) =>
    ends.write((batch) => {
      batches.push(batch.length)
      return finish(batch)
    })
  const end = (job: number) => {
    const round = rounds[job - 1] ?? heldRound(String(job))
    return ends.end(round, again).subscribe((isHeld) => answers.push([job, isHeld]))
  }
  return { clock, ends, held$, batches, answers, write, end }
}

const allOf = (batch: ReadonlyArray<PendingEnd>) => of(new Set(batch.map(({ round }) => round.job)))

describe('createRoundEnds', () => {
  it('collects ends for a tenth of a second, or until all held rounds have ended', () => {
    const { clock, batches, answers, write, end, held$ } = start(5)
    write(allOf).subscribe()
    end(1)
    end(2)
    clock.advance(99)
    expect(batches).toEqual([])
    clock.advance(1)
    expect([batches, answers]).toEqual([
      [2],
      [
        [1, true],
        [2, true],
      ],
    ])
    expect(held$.value.map(({ job }) => job)).toEqual(['3', '4', '5'])
    for (const job of [3, 4, 5]) end(job)
    expect(batches).toEqual([2, 3])
    expect(held$.value).toEqual([])
  })

  it('writes at most fifty ends at once, and later ends after them', () => {
    const { batches, answers, write, end } = start(1000)
    const written = new Subject<ReadonlySet<string>>()
    write(() => written).subscribe()
    for (let job = 1; job <= 120; job++) end(job)
    expect(batches).toEqual([50])
    expect(answers).toEqual([])
  })

  it('answers which rounds the worker still held', () => {
    const { answers, write, end } = start(2)
    write(() => of(new Set(['2']))).subscribe()
    end(1)
    end(2)
    expect(answers).toEqual([
      [1, false],
      [2, true],
    ])
  })

  it('writes a batch again that could not be written', () => {
    const { answers, write, end } = start(1)
    const errors: Array<unknown> = []
    write(() => throwError(() => 'away')).subscribe({ error: (error) => errors.push(error) })
    end(1)
    expect([errors, answers]).toEqual([['away'], []])
    write(allOf).subscribe()
    expect(answers).toEqual([[1, true]])
  })

  it('answers all ends with false once the worker has stopped, and keeps those that are pending', () => {
    const { answers, ends, end } = start(2)
    end(1)
    ends.close()
    end(2)
    expect(answers).toEqual([
      [1, false],
      [2, false],
    ])
    expect(ends.pending().map(({ round }) => round.job)).toEqual(['1'])
  })
})
