import {
  context,
  isSpanContextValid,
  type MeterProvider,
  metrics,
  type Span,
  SpanStatusCode,
  trace,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api'
import * as t from 'io-ts'
import { defer, Observable, type Subscription } from 'rxjs'
import { methodsCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { isClientError } from '../../base/error/ClientError.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import type { Policy } from '../../http/Http.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import { errorType } from './errorType.js'
import { eventMetrics } from './eventMetrics.js'
import { instrumentationScope } from './instrumentationScope.js'

/** The request with the headers of W3C Trace Context for a span, unless it has a `traceparent` already. */
const withTraceparent = (request: HttpRequest, span: Span): HttpRequest => {
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

/** The spans of requests, with the events of each request. */
interface RequestSpans {
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
const requestSpans = (tracer: Tracer, sendsTraceparent: boolean): RequestSpans => {
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
      // What subscribers do with the response, such as asking for the next page, must not become a child of this span.
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

/** Where spans and metrics go; default: the providers that the application's SDK has registered. */
export interface TelemetryConfig {
  readonly tracerProvider?: TracerProvider
  readonly meterProvider?: MeterProvider
  /**
   * Whether each request carries the `traceparent` of its span (W3C Trace Context); default `true`. Use `false` if the
   * platform's instrumentation adds one to each attempt.
   */
  readonly traceparent?: boolean
}

const telemetryConfig = options(
  'options',
  {},
  {
    tracerProvider: methodsCodec<TracerProvider>('a TracerProvider', 'getTracer'),
    meterProvider: methodsCodec<MeterProvider>('a MeterProvider', 'getMeter'),
    traceparent: t.boolean,
  },
)
const events = observableCodec<Observable<ClientEvent>>('the events$ of a client')

/** The spans and metrics of one client. */
export interface Telemetry {
  /**
   * The client's `policy`: creates a span for each request with all its attempts. Its parent is the span that is active
   * where the stream is subscribed to.
   */
  readonly policy: Policy
  /**
   * Updates the metrics with a client's events, and adds the events to the spans of its requests.
   *
   * Subscribes at once; unsubscribe to end it. Watchers that still run are then counted as ended.
   */
  readonly observe: (events$: Observable<ClientEvent>) => Subscription
}

/**
 * Reports what a client does to OpenTelemetry. Create one for each client. Without an SDK, nothing is reported.
 *
 * Each request carries the `traceparent` of its span. No secret, token, id of a user, URL or row is in any
 * span or metric: attributes are the names of operations, statuses, tags of errors and numbers. Register the SDK before
 * `observe` is called: instruments that were created earlier report nothing.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createTelemetry } from 'rxbank/opentelemetry'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
 * import { lastValueFrom } from 'rxjs'
 *
 * const exporter = new InMemorySpanExporter()
 * const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
 * const telemetry = createTelemetry({ tracerProvider }) // omit it in an application that has registered its SDK
 * const { credentials, http } = createSandbox({ profile: bridge2025 })
 * const config = { baseUrl: 'https://bank.example', ...credentials, http }
 * const client = createClient({ profile: bridge2025, ...config, policy: telemetry.policy })
 * const observing = telemetry.observe(client.events$)
 * await lastValueFrom(client.categories.pages())
 * observing.unsubscribe()
 * const [{ name, attributes } = assert.fail('there is a span')] = exporter.getFinishedSpans()
 * assert.deepStrictEqual([name, attributes['http.response.status_code']], ['categories.list', 200])
 */
export const createTelemetry = (config: TelemetryConfig = {}): Telemetry => {
  const { tracerProvider, meterProvider, traceparent = true } = decodeOptions(telemetryConfig, config)
  const spans = requestSpans((tracerProvider ?? trace).getTracer(...instrumentationScope), traceparent)
  return {
    policy: spans.policy,
    observe: (events$) => {
      if (!events.is(events$)) throw wrongOption('/events$', events.name)
      const eventCounts = eventMetrics((meterProvider ?? metrics).getMeter(...instrumentationScope))
      const observing = events$.subscribe((event) => {
        eventCounts.record(event)
        spans.record(event)
      })
      observing.add(eventCounts.end)
      return observing
    },
  }
}
