/**
 * What a client does as spans and metrics of OpenTelemetry. Begin with {@link createTelemetry}.
 *
 * @module rxbank/opentelemetry
 */
export { fleetMetrics, type FleetMetricsConfig } from './adapters/opentelemetry/fleetMetrics.js'
export { createTelemetry, type Telemetry, type TelemetryConfig } from './adapters/opentelemetry/createTelemetry.js'
