import { config, NEVER, Observable, of, repeat, Subject, take, throwError } from 'rxjs'
import { ignoreTeardownErrors } from '../../../lib/base/platform/ignoreTeardownErrors.js'

const broken = (source: Observable<string>, log: Array<string> = []): Observable<string> =>
  new Observable((subscriber) => {
    subscriber.add(() => {
      log.push('teardown')
      throw new Error('s3cr3t')
    })
    source.subscribe(subscriber)
  })

const observe = (source: Observable<string>, log: Array<string>) =>
  source.subscribe({
    next: (value) => log.push(value),
    error: (error: unknown) => log.push(`error ${String(error)}`),
    complete: () => log.push('complete'),
  })

const unhandled: Array<unknown> = []

beforeEach(() => {
  config.onUnhandledError = (error) => unhandled.push(error)
})

afterEach(() => {
  config.onUnhandledError = null
  expect(unhandled.splice(0)).toEqual([])
})

describe('ignoreTeardownErrors', () => {
  it.each([
    ['completes', of('a'), ['a', 'teardown', 'complete']],
    ['errors', throwError(() => 'b'), ['teardown', 'error b']],
  ])('ends as its source does, and the teardown throws nowhere, when that %s', (_, source, expected) => {
    const log: Array<string> = []
    observe(broken(source, log).pipe(ignoreTeardownErrors), log)
    expect(log).toEqual(expected)
  })

  it('an asynchronous source that ends does not meet the error of its own teardown', () => {
    const log: Array<string> = []
    const source = new Subject<string>()
    observe(broken(source, log).pipe(ignoreTeardownErrors), log)
    source.next('a')
    expect(() => source.complete()).not.toThrow()
    expect(log).toEqual(['a', 'teardown', 'complete'])
  })

  it('unsubscribing does not throw, and runs the teardown once', () => {
    const log: Array<string> = []
    const subscription = observe(broken(NEVER, log).pipe(ignoreTeardownErrors), log)
    expect(() => subscription.unsubscribe()).not.toThrow()
    subscription.unsubscribe()
    expect(log).toEqual(['teardown'])
  })

  it('an operator that unsubscribes goes on, also from a source that emits all at once', () => {
    const log: Array<string> = []
    observe(broken(of('a').pipe(repeat()), log).pipe(ignoreTeardownErrors, take(2)), log)
    expect(log).toEqual(['a', 'a', 'complete', 'teardown'])
  })

  it('ignores the error of a teardown that comes after the end', () => {
    const log: Array<string> = []
    const late = new Observable<string>((subscriber) => {
      subscriber.complete()
      return () => {
        throw new Error('s3cr3t')
      }
    })
    observe(late.pipe(ignoreTeardownErrors), log)
    expect(log).toEqual(['complete'])
  })

  it('does not subscribe for a subscriber that is closed', () => {
    const log: Array<string> = []
    new Observable<string>((subscriber) => {
      subscriber.unsubscribe()
      broken(of('a'), log).pipe(ignoreTeardownErrors).subscribe(subscriber)
    }).subscribe()
    expect(log).toEqual([])
  })
})
