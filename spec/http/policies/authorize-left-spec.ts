import { none } from 'fp-ts/lib/Option.js'
import { defer, map, NEVER, type Observable, of, Subject, takeUntil } from 'rxjs'
import { delay } from '../../../lib/base/clock/delay.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { budget } from '../../../lib/http/budget/budget.js'
import { compose } from '../../../lib/http/Http.js'
import { authorize, type TokenSource } from '../../../lib/http/policies/authorize.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { lastingToken } from '../../helpers/scripted.js'

const place = { operation: 'stocks.list', page: none }
const unauthorized = new StatusError({ ...place, status: 401, type: none, detail: none, retryAfter: none })
const silent = () => undefined

/**
 * Of two requests the first is refused its token, and its caller leaves while the token is forgotten: as the listener of
 * an event does, for example of the authentication that begins then.
 */
const leaving = ({ hasAnother }: { readonly hasAnother: boolean }) => {
  const clock = createVirtualClock()
  const leave$ = new Subject<void>()
  const sent: Array<string> = []
  let taken = 0
  let isRefused = false
  const tokens: TokenSource = {
    readyToken: () => (hasAnother || !isRefused ? lastingToken() : undefined),
    take: () =>
      defer(() => {
        taken++
        return of(lastingToken())
      }),
    isLive: () => true,
    refuse: () => {
      isRefused = true
      leave$.next()
      return 'another'
    },
    accept: silent,
  }
  const limits = { user: { requests: 2, per: 1000 } }
  const limited = budget(clock, () => 0.5, silent, { limits, maxWaiting: 9 })('somebody')
  const ask = (name: string, answer: Observable<never>) => {
    const authorized = authorize(() => tokens)(clock, () => 0.5, silent)
    const transport = () =>
      defer(() => {
        sent.push(`${name} ${String(clock.monotonic())}`)
        return answer
      })
    return compose(authorized, limited)(transport)(httpRequest({ access: 'user' }))
  }
  const refusal = delay(clock, 1).pipe(
    map(() => {
      throw unauthorized
    }),
  )
  ask('first', refusal).pipe(takeUntil(leave$)).subscribe()
  clock.advance(1)
  ask('second', NEVER).subscribe()
  clock.advance(60_000)
  return { sent, taken }
}

describe('a request whose caller leaves while its refused token is forgotten', () => {
  it('takes no other permit', () => {
    expect(leaving({ hasAnother: true }).sent).toEqual(['first 0', 'second 1'])
  })

  it('requests no other token', () => {
    expect(leaving({ hasAnother: false }).taken).toBe(1) // that of the second request
  })
})
