import { Observable, Subject, takeUntil } from 'rxjs'
import { compose, type Http, type Policy } from '../../../lib/http/Http.js'
import { intercept } from '../../../lib/http/policies/intercept.js'
import { httpRequest } from '../../helpers/httpRequest.js'

/** What is told and sent of a request that passes these policies inside of an interceptor, until its caller leaves. */
const logOf = (
  policies: (leave: () => void, log: Array<string>) => readonly [Policy, Policy],
): ReadonlyArray<string> => {
  const leave$ = new Subject<void>()
  const log: Array<string> = []
  const transport: Http = () =>
    new Observable((subscriber) => {
      if (!subscriber.closed) log.push('sent')
    })
  const [outer, inner] = policies(() => leave$.next(), log)
  compose(intercept({}), outer, inner)(transport)(httpRequest()).pipe(takeUntil(leave$)).subscribe()
  return log
}

describe('a request inside of an interceptor', () => {
  it('is neither told nor sent when its caller leaves in a policy before', () => {
    const log = logOf((leave, reported) => [
      (next) => (request) => {
        leave()
        return next(request)
      },
      intercept(() => {
        reported.push('requested')
        return { end: () => reported.push('ended') }
      }),
    ])
    expect(log).toEqual([])
  })

  it('is not sent when its caller leaves at the event of the attempt', () => {
    const log = logOf((leave) => [
      (next) => (request) => next(request),
      intercept(() => {
        leave()
        return {}
      }),
    ])
    expect(log).toEqual([])
  })
})
