import { none, some } from 'fp-ts/lib/Option.js'
import { NEVER, Observable } from 'rxjs'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { spending } from '../../helpers/spending.js'

const place = { operation: 'stocks.list', page: none }
/** After it, a user has one request at a time. */
const tooMany = new StatusError({ ...place, status: 429, type: none, detail: none, retryAfter: some(0) })
const request = httpRequest({ access: 'user' })

describe('a request that arrives during a drain, and is sent as another leaves while the arrivals are settled', () => {
  it('is not withheld', () => {
    const { ask, of, sent, aborted, clock } = spending({ maxWaiting: 10 })
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
      of('c')(() => NEVER)(request).subscribe({
        error: () => {
          seen.push('full')
          first.unsubscribe()
        },
      })
    })
    of('b')(() => meanwhile)(request).subscribe()
    expect(seen).toEqual(['full'])
    expect(sent).toContain(`background ${String(clock.monotonic())}`)
    expect([background?.seen, aborted]).toEqual([[], ['first']])
  })

  it('is not told to wait', () => {
    const { ask, of } = spending({ maxWaiting: 1 })
    ask({ principal: 'a' }).fail(tooMany)
    const first = ask({ name: 'first', principal: 'a' })
    const queued: Array<boolean> = []
    const meanwhile = new Observable<never>(() => {
      of('a')(() => NEVER)({ ...request, onQueue: (isQueued) => queued.push(isQueued) }).subscribe()
      of('a')(() => NEVER)(request).subscribe({ error: () => first.unsubscribe() })
    })
    of('b')(() => meanwhile)(request).subscribe()
    expect(queued).toEqual([])
  })
})
