import type { Answer } from './Answer.js'
import type { Call } from './Call.js'
import type { PlacedRoute, Route } from './routes.js'

/** A route with the function that answers the calls that were admitted to it. */
export interface Answered extends Route {
  readonly answer: (call: Call) => Answer
}

/** The same at its path. */
export interface AnsweredRoute extends Answered, Omit<PlacedRoute, keyof Route> {
  readonly method: PlacedRoute['method']
}
