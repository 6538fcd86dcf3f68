import '@angular/compiler'
import { createEnvironmentInjector, EnvironmentInjector, inject, InjectionToken, signal } from '@angular/core'
import { TestBed } from '@angular/core/testing'
import { NEVER, Observable, of, startWith, Subject, throwError } from 'rxjs'
import { injectStream, provideRxBank, type StreamConfig, withTransferState } from '../../../lib/angular.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { angular } from '../../helpers/testBed.js'

const USER = new InjectionToken('who is logged in', { factory: () => signal<string | null | undefined>('camille') })
const config = { profile: documentedProfile, gateway: 'https://app.example/api/bank' }

/** A page that shows a stream: what it shows next, and how it is left. */
const page = <A>(
  source: Observable<A> | (() => Observable<A> | undefined),
  transferKey?: StreamConfig<A>['transferKey'],
) => {
  const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector))
  const signals = injectStream<A>(source, { injector, ...(transferKey === undefined ? {} : { transferKey }) })
  return {
    signals,
    leave: () => {
      injector.destroy()
    },
    shown: (): unknown => {
      TestBed.tick()
      return [signals.value(), signals.isStale(), signals.isLoading()]
    },
  }
}

/** Shows a stream on a page and leaves it. */
const visit = <A>(source: Observable<A>, transferKey: string): unknown => {
  const { shown, leave } = page(source, transferKey)
  const seen = shown()
  leave()
  return seen
}

describe('withTransferState', () => {
  beforeEach(() => {
    angular(
      'browser',
      provideRxBank(
        config,
        withTransferState(() => inject(USER)),
      ),
    )
  })

  it('shows what was shown last, as old, until the stream emits', () => {
    expect(visit(of(1, 2), 'count')).toEqual([2, false, false])
    const source = new Subject<number>()
    const { shown } = page(source, 'count')
    expect(shown()).toEqual([2, true, true])
    source.next(3)
    expect(shown()).toEqual([3, false, false])
  })

  it('keeps the old value beside an error, still as old', () => {
    visit(of(1), 'count')
    const { shown, signals } = page(
      throwError(() => new Error('no')),
      'count',
    )
    expect([shown(), signals.error()?.message]).toEqual([[1, true, false], 'no'])
  })

  it('keeps a value of undefined as well', () => {
    visit(of(undefined), 'nothing')
    expect(visit(NEVER, 'nothing')).toEqual([undefined, true, true])
  })

  it('keeps nothing for another name, and nothing without one', () => {
    visit(of(1), 'count')
    expect(visit(NEVER, 'other')).toEqual([undefined, false, true])
    expect(page(NEVER).shown()).toEqual([undefined, false, true])
  })

  it('begins again with the value of another name when a signal that the name reads has changed', () => {
    const id = signal(1)
    const source = new Subject<string>()
    const { shown } = page(
      () => source,
      () => `stock ${String(id())}`,
    )
    shown()
    source.next('one')
    id.set(2)
    expect(shown()).toEqual([undefined, false, true])
    source.next('two')
    id.set(1)
    expect(shown()).toEqual(['one', true, true])
  })

  it('drops what was kept when nobody is logged in, and shows it to nobody else', () => {
    visit(of('of Camille'), 'name')
    const user = TestBed.inject(USER)
    for (const next of [null, undefined, 'noor', 'camille']) {
      user.set(next)
      expect(visit(NEVER, 'name')).toEqual([undefined, false, true])
    }
  })

  it('drops it at once, though no page asks for it', () => {
    const user = TestBed.inject(USER)
    visit(of('of Camille'), 'name')
    user.set(null)
    TestBed.tick()
    user.set('camille')
    expect(visit(NEVER, 'name')).toEqual([undefined, false, true])
  })

  it('begins again on a page that stays when another user logs in, and keeps nothing late of the one before', () => {
    const asked: Array<Subject<string>> = []
    const late = new Observable<string>((subscriber) => {
      const answer = new Subject<string>()
      asked.push(answer)
      return answer.pipe(startWith(`waiting ${String(asked.length)}`)).subscribe(subscriber)
    })
    const { shown } = page(late, 'name')
    expect(shown()).toEqual(['waiting 1', false, false])
    TestBed.inject(USER).set('noor')
    asked[0]?.next('of Camille')
    expect(shown()).toEqual(['waiting 2', false, false])
    expect(asked.map(({ observed }) => observed)).toEqual([false, true])
    expect(visit(NEVER, 'name')).toEqual(['waiting 2', true, true])
  })

  it('begins nothing anew when the same user is told again', () => {
    const user = signal({ id: 'camille' })
    TestBed.resetTestingModule()
    angular(
      'browser',
      provideRxBank(
        config,
        withTransferState(() => () => user().id),
      ),
    )
    const { shown } = page(of(1), 'count')
    expect(shown()).toEqual([1, false, false])
    user.set({ id: 'camille' })
    expect(shown()).toEqual([1, false, false])
    expect(visit(NEVER, 'count')).toEqual([1, true, true])
  })

  it('keeps a hundred values at most, and drops those that were asked for the longest ago', () => {
    for (let index = 0; index < 100; index++) visit(of(index), `stock ${String(index)}`)
    visit(NEVER, 'stock 0')
    visit(of(100), 'stock 100')
    expect([0, 1, 2].map((index) => visit(NEVER, `stock ${String(index)}`))).toEqual([
      [0, true, true],
      [undefined, false, true],
      [undefined, false, true],
    ])
  })

  it('shows an error of the function that gives the name', () => {
    const { signals } = page(of(1), () => {
      throw new Error('no name')
    })
    TestBed.tick()
    expect(signals.error()?.message).toBe('no name')
  })

  it('refuses an owner that is no function, and a name that is none', () => {
    expect(() => withTransferState('camille' as never)).toThrow(/owner: expected a function that returns a signal/)
    expect(() => page(of(1), '')).toThrow(/transferKey: expected a name, or a function that returns one/)
  })

  it('is told of where it is missing', () => {
    TestBed.resetTestingModule()
    angular('browser', provideRxBank(config))
    expect(() => page(of(1), 'count')).toThrow(
      /NG0201: No provider found for `InjectionToken RXBANK_TRANSFERRED_VALUES: withTransferState\(…\)`/,
    )
  })
})
