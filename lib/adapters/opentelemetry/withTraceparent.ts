import { isSpanContextValid, type Span } from '@opentelemetry/api'
import type { HttpRequest } from '../../http/HttpRequest.js'

/** The request with the headers of W3C Trace Context for a span, unless it has a `traceparent` already. */
export const withTraceparent = (request: HttpRequest, span: Span): HttpRequest => {
  const { spanId, traceFlags, traceId, traceState } = span.spanContext()
  const isTraced = Object.keys(request.headers).some((name) => name.toLowerCase() === 'traceparent')
  if (isTraced || !isSpanContextValid({ spanId, traceFlags, traceId })) return request
  const flags = (traceFlags & 0xff).toString(16).padStart(2, '0')
  const state = traceState?.serialize() ?? ''
  return {
    ...request,
    headers: {
      ...request.headers,
      traceparent: `00-${traceId}-${spanId}-${flags}`,
      ...(state !== '' && { tracestate: state }),
    },
  }
}
