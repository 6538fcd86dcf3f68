import assert from 'node:assert/strict'
import { firstValueFrom, lastValueFrom, type Observable, Subject, Subscription, toArray } from 'rxjs'
import { checkLaw } from '../../testing/laws/checkLaw.js'
import type { DueRound, Engine, EngineStatus, Lane, RoundEnd, WorkerEvent } from './Engine.js'

/** An empty engine for the laws of engines, with control over its time and its connections. */
export interface EngineFixture {
  /** Opens the engine as another process would. All opened engines share their users and rounds. */
  readonly open: () => Engine
  /** Lets this number of milliseconds pass, and resolves once everything that is due by then was done. */
  readonly elapse: (ms: number) => Promise<void>
  /** Stops answering the calls of a worker, by its name in `status`, as if its machine had failed. */
  readonly cutOff: (worker: string) => void
}

/**
 * A requirement on every engine, as a test.
 *
 * - `name`: the requirement, as the name of a test.
 * - `check`: resolves when the engine fulfils it; rejects with what differs, or after ten seconds.
 */
export interface EngineLaw {
  readonly name: string
  readonly check: (place: EngineFixture) => Promise<void>
}

/** The longest wait of a law, in milliseconds of the engine's time. */
const maxWait = 600_000

/** The end of a round that has succeeded. */
export const again = (wait = 60_000): RoundEnd => ({ _tag: 'Again', wait, every: 60_000, failures: 0 })

/** A worker of a law. Its rounds run until the law ends them. */
export interface LawWorker {
  readonly name: string
  /** The rounds that the worker was given, oldest first. */
  readonly rounds: Array<DueRound>
  readonly events: Array<WorkerEvent>
  /** How the worker's stream has ended: `completed`, or the error. */
  readonly ends: Array<unknown>
  readonly stop: () => void
  readonly leave: () => void
}

/** Resolves with the answer of a call. */
export const answer = (stream: Observable<boolean>): Promise<boolean> => firstValueFrom(stream)

/** The operations that laws are written with. */
const openPlace = ({ open, elapse, cutOff }: EngineFixture) => {
  const engine = open()
  const opened = new Subscription()

  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (let passed = 0; !(await isSo()); passed += 100) {
      assert.ok(passed < maxWait, 'what the law waits for has not happened')
      await elapse(100)
    }
  }

  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) await elapse(100)
  }

  const status = (): Promise<EngineStatus> => firstValueFrom(engine.status())

  const work = async (concurrency: Partial<Record<Lane, number>> = {}): Promise<LawWorker> => {
    const before = (await status()).workers
    const stop$ = new Subject<void>()
    const [rounds, events, ends]: [Array<DueRound>, Array<WorkerEvent>, Array<unknown>] = [[], [], []]
    const working = open()
      .work({ concurrency: { scheduled: 10, hurried: 2, ...concurrency }, stop$ })
      .subscribe({
        next: (one) => ('user' in one ? rounds.push(one) : events.push(one)),
        error: (error: unknown) => ends.push(error),
        complete: () => ends.push('completed'),
      })
    opened.add(working)
    let name: string | undefined
    await until(async () => {
      name = (await status()).workers.find((one) => !before.includes(one))
      return name !== undefined
    })
    return {
      name: name ?? '',
      rounds,
      events,
      ends,
      stop: () => stop$.next(),
      leave: () => working.unsubscribe(),
    }
  }

  /** Subscribes to the end of a round, and lets time pass until it has emitted. */
  const end = async (round: DueRound | undefined, how: RoundEnd = again()): Promise<boolean | undefined> => {
    assert.ok(round, 'no round was given')
    let emitted: boolean | undefined
    let refused: Error | undefined
    round.end(how).subscribe({ next: (value) => (emitted = value), error: (error: Error) => (refused = error) })
    await until(() => emitted !== undefined || refused !== undefined)
    if (refused !== undefined) throw refused
    return emitted
  }

  const add = (users: Readonly<Record<string, number>>): Promise<number> =>
    firstValueFrom(engine.add(Object.entries(users).map(([id, wait]) => ({ id, wait }))))

  const users = () => lastValueFrom(engine.users().pipe(toArray()))

  return { engine, until, pass, status, work, end, add, users, cutOff, close: () => opened.unsubscribe() }
}

type LawPlace = ReturnType<typeof openPlace>

/** Creates a law: `check` gets an engine whose tables are migrated. */
export const law = (name: string, check: (place: LawPlace) => Promise<void>): EngineLaw => ({
  name,
  check: (place) =>
    checkLaw(name, async () => {
      const laws = openPlace(place)
      await lastValueFrom(laws.engine.migrate(), { defaultValue: undefined })
      await check(laws).finally(laws.close)
    }),
})

/** The users of a worker's rounds, oldest first. */
export const usersOf = ({ rounds }: LawWorker): ReadonlyArray<string> => rounds.map(({ user }) => user)
