import { EMPTY, NEVER, type Observable, of, Subject, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/index.js'
import { runGracefully, type RunGracefullyConfig, StopTimeout, type Watcher } from '../../../lib/node.js'
import { marbles } from '../../helpers/marbles.js'

const full = new RangeError('full')

describe('runGracefully', () => {
  it('emits what all emit, tells all to end, and completes when the last has', () => {
    marbles(({ hot, cold, clock, expectObservable, expectSubscriptions }) => {
      const stop$ = hot('  ---s------s')
      const one = cold('   a--b-|')
      const another = cold('-c------d|')
      const stopped: Array<number> = []
      const heeding =
        (source$: Observable<string>): Watcher<string> =>
        (told$) => {
          told$.subscribe(() => stopped.push(clock.monotonic()))
          return source$
        }
      expectObservable(runGracefully([heeding(one), heeding(another)], { stop$, clock })).toBe('ac-b----d|')
      expectSubscriptions(stop$.subscriptions).toBe('^--!')
      expectSubscriptions(one.subscriptions).toBe('  ^----!')
      expectSubscriptions(another.subscriptions).toBe('^--------!')
      cold('20ms |').subscribe({ complete: () => expect(stopped).toEqual([3, 3]) })
    })
  })

  it('completes when all have ended by themselves, and listens to nothing more', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const stop$ = cold('20ms s')
      expectObservable(runGracefully([() => cold('-a-|'), () => EMPTY], { stop$, clock })).toBe('-a-|')
      expectSubscriptions(stop$.subscriptions).toBe('^--!')
      expectObservable(runGracefully([], { stop$: NEVER, clock })).toBe('|')
    })
  })

  it('ends the others when one fails, and errors with that failure when they have ended', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const failing = cold<never>('--#', undefined, full)
      const ending = cold('5ms |')
      const stop$ = cold('20ms s')
      const another: Watcher<string> = (told$) => {
        const ended = new Subject<string>()
        told$.subscribe(() => ending.subscribe({ complete: () => ended.error(new RangeError('second')) }))
        return ended
      }
      expectObservable(runGracefully([() => failing, another], { stop$, clock })).toBe('7ms #', undefined, full)
      expectSubscriptions(stop$.subscriptions).toBe('^------!')
    })
  })

  it('does the same when a watcher cannot begin, and when what ends them fails', () => {
    marbles(({ clock, expectObservable }) => {
      const throwing: Watcher<never> = () => {
        throw full
      }
      expectObservable(runGracefully([throwing], { stop$: NEVER, clock })).toBe('#', undefined, full)
      const stop$ = throwError(() => full)
      const one: Watcher<string> = () => of('a')
      expectObservable(runGracefully([one], { stop$, clock })).toBe('(a#)', { a: 'a' }, full)
    })
  })

  it('cuts short what has not ended in time', () => {
    marbles(({ hot, cold, clock, expectObservable, expectSubscriptions }) => {
      const hanging = cold('a')
      const watchers = [() => hanging, () => hanging, () => cold('10ms |')]
      const late = new StopTimeout({ gracePeriod: 5000, unfinished: 2 })
      const stream = runGracefully(watchers, { stop$: hot('-s'), gracePeriod: 5000, clock })
      expectObservable(stream).toBe('(aa) 4997ms #', undefined, late)
      expectSubscriptions(hanging.subscriptions).toBe(['^ 5s !', '^ 5s !'])
    })
  })

  it('tells a failure rather than that others have not ended in time, which they have 8 seconds for', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const failing = cold<never>('-#', undefined, full)
      expectObservable(runGracefully([() => NEVER, () => failing], { stop$: NEVER, clock })).toBe(
        '8001ms #',
        undefined,
        full,
      )
    })
  })

  it('ends all at once when it is unsubscribed', () => {
    marbles(({ cold, hot, clock, expectObservable, expectSubscriptions }) => {
      const hanging = cold('a')
      const stop$ = hot('---s')
      expectObservable(runGracefully([() => hanging], { stop$, clock }), '^-!').toBe('a')
      expectSubscriptions(hanging.subscriptions).toBe('^-!')
      expectSubscriptions(stop$.subscriptions).toBe('^-!')
    })
  })

  it('leaves no timer behind', () => {
    const clock = createVirtualClock()
    const stop$ = new Subject<void>()
    const ends = new Subject<never>()
    runGracefully([() => ends], { stop$, clock }).subscribe()
    stop$.next()
    expect(clock.pending()).toBe(1)
    ends.complete()
    expect([clock.pending(), stop$.observed]).toEqual([0, false])
  })

  it('begins nothing before it is subscribed to, and listens to signals once for all', () => {
    const listeners = () => ['SIGTERM', 'SIGINT', 'SIGBREAK'].map((name) => process.listenerCount(name))
    const before = listeners()
    const begun: Array<number> = []
    const watchers = Array.from({ length: 1000 }, (_, index): Watcher<never> => () => {
      begun.push(index)
      return NEVER
    })
    const stream = runGracefully(watchers)
    expect([listeners(), begun]).toEqual([before, []])
    const running = stream.subscribe()
    expect([listeners(), begun.length]).toEqual([before.map((count) => count + 1), 1000])
    running.unsubscribe()
    expect(listeners()).toEqual(before)
  })

  it.each<[string, unknown, unknown]>([
    ['/gracePeriod', [], { gracePeriod: -1 }],
    ['/gracePeriod', [], { gracePeriod: '8000' }],
    ['/stop$', [], { stop$: 'SIGTERM' }],
    ['/clock', [], { clock: Date }],
    ['/clock', [], { clock: { wall: () => 0, monotonic: () => 0 } }],
    ['/withn', [], { withn: 8000 }],
    ['/watchers', NEVER, {}],
    ['/watchers', [NEVER], {}],
    ['/watchers', undefined, {}],
  ])('names what is wrong: %s', (path, watchers, config) => {
    const errors: Array<unknown> = []
    runGracefully(watchers as ReadonlyArray<Watcher<never>>, config as RunGracefullyConfig).subscribe({
      error: (error) => errors.push(error),
    })
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path }] }])
  })
})
