import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import type { Client } from 'rxbank'
import { createTelemetry } from 'rxbank/opentelemetry'
import type { Observable, Subscription } from 'rxjs'
import type { News } from './News.js'
import type { Handler } from './serve.js'

/** Metrics that are kept, and what shows them. */
export interface Metrics {
  readonly keeping: Subscription
  readonly handler: Handler
}

/** Keeps metrics of the client and of the rows from now on; the handler shows them in the format of Prometheus. */
export const keepMetrics = ({ events$ }: Pick<Client, 'events$'>, news$: Observable<News>): Metrics => {
  const exporter = new PrometheusExporter({ preventServerStart: true })
  const meterProvider = new MeterProvider({ readers: [exporter] })
  const rows = meterProvider.getMeter('watcher').createCounter('watcher.rows', { description: 'Rows that were saved' })
  const keeping = createTelemetry({ meterProvider }).observe(events$)
  keeping.add(
    news$.subscribe((news) => {
      if (news._tag === 'Saved') rows.add(news.rows, { list: news.list })
    }),
  )
  return { keeping, handler: (request, response) => exporter.getMetricsRequestHandler(request, response) }
}
