import { concatMap, defer, filter, map, type Observable, of, Subject, timer } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import { createClient, type Http, type HttpResponse, wireHeaders } from '../../../lib/index.js'
import { marbles } from '../../helpers/marbles.js'
import { json, token } from '../../helpers/responses.js'

/** The letters of the requests, by what they ask for. */
const letters: Readonly<Record<string, string>> = { accounts: 'a', items: 'b', stocks: 'c', authenticate: 't' }

describe('a token that dies under three requests', () => {
  it('is replaced once, and each request is sent again with the new token', () => {
    marbles(({ clock, cold, expectObservable, start }) => {
      const lifetime = start + 7_200_000
      const values = { r: json({ resources: [] }), x: json({}, 401), t: token('2', lifetime) }
      const responses: Readonly<Record<string, Observable<HttpResponse>>> = {
        t1: of(token('1', lifetime)),
        t2: cold('------(t|)', values),
        a1: cold('-----(x|)', values),
        b1: cold('-------(x|)', values),
        c1: cold('----------------(x|)', values),
        a2: cold('---(r|)', values),
        b2: cold('-----(r|)', values),
        c2: cold('--(r|)', values),
      }
      const sent$ = new Subject<string>()
      let tokens = 0
      const http: Http = (request) =>
        defer(() => {
          const letter = letters[request.operation.split('.')[0] ?? ''] ?? ''
          const bearer = String(wireHeaders(request).Authorization).replace('Bearer ', '')
          const name = letter + (letter === 't' ? String(++tokens) : bearer)
          sent$.next(name)
          return responses[name] ?? of(json({}, 500))
        })
      const client = createClient({ profile: bridge2025, clientId: 'app', clientSecret: 's3cr3t', http, clock })
      const user = client.user({ externalUserId: 'A6J' })
      user.token$.subscribe().unsubscribe()

      /** With which token the request with this letter is sent, and when. */
      const sent = (letter: string) =>
        sent$.pipe(
          filter((name) => name.startsWith(letter)),
          map((name) => name.slice(1)),
        )
      const after10s = (pages$: Observable<unknown>) =>
        timer(10_000, clock.scheduler).pipe(
          concatMap(() => pages$),
          map(() => 'r'),
        )
      // The token has been in use for ten seconds.
      expectObservable(sent('a')).toBe('                       10s 1----------2')
      expectObservable(sent('b')).toBe('                       10s 1----------2')
      expectObservable(sent('c')).toBe('                       10s 1---------------2')
      expectObservable(sent('t')).toBe('                       10s -----2')
      expectObservable(after10s(user.accounts.pages())).toBe(' 10s --------------(r|)')
      expectObservable(after10s(user.items.pages())).toBe('    10s ----------------(r|)')
      expectObservable(after10s(user.stocks.pages())).toBe('   10s ------------------(r|)')
    })
  })
})
