import { of, throwError } from 'rxjs'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import { prepareAtOnce } from '../../../lib/http/policies/identifyAttempts.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'

describe('prepareAtOnce', () => {
  const send = prepareAtOnce(({ operation }) => of(json({ operation })))
  const bodyOf = (request: HttpRequest): string => {
    const seen: Array<string> = []
    send(request).subscribe({
      next: ({ body }) => seen.push(body),
      error: (error) => seen.push(String(error)),
    })
    return seen.join()
  }
  const wanted = { isStillWanted: () => true, waitsSince: undefined }

  it('sends a request as it is made ready, and others as they are', () => {
    expect([
      bodyOf(httpRequest()),
      bodyOf(httpRequest({ admission: wanted })),
      bodyOf(httpRequest({ admission: { ...wanted, prepare: () => of(httpRequest({ operation: 'ready' })) } })),
      bodyOf(httpRequest({ admission: { ...wanted, prepare: () => throwError(() => 'no secret') } })),
    ]).toEqual(['{"operation":"stocks.list"}', '{"operation":"stocks.list"}', '{"operation":"ready"}', 'no secret'])
  })
})
