import { EMPTY, NEVER, type Observable, Subject, type Subscription, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { noteError, staggerStart } from '../../../lib/streams/polling/staggerStart.js'
import { connectionOver } from '../../helpers/connection.js'
import { randomFrom } from '../../helpers/watching.js'

const minute = 60_000
const watcher = { operation: 'stocks.updated', watcher: 3, every: minute }

describe('spreadStart', () => {
  const starting = (
    connection = connectionOver(() => NEVER, { clock: createVirtualClock(), random: randomFrom(1) }),
  ) => {
    const clock = connection.clock as ReturnType<typeof createVirtualClock>
    const begun: Array<number> = []
    const start = (count: number, triggered$?: Observable<unknown>) =>
      Array.from({ length: count }, () =>
        staggerStart(connection, watcher, EMPTY, triggered$).subscribe({
          complete: () => begun.push(clock.monotonic()),
        }),
      )
    return { clock, connection, begun, start }
  }

  it('lets ten begin at once, and spreads those beyond over their interval', () => {
    const { clock, begun, start } = starting()
    start(1010)
    expect(begun).toEqual(Array<number>(10).fill(0))
    clock.advance(minute / 2)
    expect(begun.length).toBeGreaterThan(450)
    expect(begun.length).toBeLessThan(570)
    clock.advance(minute / 2)
    expect([begun.length, clock.pending()]).toEqual([1010, 0])
  })

  it('lets ten more begin at once a second later, whatever became of the others', () => {
    const { clock, begun, start } = starting()
    start(500).forEach((subscription) => subscription.unsubscribe())
    expect([begun.length, clock.pending()]).toEqual([10, 0])
    clock.advance(999)
    start(1)
    expect(begun).toHaveLength(10)
    clock.advance(1)
    const before = begun.length
    start(10)
    expect(begun).toHaveLength(before + 10)
  })

  it('begins who waits when it is triggered, once, and listens no more', () => {
    const { clock, begun, start } = starting()
    const triggered$ = new Subject<void>()
    start(10)
    start(1)[0]?.unsubscribe()
    start(1, triggered$)
    start(1, triggered$)[0]?.unsubscribe()
    expect([begun.length, clock.pending()]).toEqual([10, 1])
    clock.advance(1)
    triggered$.next()
    triggered$.next()
    expect([begun.slice(10), clock.pending(), triggered$.observed]).toEqual([[1], 0, false])
  })

  it('begins who waits at a hint, if his time has passed in a sleep, and not before', () => {
    const { clock, begun, start } = starting()
    start(100)
    clock.wake()
    expect(begun.length).toBe(10)
    clock.sleep(minute)
    clock.wake()
    expect([begun.length, clock.pending()]).toEqual([100, 0])
  })

  it('begins who waits within half a minute of a sleep without a hint', () => {
    const { clock, begun, start } = starting()
    start(100)
    clock.sleep(60 * minute)
    clock.advance(minute / 2)
    expect([begun.length, clock.pending()]).toEqual([100, 0])
  })

  it('tells that a watcher has started, and that it has ended, however it does', () => {
    const reported = (rounds: Observable<unknown>, end: (subscription: Subscription) => void = () => undefined) => {
      const { connection } = starting()
      const documentedProfile = { ...watcher }
      const noted = rounds.pipe(noteError(documentedProfile))
      end(staggerStart(connection, documentedProfile, noted).subscribe({ error: () => undefined }))
      return connection.events
    }
    const about = { operation: 'stocks.updated', request: 0, watcher: 3, every: minute, time: new Date(0) }
    const both = [
      { ...about, _tag: 'WatcherStarted' },
      { ...about, _tag: 'WatcherEnded' },
    ]
    expect(reported(EMPTY)).toEqual(both)
    const full = new RangeError('full')
    const failed = [both[0], { ...both[1], error: full }]
    expect(reported(throwError(() => full))).toEqual(failed)
    expect(reported(throwError(() => 'text'))).toEqual([both[0], { ...both[1], error: expect.any(Error) as unknown }])
    expect(reported(NEVER)).toEqual(both.slice(0, 1))
    expect(reported(NEVER, (subscription) => subscription.unsubscribe())).toEqual(both)
  })

  it('tells of one that waits for its start', () => {
    const { connection, start } = starting()
    start(10)
    const [waiting] = start(1)
    expect(connection.events).toHaveLength(21)
    waiting?.unsubscribe()
    expect(connection.events.slice(20).map(({ _tag }) => _tag)).toEqual(['WatcherStarted', 'WatcherEnded'])
  })

  it('counts those of one client, whoever they are for', () => {
    const one = starting()
    one.start(10)
    const ofSameClient = starting({ ...one.connection, principal: 'another' })
    ofSameClient.start(1)
    const ofAnother = starting({ ...one.connection, client: {} })
    ofAnother.start(1)
    expect([one.begun.length, ofSameClient.begun.length, ofAnother.begun.length]).toEqual([10, 0, 1])
  })
})
