import { defer, of, throwError } from 'rxjs'
import { untilNoWorkerLeft } from '../../../lib/cli/fleet/drainFleet.js'
import type { EngineStatus } from '../../../lib/fleet.js'
import { createVirtualClock } from '../../../lib/index.js'

const status = (held: number, ...workers: ReadonlyArray<string>): EngineStatus => ({
  users: 9,
  failingUsers: 0,
  suspendedUsers: 0,
  suspendedFeeds: 0,
  dueRounds: 0,
  lag: 0,
  heldRounds: held,
  workers,
  pausedWorkers: [],
})

const waiting = (deadline: number, ...answers: ReadonlyArray<EngineStatus>) => {
  const clock = createVirtualClock()
  let looks = 0
  const engine = { status: () => defer(() => of(answers[Math.min(looks++, answers.length - 1)] ?? status(0))) }
  const reported: Array<unknown> = []
  untilNoWorkerLeft(engine, deadline, clock).subscribe({
    next: ({ workers, heldRounds }) => reported.push([workers.length, heldRounds]),
    error: (error) => reported.push(error),
    complete: () => reported.push('nobody works'),
  })
  return { clock, reported, looks: () => looks }
}

describe('waiting until nobody works', () => {
  it('tells who still does, whenever that has changed', () => {
    const { clock, reported, looks } = waiting(
      60_000,
      status(3, 'a', 'b'),
      status(3, 'a', 'b'),
      status(1, 'a'),
      status(0),
    )
    clock.advance(60_000)
    expect(reported).toStrictEqual([[2, 3], [1, 1], [0, 0], 'nobody works'])
    expect([looks(), clock.pending()]).toStrictEqual([4, 0])
  })

  it('is over at once if nobody does', () => {
    const { clock, reported } = waiting(60_000, status(0))
    clock.advance(0)
    expect(reported).toStrictEqual([[0, 0], 'nobody works'])
  })

  it('says at the deadline who still works', () => {
    const { clock, reported } = waiting(2000, status(1, 'a', '\x1bb'))
    clock.advance(2000)
    expect(reported.at(-1)).toMatchObject({
      name: 'CommandError',
      exitCode: 1,
      message: 'not drained in time; workers that still run or have died: a, ?b',
    })
    expect(clock.pending()).toBe(0)
  })

  it('fails if the database does', () => {
    const errors: Array<unknown> = []
    const clock = createVirtualClock()
    untilNoWorkerLeft({ status: () => throwError(() => 'gone') }, 1000, clock).subscribe({
      error: (error) => errors.push(error),
    })
    clock.advance(0)
    expect(errors).toStrictEqual(['gone'])
  })
})
