/** The instrumentation scope of all spans and metrics: name and version. */
export const instrumentationScope = ['rxbank', '0.1.0'] as const
