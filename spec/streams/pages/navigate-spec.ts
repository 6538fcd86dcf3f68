import { isSome } from 'fp-ts/lib/Option.js'
import { map, NEVER, type Observable, of, Subject, tap } from 'rxjs'
import type { ClientError } from '../../../lib/base/error/ClientError.js'
import type { Http } from '../../../lib/http/Http.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { status } from '../../../lib/http/policies/statusErrors.js'
import type { NavigateCommand, NavigateConfig } from '../../../lib/streams/pages/navigate.js'
import { connectionOver } from '../../helpers/connection.js'
import { navigate } from '../../helpers/interpreters.js'
import { book, listServer, rows } from '../../helpers/lists.js'
import { marbles } from '../../helpers/marbles.js'
import { json, page } from '../../helpers/responses.js'

const commands = { n: 'next', p: 'previous', f: 'first', r: 'reload' } as const

const one = page([{ id: 1 }], '/v2/rows?after=2')
const two = page([{ id: 2 }], '/v2/rows?after=3', '/v2/rows?after=1')
const three = page([{ id: 3 }], null, '/v2/rows?after=2')
const answers = { 1: one, 2: two, 3: three, x: json({}, 503) }

/** What is shown, in one character or a few: the page's number, and the error beside it. */
const shown = (http: Http, commands$: Observable<NavigateCommand>, config?: NavigateConfig): Observable<string> => {
  const connection = connectionOver(http)
  const judged = { ...connection, http: status(connection.clock)(http) }
  return navigate(judged)(rows, commands$, config).pipe(
    map(({ page: visible, error }) => {
      const number = isSome(visible) ? String(visible.value.number) : '-'
      return isSome(error) ? `${number} ${reported(error.value)}` : number
    }),
  )
}

const reported = (error: ClientError): string =>
  'page' in error && isSome(error.page) ? `${error._tag} ${String(error.page.value)}` : error._tag

const failure = { e: '1 StatusError 2', f: '- StatusError 1' }

/** Answers a request for page k by its address; the list's own address is that of page 1. */
const atAddress =
  (first: Observable<HttpResponse>, ...others: ReadonlyArray<Observable<HttpResponse>>): Http =>
  ({ url }) =>
    [first, ...others][Number(new URL(url).searchParams.get('after') ?? 1) - 1] ?? NEVER

describe('navigate', () => {
  it('begins with the first page, goes as commands say, and ends with them', () => {
    marbles(({ cold, expectObservable }) => {
      const http = atAddress(cold('-(1|)', answers), cold('-(2|)', answers), cold('-(3|)', answers))
      const commands$ = cold<NavigateCommand>('---n--n--p--f--r-|', commands)
      expectObservable(shown(http, commands$)).toBe('-1--2--3--2--1--1|')
    })
  })

  it('is cold: each subscriber has a place of its own', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const first = cold('-(1|)', answers)
      const stream = shown(atAddress(first, cold('-(2|)', answers)), cold('---n|', commands))
      expectObservable(stream).toBe('-1--(2|)')
      expectObservable(stream, '----------^').toBe('-----------1--(2|)')
      expectSubscriptions(first.subscriptions).toBe(['^!', '----------^!'])
    })
  })

  it('waits for the last answer when the commands are complete', () => {
    marbles(({ cold, expectObservable }) => {
      const http = atAddress(cold('(1|)', answers), cold('-----(2|)', answers))
      expectObservable(shown(http, cold('-(n|)', commands))).toBe('1-----(2|)')
    })
  })

  it('lets the last command win, and aborts what is in flight for the one before', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const first = cold('--(1|)', answers)
      const second = cold('-----(2|)', answers)
      const commands$ = cold<NavigateCommand>('----n-f---', commands)
      expectObservable(shown(atAddress(first, second), commands$)).toBe('--1-----1')
      expectSubscriptions(second.subscriptions).toBe('----^-!')
      expectSubscriptions(first.subscriptions).toBe(['^-!', '------^-!'])
    })
  })

  it('ignores previous on the first page and next on the last: what is shown stays, nothing is asked for', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const first = cold('-(1|)', { 1: one })
      const second = cold('-(2|)', { 2: page([], null, '/v2/rows?after=1') })
      expectObservable(shown(atAddress(first, second), cold('--p-n--n-n', commands))).toBe('-1---2')
      expectSubscriptions(first.subscriptions).toBe('^!')
      expectSubscriptions(second.subscriptions).toBe('----^!')
    })
  })

  it('does not abort what is in flight for a command that it ignores', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const first = cold('--(1|)', answers)
      const second = cold('----(2|)', answers)
      const commands$ = cold<NavigateCommand>('np-np', commands)
      expectObservable(shown(atAddress(first, second), commands$)).toBe('--1----2')
      expectSubscriptions(first.subscriptions).toBe('^-!')
      expectSubscriptions(second.subscriptions).toBe('---^---!')
    })
  })

  it('shows a failure beside the page that stays, from where next tries once more', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const second = cold('-(x|)', answers)
      const http = atAddress(cold('-(1|)', answers), second)
      expectObservable(shown(http, cold('---n--n---f', commands))).toBe('-1--e--e---1', { 1: '1', ...failure })
      expectSubscriptions(second.subscriptions).toBe(['---^!', '------^!'])
    })
  })

  it('asks again on reload for what failed, and clears the error', () => {
    marbles(({ cold, expectObservable }) => {
      const turns = [cold('-(x|)', answers), cold('-(2|)', answers)]
      const http: Http = (request) => atAddress(cold('-(1|)', answers), turns.shift() ?? NEVER)(request)
      const inTurn: Http = (request) => (request.url.includes('after') ? http(request) : cold('-(1|)', answers))
      expectObservable(shown(inTurn, cold('---n--r', commands))).toBe('-1--e--2', { 1: '1', 2: '2', ...failure })
    })
  })

  it('shows nothing beside the failure of the first page, until reload or first mends it', () => {
    marbles(({ cold, expectObservable }) => {
      const turns = [cold('-(x|)', answers), cold('-(x|)', answers), cold('-(1|)', answers)]
      const http: Http = () => turns.shift() ?? NEVER
      expectObservable(shown(http, cold('--n-p-r--f', commands))).toBe('-f-----f--1', { 1: '1', ...failure })
    })
  })

  it('shows a link that leaves the service as a failure, and sends nothing there', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const first = cold('-(1|)', { 1: page([], 'https://evil.example/v2/rows') })
      expectObservable(shown(() => first, cold('---n', commands))).toBe('-1-e', { 1: '1', e: '1 PagingError 2' })
      expectSubscriptions(first.subscriptions).toBe('^!')
    })
  })

  it('aborts when it is left', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const first = cold('-----(1|)', answers)
      const commands$ = cold<NavigateCommand>('-----------', commands)
      expectObservable(
        shown(() => first, commands$),
        '^--!',
      ).toBe('-')
      expectSubscriptions(first.subscriptions).toBe('^--!')
      expectSubscriptions(commands$.subscriptions).toBe('^--!')
    })
  })

  it('errors with its commands, and with a command that is none', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const first = cold('-----(1|)', answers)
      const broken = new Error('the commands are broken')
      expectObservable(shown(() => first, cold('--#', {}, broken))).toBe('--#', undefined, broken)
      expectObservable(shown(() => first, cold('--x', { x: 'resources' as NavigateCommand }))).toBe(
        '--#',
        undefined,
        expect.objectContaining({ _tag: 'ConfigError' }),
      )
      expectSubscriptions(first.subscriptions).toBe(['^-!', '^-!'])
    })
  })

  it('errors with what is no failure of the service', () => {
    marbles(({ cold, expectObservable }) => {
      const bug = new Error('a bug in a transport')
      expectObservable(shown(() => cold('-#', answers, bug), cold('---r', commands))).toBe('-#', undefined, bug)
    })
  })

  it('obeys commands that its consumer gives while it is told of a page', () => {
    marbles(({ cold, expectObservable }) => {
      const commands$ = new Subject<NavigateCommand>()
      const http = atAddress(cold('-(1|)', answers), cold('(2|)', answers), cold('(3|)', answers))
      const going = shown(http, commands$).pipe(
        tap(() => {
          commands$.next('next')
        }),
      )
      expectObservable(going, '^----!').toBe('-(123)')
    })
  })

  it('requests as many resources a page as limit says, and sends the headers of the call each time', () => {
    const server = listServer(book([1, 1]))
    const config = { limit: 5, headers: { 'X-Trace': '7' }, timeout: 7 }
    shown(server.http, of('next' as const, 'first' as const), config).subscribe()
    expect(server.asked()).toEqual(['/v2/rows?limit=5', '/v2/rows?after=2', '/v2/rows?limit=5'])
    expect(server.requests.every(({ headers, timeout }) => headers['X-Trace'] === '7' && timeout === 7)).toBe(true)
  })

  it('refuses wrong options in the stream, and sends nothing', () => {
    const server = listServer(book([1]))
    const errors: Array<unknown> = []
    for (const config of [{ limit: 501 }, { prefetch: 1 }, { timeout: 0 }] as ReadonlyArray<object>) {
      shown(server.http, NEVER, config).subscribe({ error: (error) => errors.push(error) })
    }
    expect(errors).toMatchObject(
      ['/limit', '/prefetch', '/timeout'].map((path) => ({ _tag: 'ConfigError', issues: [{ path }] })),
    )
    expect(server.requests).toEqual([])
  })
})
