import { isLeft } from 'fp-ts/lib/Either.js'
import { Observable } from 'rxjs'
import { DecodeError } from '../../base/error/DecodeError.js'
import { reveal } from '../../base/Redacted.js'
import type { Http } from '../Http.js'
import { type HttpRequest, revealHeaders, wireUrl } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { absoluteUrl } from '../queryString.js'
import { toClientError } from '../toClientError.js'

/** Sends one request and resolves to its response; `signal` aborts it. */
type Exchange = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>

/** Creates a transport from an exchange. Unsubscribing aborts the exchange, and any error becomes a `ClientError`. */
export const fromExchange =
  (exchange: Exchange): Http =>
  (request) =>
    new Observable((subscriber) => {
      if (subscriber.closed) return
      // A browser's `fetch` would resolve a relative URL against the URL of the page.
      const url = absoluteUrl(request)
      if (isLeft(url)) {
        subscriber.error(url.left)
        return
      }
      const abort = new AbortController()
      let isComplete = false
      exchange(request, abort.signal).then(
        (response) => {
          isComplete = true
          subscriber.next(response)
          subscriber.complete()
        },
        (error: unknown) => {
          subscriber.error(toClientError(error, request))
        },
      )
      return () => {
        if (!isComplete) abort.abort()
      }
    })

/** A platform's `fetch`, as the client calls it. */
export type PlatformFetch = (url: string, init: RequestInit) => Promise<Response>

/** Reads the text of a body, up to the limit. */
const readBody = async (body: ReadableStream<Uint8Array>, request: HttpRequest): Promise<string> => {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > request.maxBodySize) throw new DecodeError({ ...request, reason: 'too-large' })
    text += decoder.decode(value, { stream: true })
  }
}

/**
 * Creates an exchange from a `fetch` with WHATWG streams. It follows no redirects, uses no cache, and sends no
 * referrer. It sends cookies only if the request says so.
 */
export const fetchExchange =
  (fetch: PlatformFetch): Exchange =>
  async (request, signal) => {
    const response = await fetch(wireUrl(request), {
      method: request.method,
      headers: revealHeaders(request.headers),
      redirect: 'manual',
      credentials: request.cookies === true ? 'same-origin' : 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal,
      ...(request.body._tag === 'Some' ? { body: reveal(request.body.value) } : {}),
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers.entries()),
      body: response.body === null ? '' : await readBody(response.body, request),
    }
  }
