/**
 * What a client does as spans and metrics of OpenTelemetry. Begin with {@link createTelemetry}.
 *
 * @module rxbank/opentelemetry
 */
export { fleetMetrics, type FleetMetricsConfig } from './fleetMetrics.js'
export { createTelemetry, type Telemetry, type TelemetryConfig } from './createTelemetry.js'
