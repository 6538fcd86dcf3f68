import { inspect } from 'node:util'
import { catchError, EMPTY, firstValueFrom, NEVER, type Observable, of, throwError } from 'rxjs'
import { TimeoutError } from '../../../lib/base/error/TimeoutError.js'
import type { Http } from '../../../lib/http/Http.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { enforceContract } from '../../../lib/http/policies/enforceContract.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'

const outcome = (http: Http): Promise<unknown> =>
  firstValueFrom(enforceContract(http)(httpRequest()).pipe(catchError((error: unknown) => of(error))))

describe('enforceContract', () => {
  it('lets responses and client errors pass', async () => {
    const response = json({ a: 1 })
    const error = new TimeoutError({ ...httpRequest(), timeout: 1 })
    await expect(outcome(() => of(response))).resolves.toBe(response)
    await expect(outcome(() => throwError(() => error))).resolves.toBe(error)
  })

  it.each<readonly [string, Http]>([
    ['an error of a platform', () => throwError(() => new TypeError('fetch failed: Bearer canary'))],
    ['something that is no error', () => throwError((): unknown => null)],
    [
      'what it throws',
      () => {
        throw new RangeError('canary')
      },
    ],
    [
      'what an answer throws that is looked at',
      () =>
        of({
          get status(): number {
            throw new RangeError('canary')
          },
          headers: {},
          body: '',
        }),
    ],
    ['an end without an answer', () => EMPTY],
    ['what is no Observable', () => 5 as unknown as Observable<HttpResponse>],
  ])('makes a NetworkError of %s, without its text', async (_, http) => {
    const error = await outcome(http)
    expect(error).toMatchObject({ _tag: 'NetworkError' })
    expect(inspect(error, { depth: 5, showHidden: true })).not.toContain('canary')
  })

  it.each([
    undefined,
    null,
    {},
    { status: 200, headers: {} },
    { status: '200', headers: {}, body: '' },
    { status: 200, headers: {}, body: {} },
  ])('refuses %p for a response', async (response) => {
    const error = await outcome(() => of(response as unknown as HttpResponse))
    expect(error).toMatchObject({
      _tag: 'ConfigError',
      issues: [{ path: '/http', expected: 'to emit { status, headers, body: text }' }],
    })
  })

  it('unsubscribes from a transport that never answers', () => {
    const subscription = enforceContract(() => NEVER)(httpRequest()).subscribe()
    subscription.unsubscribe()
    expect(subscription.closed).toBe(true)
  })
})
