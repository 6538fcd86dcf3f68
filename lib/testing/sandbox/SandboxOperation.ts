import type { Call } from './Call.js'
import type { PlacedRoute, Route } from './routes.js'
import type { Answer } from './SandboxAnswer.js'

/** A route with the function that answers the calls that `admit` has let through. */
export interface Answered extends Route {
  readonly answer: (call: Call) => Answer
}

/** An answered route at its path. */
export interface AnsweredRoute extends Answered, Omit<PlacedRoute, keyof Route> {
  readonly method: PlacedRoute['method']
}
