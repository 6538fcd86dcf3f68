import type { Call } from './Call.js'
import type { PlacedRoute, Route } from './routes.js'
import type { SandboxResponse } from './SandboxResponse.js'

/** An operation: a route, and the function that answers its calls after `admit` has accepted them. */
export interface SandboxOperation extends Route {
  readonly answer: (call: Call) => SandboxResponse
}

/** An operation at a path. */
export interface PlacedOperation extends SandboxOperation, Omit<PlacedRoute, keyof Route> {
  readonly method: PlacedRoute['method']
}
