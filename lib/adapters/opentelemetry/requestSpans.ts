import { context, type Span, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'
import { defer, Observable } from 'rxjs'
import { isClientError } from '../../base/error/ClientError.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import type { Policy } from '../../http/Http.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import { errorType } from './errorType.js'
import { withTraceparent } from './withTraceparent.js'

/** The spans of requests, with the events of each request. */
export interface RequestSpans {
  readonly policy: Policy
  readonly record: (event: ClientEvent) => void
}

const attributesOf = ({ method, page, priority }: HttpRequest) => ({
  'http.request.method': method,
  'rxbank.priority': priority,
  ...(page._tag === 'Some' && { 'rxbank.page': page.value }),
})

/**
 * Creates one span for a request with all its attempts. If the platform is instrumented, its spans of single attempts
 * become children of this span.
 */
export const requestSpans = (tracer: Tracer, sendsTraceparent: boolean): RequestSpans => {
  const open = new Map<number, Span>()

  const fail = (span: Span, error: unknown): void => {
    span.setAttribute('error.type', errorType(error))
    span.setStatus({ code: SpanStatusCode.ERROR, ...(isClientError(error) && { message: error.message }) })
  }

  const policy: Policy = (next) => (request) =>
    // Not an operator: the span's context must surround the request, and the caller's context each notification.
    new Observable((subscriber) => {
      const callerContext = context.active()
      const span = tracer.startSpan(request.operation, { attributes: attributesOf(request) }, callerContext)
      let hasResponse = false
      open.set(request.number, span)
      subscriber.add(() => {
        open.delete(request.number)
        if (!hasResponse) span.setAttribute('rxbank.aborted', true)
        span.end()
      })
      // What subscribers do with the answer, such as asking for the next page, must not become a child of this span.
      const notifyCaller = (notify: () => void): void => {
        hasResponse = true
        context.with(callerContext, notify)
      }
      const observer = {
        next: (response: Parameters<typeof subscriber.next>[0]) => {
          span.setAttribute('http.response.status_code', response.status)
          notifyCaller(() => subscriber.next(response))
        },
        error: (error: unknown) => {
          fail(span, error)
          notifyCaller(() => subscriber.error(error))
        },
        complete: () => notifyCaller(() => subscriber.complete()),
      }
      context.with(trace.setSpan(callerContext, span), () =>
        subscriber.add(
          defer(() => next(sendsTraceparent ? withTraceparent(request, span) : request)).subscribe(observer),
        ),
      )
    })

  const record = (event: ClientEvent): void => {
    const span = open.get(event.request)
    if (span === undefined) return
    switch (event._tag) {
      case 'Requested':
        span.addEvent('rxbank.requested')
        break
      case 'Responded':
        span.addEvent('rxbank.responded', { 'http.response.status_code': event.status })
        break
      case 'Retried':
        span.addEvent('rxbank.retried', {
          'error.type': errorType(event.error),
          'rxbank.attempt': event.attempt,
          'rxbank.delay': event.delay / 1000,
        })
        break
      default:
    }
  }

  return { policy, record }
}
