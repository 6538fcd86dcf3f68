import { DecodeError } from '../../error/DecodeError.js'
import { reveal } from '../../model/Redacted.js'
import { type HttpRequest, wireHeaders } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { fromExchange } from './fromExchange.js'

/** The body's text; nothing beyond the limit is read. */
const readBody = async (body: ReadableStream<Uint8Array>, request: HttpRequest): Promise<string> => {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > request.maxBodySize) throw new DecodeError({ ...request, reason: 'too-large' })
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

const exchange = async (request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> => {
  const response = await globalThis.fetch(request.url, {
    method: request.method,
    headers: wireHeaders(request),
    redirect: 'manual',
    credentials: 'omit',
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

/**
 * The transport for browsers and other runtimes: the platform's own `fetch`, looked up at each request.
 *
 * Emits one answer and completes. Follows no redirect (a browser shows it as status 0); a body beyond `maxBodySize`
 * bytes, decompressed, is a `DecodeError`; everything else that keeps an answer from coming whole is a `NetworkError`.
 * Unsubscribing aborts.
 */
export const transport = fromExchange(exchange)
