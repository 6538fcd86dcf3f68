import {
  concat,
  defer,
  NEVER,
  Observable,
  type Observer,
  of,
  repeat,
  Subject,
  type Subscriber,
  throwError,
  type Unsubscribable,
} from 'rxjs'
import type { Http } from '../../../lib/http/Http.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { intercept, type Interceptor } from '../../../lib/http/policies/intercept.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'

const a = json({ a: 1 })
const ended: unknown = expect.any(Error)

/** Where an Observable is found by other copies of RxJS. */
const observableSymbol = (Symbol as { readonly observable?: symbol }).observable ?? '@@observable'

/** An interceptor that notes what it sees under its name, and does what it is told. */
const noting = (name: string, log: Array<unknown>, own: Interceptor = {}, onBegin: () => void = () => undefined) =>
  intercept((request) => {
    log.push(`${name} begins`)
    onBegin()
    return {
      next: (response) => {
        log.push(`${name} next`)
        return own.next?.(response, request) ?? response
      },
      error: (error) => {
        log.push([name, error])
        return own.error?.(error, request) ?? error
      },
      end: () => log.push(`${name} ends`),
    }
  })

const observe = (http: Http, log: Array<unknown>) =>
  http(httpRequest()).subscribe({
    next: (response) => log.push(response.status),
    error: (error: unknown) => log.push({ error }),
    complete: () => log.push('complete'),
  })

const throwing = (error: unknown) => () => {
  throw error
}

describe('intercept', () => {
  it('begins outermost first, and hands the answer out; all end when it has been reported, innermost first', () => {
    const log: Array<unknown> = []
    const wire: Http = () => {
      log.push('sent')
      return of(a)
    }
    observe(noting('outer', log)(noting('inner', log)(wire)), log)
    expect(log).toEqual([
      ...[
        'outer begins',
        'inner begins',
        'sent',
        'inner next',
        'outer next',
        200,
        'complete',
        'inner ends',
        'outer ends',
      ],
    ])
  })

  it('is the same around what is no interceptor', () => {
    const log: Array<unknown> = []
    const between: Http = (request) => noting('inner', log)(() => of(a))(request)
    observe(noting('outer', log)(between), log)
    expect(log).toEqual([
      ...['outer begins', 'inner begins', 'inner next', 'outer next', 200, 'complete', 'inner ends', 'outer ends'],
    ])
  })

  it('hands an error out, as each makes it', () => {
    const log: Array<unknown> = []
    const inner = noting('inner', log, { error: () => 'other' })
    const middle = noting('middle', log, { error: throwing('thrown') })
    observe(noting('outer', log)(middle(inner(() => throwError(() => 'lost')))), log)
    expect(log.slice(3)).toEqual([
      ['inner', 'lost'],
      ['middle', 'other'],
      ['outer', 'thrown'],
      { error: 'thrown' },
      'inner ends',
      'middle ends',
      'outer ends',
    ])
  })

  it('makes an error of what an interceptor throws at an answer, for those outside of it', () => {
    const log: Array<unknown> = []
    const middle = noting('middle', log, { next: throwing('bad') })
    observe(noting('outer', log)(middle(noting('inner', log)(() => of(a)))), log)
    expect(log.slice(3, 7)).toEqual(['inner next', 'middle next', ['outer', 'bad'], { error: 'bad' }])
  })

  it('sends nothing if one throws as it begins, and ends those that have begun', () => {
    const log: Array<unknown> = []
    const inner = noting('inner', log, {}, throwing('not now'))
    observe(noting('outer', log)(inner(throwing('sent'))), log)
    expect(log).toEqual(['outer begins', 'inner begins', ['outer', 'not now'], { error: 'not now' }, 'outer ends'])
  })

  it('sends nothing for who left on hearing that one begins', () => {
    const log: Array<unknown> = []
    const leave = new Subject<void>()
    const inner = noting('inner', log, {}, () => leave.next())
    const http = noting('outer', log)(inner(throwing('sent')))
    const subscriber = new Observable<HttpResponse>((outer) => {
      leave.subscribe(() => outer.unsubscribe())
      http(httpRequest()).subscribe(outer)
    })
    observe(() => subscriber, log)
    expect(log).toEqual(['outer begins', 'inner begins', 'inner ends', 'outer ends'])
  })

  it('lets go of the source at the first answer, and does not hear the second', () => {
    const log: Array<unknown> = []
    const answers = new Subject<HttpResponse>()
    observe(
      noting('one', log)(() => answers),
      log,
    )
    answers.next(a)
    expect([answers.observed, log]).toEqual([false, ['one begins', 'one next', 200, 'complete', 'one ends']])
    const both: Array<unknown> = []
    observe(
      noting('one', both)(() => of(a, a)),
      both,
    )
    expect(both).toEqual(log)
  })

  it('fails if a source ends without an answer', () => {
    const log: Array<unknown> = []
    observe(
      noting('one', log)(() => of()),
      log,
    )
    expect(log).toEqual(['one begins', ['one', ended], { error: ended }, 'one ends'])
  })

  it('ends when it is unsubscribed from, once, and each subscription by itself', () => {
    const log: Array<unknown> = []
    const http = noting('one', log)(() => NEVER)
    const first = observe(http, log)
    const second = observe(http, log)
    first.unsubscribe()
    first.unsubscribe()
    second.unsubscribe()
    expect(log).toEqual(['one begins', 'one begins', 'one ends', 'one ends'])
  })

  it('ends an attempt whose interceptor says so, once', () => {
    const log: Array<unknown> = []
    const source = new Subject<HttpResponse>()
    let expire = (_: unknown): void => undefined
    const inner = intercept((_, fail) => {
      expire = fail
      return {}
    })
    observe(noting('outer', log)(inner(() => source)), log)
    expire('late')
    expire('later')
    expect([source.observed, log]).toEqual([
      false,
      ['outer begins', ['outer', 'late'], { error: 'late' }, 'outer ends'],
    ])
  })

  it('lets go of a source that tells all at once with the first answer', () => {
    const log: Array<unknown> = []
    const more = defer(() => {
      log.push('asked for more')
      return of(a)
    })
    observe(() => noting('one', log)(() => concat(of(a), more))(httpRequest()), log)
    observe(() => noting('one', log)(() => of(a).pipe(repeat()))(httpRequest()), log)
    const once = ['one begins', 'one next', 200, 'complete', 'one ends']
    expect(log).toEqual([...once, ...once])
  })

  it('hears one answer, even if the second comes while the first is handed out', () => {
    const log: Array<unknown> = []
    const answers = new Subject<HttpResponse>()
    const inner = intercept(() => ({
      next: (response) => {
        if (response === a) answers.next({ ...a, status: 201 })
        return response
      },
    }))
    observe(noting('outer', log)(inner(() => answers)), log)
    answers.next(a)
    expect(log).toEqual(['outer begins', 'outer next', 200, 'complete', 'outer ends'])
  })

  it.each([
    ['a response', (source: Subject<HttpResponse>) => source.next(a)],
    ['an error', (source: Subject<HttpResponse>) => source.error('lost')],
  ])('tells nobody of %s once its subscriber left on the way out', (_, tell) => {
    const log: Array<unknown> = []
    const source = new Subject<HttpResponse>()
    const leave = () => subscription.unsubscribe()
    const inner = intercept(() => ({
      next: (response) => {
        leave()
        return response
      },
      error: leave,
    }))
    const subscription = observe(noting('outer', log)(inner(() => source)), log)
    tell(source)
    expect(log).toEqual(['outer begins', 'outer ends'])
  })

  it('begins nothing for who has left', () => {
    const log: Array<unknown> = []
    const http = noting('one', log)(throwing('sent'))
    const left = new Observable<HttpResponse>((subscriber) => {
      subscriber.unsubscribe()
      http(httpRequest()).subscribe(subscriber)
    })
    observe(() => left, log)
    expect(log).toEqual([])
  })

  it('does not hear a source that continues after it was let go of', () => {
    const log: Array<unknown> = []
    let source: Partial<Subscriber<HttpResponse>> = {}
    const http = noting('one', log)(() => new Observable((subscriber) => void (source = subscriber)))
    observe(http, log).unsubscribe()
    source.next?.(a)
    source.error?.('late')
    source.complete?.()
    expect(log).toEqual(['one begins', 'one ends'])
  })

  it('hears no more of a source that continues after an error, or after its end', () => {
    const log: Array<unknown> = []
    const http = (end: (subscriber: Subscriber<HttpResponse>) => void) =>
      noting(
        'one',
        log,
      )(
        () =>
          new Observable((subscriber) => {
            end(subscriber)
            subscriber.next(a)
            subscriber.error('again')
          }),
      )
    observe(
      http((subscriber) => subscriber.error('lost')),
      log,
    )
    observe(
      http((subscriber) => subscriber.complete()),
      log,
    )
    expect(log).toEqual([
      'one begins',
      ['one', 'lost'],
      { error: 'lost' },
      'one ends',
      'one begins',
      ['one', ended],
      { error: ended },
      'one ends',
    ])
  })

  it('releases what a source holds before the interceptors end', () => {
    const log: Array<unknown> = []
    const http = noting('one', log)(() => new Observable(() => () => log.push('released')))
    observe(http, log).unsubscribe()
    expect(log).toEqual(['one begins', 'released', 'one ends'])
  })

  it('takes Observables that are not of this copy of RxJS, and lets go of them', () => {
    const log: Array<unknown> = []
    const foreign = {
      [observableSymbol]: () => ({
        subscribe: (observer: Observer<HttpResponse>) => {
          observer.next(a)
          return { unsubscribe: () => log.push('released') }
        },
      }),
    }
    observe(
      noting('one', log)(() => foreign as unknown as Observable<HttpResponse>),
      log,
    )
    expect(log).toEqual(['one begins', 'one next', 200, 'complete', 'released', 'one ends'])
  })

  it('takes Observables that tell their observers of the start', () => {
    const log: Array<unknown> = []
    const starting = {
      [observableSymbol]: () => ({
        subscribe: (observer: Observer<HttpResponse> & { readonly start?: (subscription: Unsubscribable) => void }) => {
          observer.start?.({ unsubscribe: () => log.push('released') })
          observer.next(a)
          return { unsubscribe: () => log.push('released') }
        },
      }),
    }
    observe(
      noting('one', log)(() => starting as unknown as Observable<HttpResponse>),
      log,
    )
    expect(log).toEqual(['one begins', 'one next', 200, 'complete', 'released', 'one ends'])
  })

  it('does not end for a source that goes away without a word', () => {
    const log: Array<unknown> = []
    let expire = (_: unknown): void => undefined
    const inner = intercept((_, fail) => {
      expire = fail
      return {}
    })
    const silent = new Observable<HttpResponse>((subscriber) => subscriber.unsubscribe())
    observe(noting('outer', log)(inner(() => silent)), log)
    expect(log).toEqual(['outer begins'])
    expire('late')
    expect(log).toEqual(['outer begins', ['outer', 'late'], { error: 'late' }, 'outer ends'])
  })

  it('ends all that have begun, though a teardown of its subscriber throws', () => {
    const log: Array<unknown> = []
    const inner = noting('inner', log, {}, throwing('not now'))
    const leaving = new Observable<HttpResponse>((subscriber) => {
      subscriber.add(throwing('broken'))
      noting('outer', log)(inner(throwing('sent')))(httpRequest()).subscribe(subscriber)
    })
    expect(() => observe(() => leaving, log)).not.toThrow()
    expect(log).toContain('outer ends')
  })
})
