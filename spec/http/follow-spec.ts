import { EMPTY, Observable, of, Subject, throwError } from 'rxjs'
import { follow, type Following } from '../../lib/http/follow.js'

const observe = <A>(source: Observable<A>, following: Following<A>, log: Array<unknown> = []) => {
  const subscription = new Observable((subscriber) => follow(source, subscriber, following)).subscribe({
    next: (value) => log.push(value),
    error: (error: unknown) => log.push({ error }),
    complete: () => log.push('complete'),
  })
  return { log, subscription }
}

describe('follow', () => {
  it('passes on what nobody handles', () => {
    expect(observe(of(1, 2), {}).log).toEqual([1, 2, 'complete'])
    expect(
      observe(
        throwError(() => 'lost'),
        {},
      ).log,
    ).toEqual([{ error: 'lost' }])
    expect(observe(EMPTY, {}).log).toEqual(['complete'])
  })

  it('hands over what somebody handles, and does not tell it', () => {
    const handled: Array<unknown> = []
    const note = (value: unknown) => void handled.push(value)
    expect(observe(of(1), { next: note, complete: () => note('end') }).log).toEqual([])
    expect(
      observe(
        throwError(() => 'lost'),
        { error: note },
      ).log,
    ).toEqual([])
    expect(handled).toEqual([1, 'end', 'lost'])
  })

  it('makes an error of what a handler throws', () => {
    const fail = () => {
      throw 'thrown' as unknown
    }
    expect(observe(of(1), { next: fail }).log).toEqual([{ error: 'thrown' }])
    expect(
      observe(
        throwError(() => 'lost'),
        { error: fail },
      ).log,
    ).toEqual([{ error: 'thrown' }])
  })

  it.each([
    ['at once', throwError(() => 'lost')],
    ['later', new Subject<void>()],
  ])('has let go of a source that fails %s when its error is handled', (_, source) => {
    const log: Array<string> = []
    const held = new Observable<unknown>((subscriber) => {
      subscriber.add(source.subscribe(subscriber))
      subscriber.add(() => log.push('released'))
    })
    observe(held, { error: () => log.push('handled') })
    if (source instanceof Subject) source.error('lost')
    expect(log).toEqual(['released', 'handled'])
  })

  it('unsubscribes with its subscriber', () => {
    const source = new Subject<number>()
    observe(source, {}).subscription.unsubscribe()
    expect(source.observed).toBe(false)
  })
})
