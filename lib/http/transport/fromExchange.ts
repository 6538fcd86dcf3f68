import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { Observable } from 'rxjs'
import { type ClientError, isClientError } from '../../error/ClientError.js'
import { NetworkError } from '../../error/NetworkError.js'
import type { Http } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'

/** One request and its answer by a platform's own means; it ends early when the signal says so. */
export type Exchange = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>

interface Failure {
  readonly code?: unknown
  readonly cause?: Failure | null
}

/** The platform's code for a failure, if it is one word of capitals: never a message, which may hold the URL. */
const codeOf = (failure: Failure | null | undefined): Option<string> => {
  const code = failure?.code ?? failure?.cause?.code
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? some(code) : none
}

const toClientError = (error: unknown, { operation, page, url }: HttpRequest): ClientError =>
  isClientError(error)
    ? error
    : new NetworkError({ operation, page, origin: new URL(url).origin, code: codeOf(error as Failure) })

/** Makes a transport of an exchange: unsubscribing aborts, and what goes wrong is a `NetworkError`. */
export const fromExchange =
  (exchange: Exchange): Http =>
  (request) =>
    new Observable((subscriber) => {
      if (subscriber.closed) return
      const abort = new AbortController()
      let isWhole = false
      exchange(request, abort.signal).then(
        (response) => {
          isWhole = true
          subscriber.next(response)
          subscriber.complete()
        },
        (error: unknown) => {
          subscriber.error(toClientError(error, request))
        },
      )
      return () => {
        if (!isWhole) abort.abort()
      }
    })
