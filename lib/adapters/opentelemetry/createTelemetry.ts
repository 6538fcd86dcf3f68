import { type MeterProvider, metrics, trace, type TracerProvider } from '@opentelemetry/api'
import * as t from 'io-ts'
import type { Observable, Subscription } from 'rxjs'
import { methodsCodec } from '../../base/codec/methodsCodec.js'
import { observableCodec } from '../../base/codec/observableCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import type { Policy } from '../../http/Http.js'
import { eventMetrics } from './eventMetrics.js'
import { instrumentationScope } from './instrumentationScope.js'
import { requestSpans } from './requestSpans.js'

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
