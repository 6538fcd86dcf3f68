import type { Method } from '../profile/Method.js'
import type { ProfilePaths } from '../profile/ServiceProfile.js'
import type { StageSpan } from './stages.js'
import type { WireRequest } from './WireRequest.js'

/** The name of an operation: the profile's name for its path. */
export type RouteName = keyof ProfilePaths

/** The method and the access rights of a route, and which stages have it. */
export interface Route extends StageSpan {
  /** The usual one, default GET; a profile may have another. */
  readonly method?: Method
  readonly access: 'public' | 'application' | 'user'
  readonly list?: boolean
}

/**
 * A route at its path.
 *
 * - `when`: which of the requests with this path and this method are for it; default: all.
 * - `kept`: the parameters that the links of a list keep; default: `limit`, and the profile's for the moment of a change.
 */
export interface PlacedRoute extends Route {
  readonly name: RouteName
  readonly path: string
  readonly method: Method
  readonly when?: (request: WireRequest) => boolean
  readonly kept?: ReadonlyArray<string>
}
