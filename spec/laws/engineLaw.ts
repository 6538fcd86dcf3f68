import assert from 'node:assert/strict'
import { firstValueFrom, lastValueFrom, type Observable, Subject, Subscription, toArray } from 'rxjs'
import type { DueRound, Engine, EngineStatus, Lane, RoundEnd, WorkerEvent } from '../../lib/mirror/fleet/Engine.js'
import { checkLaw } from './checkLaw.js'

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
  readonly check: (fixture: EngineFixture) => Promise<void>
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

/** Creates the operations with which laws control an engine. */
const createHarness = ({ open, elapse, cutOff }: EngineFixture) => {
  const engine = open()
  const subscriptions = new Subscription()

  const until = async (isMet: () => boolean | Promise<boolean>): Promise<void> => {
    for (let elapsed = 0; !(await isMet()); elapsed += 100) {
      assert.ok(elapsed < maxWait, 'the condition that the law waits for was not met in time')
      await elapse(100)
    }
  }

  const advance = async (ms: number): Promise<void> => {
    for (let elapsed = 0; elapsed < ms; elapsed += 100) await elapse(100)
  }

  const status = (): Promise<EngineStatus> => firstValueFrom(engine.status())

  const work = async (concurrency: Partial<Record<Lane, number>> = {}, given?: string): Promise<LawWorker> => {
    const before = (await status()).workers
    const stop$ = new Subject<void>()
    const [rounds, events, ends]: [Array<DueRound>, Array<WorkerEvent>, Array<unknown>] = [[], [], []]
    const subscription = open()
      .work({
        ...(given !== undefined && { name: given }),
        concurrency: { scheduled: 10, immediate: 2, ...concurrency },
        stop$,
      })
      .subscribe({
        next: (value) => ('user' in value ? rounds.push(value) : events.push(value)),
        error: (error: unknown) => ends.push(error),
        complete: () => ends.push('completed'),
      })
    subscriptions.add(subscription)
    let name: string | undefined
    await until(async () => {
      name = (await status()).workers.find((worker) => worker === given || !before.includes(worker))
      return name !== undefined
    })
    return {
      name: name ?? '',
      rounds,
      events,
      ends,
      stop: () => stop$.next(),
      leave: () => subscription.unsubscribe(),
    }
  }

  /** Subscribes to the end of a round, and lets time pass until it has emitted. */
  const end = async (round: DueRound | undefined, roundEnd: RoundEnd = again()): Promise<boolean | undefined> => {
    assert.ok(round, 'the worker has no such round')
    let emitted: boolean | undefined
    let failure: Error | undefined
    round.end(roundEnd).subscribe({ next: (value) => (emitted = value), error: (error: Error) => (failure = error) })
    await until(() => emitted !== undefined || failure !== undefined)
    if (failure !== undefined) throw failure
    return emitted
  }

  const add = (users: Readonly<Record<string, number>>): Promise<number> =>
    firstValueFrom(engine.add(Object.entries(users).map(([id, wait]) => ({ id, wait }))))

  const users = () => lastValueFrom(engine.users().pipe(toArray()))

  return { engine, until, advance, status, work, end, add, users, cutOff, close: () => subscriptions.unsubscribe() }
}

/** What a law works with. */
export type LawHarness = ReturnType<typeof createHarness>

/** Creates a law: `check` gets an engine whose tables are migrated. */
export const law = (name: string, check: (harness: LawHarness) => Promise<void>): EngineLaw => ({
  name,
  check: (fixture) =>
    checkLaw(name, async () => {
      const harness = createHarness(fixture)
      await lastValueFrom(harness.engine.migrate(), { defaultValue: undefined })
      await check(harness).finally(harness.close)
    }),
})

/** The users of a worker's rounds, oldest first. */
export const usersOf = ({ rounds }: LawWorker): ReadonlyArray<string> => rounds.map(({ user }) => user)
