import type { HttpMethod } from '../../service/profile/Operation.js'
import type { ProfilePaths } from '../../service/profile/ServiceProfile.js'
import type { ApiVersionSpan } from './apiVersions.js'
import type { WireRequest } from './WireRequest.js'

/** Operations that public clients call, but that no profile has a path for. */
export type ClientRoute = 'connectItemConfirmation' | 'connectItemSync' | 'deleteUsers'

/** The name of an operation: the profile's name for its path, or one of another operation. */
export type RouteName = keyof ProfilePaths | ClientRoute

/** Paths that public clients call, of operations for which a profile has no path. */
export type OtherPaths = Readonly<Partial<Record<RouteName, string>>>

/** The method and the access rights of a route, and the API versions that have it. */
export interface Route extends ApiVersionSpan {
  /** The usual method, default GET; a profile may have another one. */
  readonly method?: HttpMethod
  readonly access: 'public' | 'application' | 'user'
  readonly list?: boolean
}

/**
 * A route at its path.
 *
 * - `when`: whether the route accepts a request with its path and method; default: every request.
 * - `linkParameters`: the query parameters that the links of a list repeat; default: `limit`, and the profile's
 *   parameter for `since`.
 */
export interface PlacedRoute extends Route {
  readonly name: RouteName
  readonly path: string
  readonly method: HttpMethod
  readonly when?: (request: WireRequest) => boolean
  readonly linkParameters?: ReadonlyArray<string>
}
