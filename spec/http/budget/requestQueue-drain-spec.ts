import { none, some } from 'fp-ts/lib/Option.js'
import { NEVER, Observable } from 'rxjs'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { spending } from '../../helpers/spending.js'

const tooMany = new StatusError({
  operation: 'stocks.list',
  page: none,
  status: 429,
  type: none,
  detail: none,
  retryAfter: some(0),
})

describe('a request that arrives during a drain, and leaves while those that arrived with it are settled', () => {
  it('is not withheld, as it is in flight', () => {
    const { ask, of, sent, aborted, clock } = spending({ maxWaiting: 10 })
    // One request at a time for the users a and c.
    ask({ principal: 'a' }).fail(tooMany)
    ask({ principal: 'c' }).fail(tooMany)
    const first = ask({ name: 'first', principal: 'a' })
    for (let n = 0; n < 10; n++) ask({ principal: 'c' })
    const seen: Array<string> = []
    let background: ReturnType<typeof ask> | undefined
    const meanwhile = new Observable<never>(() => {
      background = ask({ name: 'background', principal: 'a', priority: 'background' })
      ask({ principal: 'c' })
      // The queue is full for this one. As `forkJoin` does, its error unsubscribes from another.
      of('c')(() => NEVER)(httpRequest({ access: 'user' })).subscribe({
        error: () => {
          seen.push('full')
          first.unsubscribe()
        },
      })
    })
    of('b')(() => meanwhile)(httpRequest({ access: 'user' })).subscribe()
    expect(seen).toEqual(['full'])
    expect(sent).toContain(`background ${String(clock.monotonic())}`)
    expect([background?.seen, aborted]).toEqual([[], ['first']])
  })
  it('has not to be told to wait', () => {
    const { ask, of, sent, clock, events } = spending({ maxWaiting: 1 })
    ask({ principal: 'a' }).fail(tooMany)
    const first = ask({ name: 'first', principal: 'a' })
    const queued: Array<boolean> = []
    const meanwhile = new Observable<never>(() => {
      of('a')(() => NEVER)(
        httpRequest({ access: 'user', onQueue: (isQueued: boolean) => queued.push(isQueued) }),
      ).subscribe()
      of('a')(() => NEVER)(httpRequest({ access: 'user' })).subscribe({ error: () => first.unsubscribe() })
    })
    of('b')(() => meanwhile)(httpRequest({ access: 'user' })).subscribe()
    expect(queued).toEqual([])
    void [sent, clock, events]
  })
})
