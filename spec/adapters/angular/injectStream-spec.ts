import '@angular/compiler'
import { HttpErrorResponse } from '@angular/common/http'
import { Component, Injector, signal } from '@angular/core'
import { TestBed } from '@angular/core/testing'
import { defer, finalize, NEVER, Observable, of, Subject, throwError } from 'rxjs'
import { injectStream, type StreamConfig, type StreamState } from '../../../lib/angular.js'
import { ConfigError } from '../../../lib/index.js'
import { angular } from '../../helpers/testBed.js'

/** Signals of a stream, made where the injector of a test ends; each `state()` is what a template would see next. */
const feeding = <A>(source: Observable<A> | (() => Observable<A> | undefined), config?: StreamConfig<A>) => {
  const signals: StreamState<A | undefined> = TestBed.runInInjectionContext(() => injectStream(source, config))
  const state = (): unknown => {
    TestBed.tick()
    return [signals.value(), signals.error()?.message, signals.isLoading()]
  }
  return { signals, state }
}

/** A stream that counts who is subscribed to it, and who ever was. */
const counted = <A>(stream: Observable<A>) => {
  const counts = { open: 0, all: 0 }
  const counting = defer(() => {
    counts.open++
    counts.all++
    return stream.pipe(finalize(() => counts.open--))
  })
  return { counts, counting }
}

describe('injectStream', () => {
  beforeEach(() => {
    angular('browser')
  })

  it('loads until the first value, then shows each', () => {
    const source = new Subject<number>()
    const { state } = feeding(source)
    expect(state()).toEqual([undefined, undefined, true])
    source.next(1)
    expect(state()).toEqual([1, undefined, false])
    source.next(2)
    source.complete()
    expect(state()).toEqual([2, undefined, false])
  })

  it('goes over to another stream although the teardown of the last one throws', () => {
    const broken = (value: number) =>
      new Observable<number>((subscriber) => {
        subscriber.next(value)
        return () => {
          throw new Error('s3cr3t')
        }
      })
    const streams = signal(broken(1))
    const { state } = feeding(() => streams())
    expect(state()).toEqual([1, undefined, false])
    streams.set(broken(2))
    expect(state()).toEqual([2, undefined, false])
  })

  it('has the initial value until there is one', () => {
    const source = new Subject<ReadonlyArray<number>>()
    const { state } = feeding(source, { initialValue: [] })
    expect(state()).toEqual([[], undefined, true])
    source.next([1])
    expect(state()).toEqual([[1], undefined, false])
  })

  it('has loaded what ends without a value', () => {
    const source = new Subject<number>()
    const { state } = feeding(source)
    source.complete()
    expect(state()).toEqual([undefined, undefined, false])
  })

  it('shows an error beside the value, and throws in no template', () => {
    const source = new Subject<number>()
    const { state, signals } = feeding(source)
    state()
    source.next(1)
    const error = new ConfigError({ issues: [] })
    source.error(error)
    expect(state()).toEqual([1, error.message, false])
    expect(signals.error()).toBe(error)
  })

  it('makes an error of anything that is thrown', () => {
    const response = new HttpErrorResponse({ status: 404, url: '/other' })
    const thrown: ReadonlyArray<readonly [unknown, string]> = [
      ['a text', 'a text'],
      [response, response.message],
      [Object.create(null), 'the thrown value is not an Error'],
      [undefined, 'the thrown value is not an Error'],
    ]
    for (const [cause, message] of thrown) {
      const { state, signals } = feeding(throwError(() => cause))
      expect(state()).toEqual([undefined, message, false])
      expect([signals.error() instanceof Error, signals.error()?.cause]).toEqual([true, cause])
    }
  })

  it('shows what a function throws that gives the stream', () => {
    const { state } = feeding(() => {
      throw new ConfigError({ issues: [{ path: '/identity', expected: 'one' }] })
    })
    expect(state()).toEqual([undefined, 'wrong configuration: identity: expected one', false])
  })

  it('calls a function again at reload if it threw, and once a signal that it reads has changed', () => {
    const id = signal(1)
    let calls = 0
    const { state, signals } = feeding(() => {
      calls++
      if (calls < 3) throw new Error(`failed for ${String(id())}`)
      return of(id() * 10)
    })
    expect(state()).toEqual([undefined, 'failed for 1', false])
    expect([state(), calls]).toEqual([[undefined, 'failed for 1', false], 1])
    signals.reload()
    expect(state()).toEqual([undefined, 'failed for 1', false])
    signals.reload()
    expect(state()).toEqual([10, undefined, false])
    id.set(2)
    expect(state()).toEqual([20, undefined, false])
    signals.reload()
    expect([state(), calls]).toEqual([[20, undefined, false], 4])
  })

  it.each([null, 5, {}, Promise.resolve(1)])('refuses what is no stream: %s', (source) => {
    expect(() => feeding(source as never)).toThrow(/source: expected an Observable/)
    const { state } = feeding((() => source) as never)
    expect(state()).toEqual([undefined, expect.stringContaining('source: expected an Observable'), false])
  })

  it('subscribes once however many read, and unsubscribes as its injector ends', () => {
    const { counts, counting } = counted(NEVER)
    const { state } = feeding(counting)
    expect(counts).toEqual({ open: 0, all: 0 })
    state()
    state()
    expect(counts).toEqual({ open: 1, all: 1 })
    TestBed.resetTestingModule()
    expect(counts).toEqual({ open: 0, all: 1 })
  })

  it('ends with its component', async () => {
    const { counts, counting } = counted(NEVER)
    class Shown {
      readonly state = injectStream(counting)
    }
    const fixture = TestBed.createComponent(Component({ template: '{{ state.isLoading() }}' })(Shown))
    await fixture.whenStable()
    expect([counts.open, (fixture.nativeElement as Element).textContent]).toEqual([1, 'true'])
    fixture.destroy()
    expect(counts).toEqual({ open: 0, all: 1 })
  })

  it('subscribes again at reload, and shows the value and no error meanwhile', () => {
    const rounds = [of(1), throwError(() => new Error('no')), NEVER, of(4)]
    const { counts, counting } = counted(defer(() => rounds.shift() ?? NEVER))
    const { state, signals } = feeding(counting)
    expect(state()).toEqual([1, undefined, false])
    signals.reload()
    expect(state()).toEqual([1, 'no', false])
    signals.reload()
    expect(state()).toEqual([1, undefined, true])
    signals.reload()
    expect(state()).toEqual([4, undefined, false])
    expect(counts).toEqual({ open: 0, all: 4 })
  })

  it('says that a value is an old one while it loads again, and after that has failed', () => {
    const rounds = [of(1), throwError(() => new Error('no')), of(2)]
    const { signals } = feeding(defer(() => rounds.shift() ?? NEVER))
    const stale = () => {
      TestBed.tick()
      return signals.isStale()
    }
    expect([signals.isStale(), stale()]).toEqual([false, false])
    for (const expected of [true, false, true]) {
      signals.reload()
      expect(stale()).toBe(expected)
    }
  })

  it('begins again when a signal that the function reads has changed, and only then', () => {
    const language = signal('en')
    const other = signal(0)
    const { counts, counting } = counted(NEVER)
    const source = (): Observable<string> => {
      const now = language()
      return defer(() => {
        other()
        return now === 'fr' ? counting : of(now)
      })
    }
    const { state } = feeding(source, { initialValue: '-' })
    expect(state()).toEqual(['en', undefined, false])
    other.set(1)
    state()
    language.set('fr')
    expect([state(), counts.all]).toEqual([['-', undefined, true], 1])
    other.set(2)
    state()
    expect(counts).toEqual({ open: 1, all: 1 })
    language.set('de')
    expect([state(), counts.open]).toEqual([['de', undefined, false], 0])
  })

  it('asks nothing while the function gives no stream', () => {
    const id = signal<number | undefined>(undefined)
    const { state } = feeding(() => {
      const wanted = id()
      return wanted === undefined ? undefined : of(wanted)
    })
    expect(state()).toEqual([undefined, undefined, false])
    id.set(7)
    expect(state()).toEqual([7, undefined, false])
    id.set(undefined)
    expect(state()).toEqual([undefined, undefined, false])
  })

  it('takes the first value alone on a server, whose page shows no other', () => {
    TestBed.resetTestingModule()
    angular('server')
    const { counts, counting } = counted(new Observable<number>((subscriber) => subscriber.next(1)))
    const { state } = feeding(counting)
    expect([state(), counts]).toEqual([[1, undefined, false], { open: 0, all: 1 }])
  })

  it('takes an injector if there is no context', () => {
    const state = injectStream(of(1), { injector: TestBed.inject(Injector) })
    TestBed.tick()
    expect(state.value()).toBe(1)
    expect(() => injectStream(of(1))).toThrow(/injectStream\(\) can only be used within an injection context/)
  })

  it('refuses options that it does not know', () => {
    const wrong = { injector: {}, initalValue: 1 } as unknown as StreamConfig<number>
    expect(() => injectStream(of(1), wrong)).toThrow(
      new ConfigError({
        issues: [
          { path: '/injector', expected: 'an Injector' },
          { path: '/initalValue', expected: 'no such option; did you mean initialValue?' },
        ],
      }),
    )
  })
})
