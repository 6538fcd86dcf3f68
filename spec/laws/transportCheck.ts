import assert from 'node:assert/strict'
import { none } from 'fp-ts/lib/Option.js'
import { from, lastValueFrom, toArray } from 'rxjs'
import { type Http, type HttpRequest, type HttpResponse, isClientError } from '../../lib/index.js'
import { lawTimeout } from './checkLaw.js'

/** A request to a path under `/v2` of a server. `fields` override the defaults. */
export const requestTo = (origin: string, fields: Partial<HttpRequest> = {}): HttpRequest => ({
  number: 1,
  operation: 'transport.law',
  page: none,
  method: 'GET',
  url: `${origin}/v2/law`,
  baseUrl: { origin, prefix: '', roots: ['/v2'] },
  headers: { Accept: 'application/json' },
  body: none,
  access: 'public',
  idempotent: true,
  priority: 'interactive',
  timeout: lawTimeout,
  maxBodySize: 1_000_000,
  ...fields,
})

/** Sends a request; resolves to all answers that the transport emits. */
export const answersOf = (http: Http, request: HttpRequest): Promise<Array<HttpResponse>> =>
  lastValueFrom(from(http(request)).pipe(toArray()))

const failureOf = (http: Http, request: HttpRequest): Promise<unknown> =>
  answersOf(http, request).then(
    () => assert.fail('the request did not fail'),
    (error: unknown) => error,
  )

/** Asserts that a request fails with a `ClientError` of this tag. */
export const failsWith = async (http: Http, request: HttpRequest, tag: string): Promise<void> => {
  const error = await failureOf(http, request)
  assert.ok(isClientError(error), 'the error is not a ClientError')
  assert.equal(error._tag, tag)
}
