import type { Fault } from 'rxbank/sandbox'

/** The faults that have a button; each is of the next request. `latency` is of the answer, in milliseconds. */
export const faults = {
  503: { kind: 'server-error', status: 503 },
  429: { kind: 'rate-limit', retryAfter: 5 },
  cut: { kind: 'cut' },
  slow: { kind: 'latency', ms: 5000, side: 'response' },
} as const satisfies Record<string, Fault>

/** The name of a fault that has a button. */
export type FaultName = `${keyof typeof faults}`

/** A fault that was added by its button, `at` milliseconds after the beginning of the scene. */
export interface AddedFault {
  readonly name: FaultName
  readonly at: number
}
