import { none } from 'fp-ts/lib/Option.js'
import { defer, map, NEVER, Observable, of, Subject, takeUntil, throwError, timer } from 'rxjs'
import { delay } from '../../../lib/base/clock/delay.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { budget } from '../../../lib/http/budget/budget.js'
import { compose } from '../../../lib/http/compose.js'
import { authorize, type TokenSource } from '../../../lib/http/policies/authorize.js'
import { accessToken } from '../../../lib/service/model/AccessToken.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { token } from '../../helpers/responses.js'

const unauthorized = new StatusError({
  operation: 'stocks.list',
  page: none,
  status: 401,
  type: none,
  detail: none,
  retryAfter: none,
})

describe('who leaves while the refused token is forgotten', () => {
  const begin = (ready: boolean) => {
    const clock = createVirtualClock()
    const decoded = accessToken.decode(JSON.parse(token('T', clock.wall() + 3_600_000).body))
    if (decoded._tag === 'Left') throw new Error('no token')
    const own = decoded.right
    const leave$ = new Subject<void>()
    let taken = 0
    let refused = false
    const tokens: TokenSource = {
      ready: () => (ready || !refused ? own : undefined),
      take: () =>
        defer(() => {
          taken++
          return of(own)
        }),
      lives: () => true,
      // The listener of an event, for example of the authentication that begins now, unsubscribes.
      refuse: () => {
        refused = true
        leave$.next()
        return 'another'
      },
      accept: () => undefined,
    }
    const limited = budget(
      clock,
      () => 0.5,
      () => undefined,
      { limits: { user: { requests: 2, per: 1000 } }, maxWaiting: 9 },
    )('somebody')
    const sent: Array<string> = []
    const ask = (name: string, answer: Observable<never>) =>
      compose(
        make(tokens)(
          clock,
          () => 0.5,
          () => undefined,
        ),
        limited,
      )(() =>
        defer(() => {
          sent.push(`${name} ${String(clock.monotonic())}`)
          return answer
        }),
      )(httpRequest({ access: 'user' }))
    ask(
      'first',
      delay(clock, 1).pipe(
        map(() => {
          throw unauthorized
        }),
      ),
    )
      .pipe(takeUntil(leave$))
      .subscribe()
    clock.advance(1)
    ask('second', NEVER).subscribe()
    clock.advance(60_000)
    return { sent, taken: () => taken }
  }
  const make = (tokens: TokenSource) => authorize((() => tokens) as never)

  it('takes no other permit', () => {
    expect(begin(true).sent).toEqual(['first 0', 'second 1'])
  })
  it('asks for no other token', () => {
    const { taken } = begin(false)
    expect(taken()).toBe(1)
  })
  void [timer, throwError]
})
