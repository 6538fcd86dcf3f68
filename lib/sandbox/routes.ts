import type { Method } from '../profile/Method.js'
import type { ProfilePaths } from '../profile/ServiceProfile.js'
import type { StageSpan } from './stages.js'

/** The name of an operation: the profile's name for its path. */
export type RouteName = keyof ProfilePaths

/** The method and the access rights of a route, and which stages have it. */
export interface Route extends StageSpan {
  /** The usual one, default GET; a profile may have another. */
  readonly method?: Method
  readonly access: 'public' | 'application' | 'user'
  readonly list?: boolean
}

/** The routes of a sandbox. */
export type Routes = Readonly<Record<RouteName, Route>>
