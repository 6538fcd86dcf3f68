import type { HttpMethod } from '../../service/profile/Operation.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import { type ApiVersion, hasRoute } from './apiVersions.js'
import type { Language } from './data/categoryNames.js'
import type { OtherPaths, PlacedRoute, Route, RouteName } from './routes.js'
import type { SandboxResponse } from './SandboxResponse.js'
import type { UserState } from './sandboxUsers.js'
import type { State } from './State.js'
import type { WireRequest } from './WireRequest.js'

/** An operation: a route, and the function that answers its calls after `admit` has accepted them. */
export interface SandboxOperation extends Route {
  readonly answer: (call: Call) => SandboxResponse
}

/** An operation at a path. */
export interface PlacedOperation extends SandboxOperation, Omit<PlacedRoute, keyof Route> {
  readonly method: PlacedRoute['method']
}

/** How faults change the response of an operation. */
export interface FaultEffects {
  /** How many empty pages come before the rows. */
  readonly emptyPages?: number
  /** How many rows a page skips; if negative, how many rows of the previous page it repeats. */
  readonly shiftedRows?: number
  /** Whether the list has no rows. */
  readonly isEmpty?: boolean
  /** By how much `expires_at` is off, in milliseconds. */
  readonly skew?: number
}

/** One call of an operation that `admit` has accepted. */
export interface Call {
  readonly state: State
  readonly request: WireRequest
  readonly match: Match
  readonly apiVersion: ApiVersion
  readonly parameters: URLSearchParams
  readonly language: Language
  /** The user whose token was sent. */
  readonly bearer: UserState | undefined
  readonly effects: FaultEffects
  /** Records the user of the call in the journal. */
  readonly noteUser: (user: UserState) => void
}

/** A route whose path matches, with the `:id` of the path. */
export interface Match<R extends PlacedRoute = PlacedRoute> {
  readonly name: RouteName
  readonly route: R
  readonly id: string
  readonly method: HttpMethod
  /** The methods that are allowed at the path, for a 405. */
  readonly allowed: string
}

/** Finds the routes of a path; routes without `:id` come first. */
export type Router<R extends PlacedRoute> = (path: string) => ReadonlyArray<Match<R>>

interface Pattern<R extends PlacedRoute> {
  readonly route: R
  readonly parts: ReadonlyArray<string>
}

const decodeSegment = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const matchPattern = <R extends PlacedRoute>(
  { route, parts }: Pattern<R>,
  segments: ReadonlyArray<string>,
): ReadonlyArray<Omit<Match<R>, 'allowed'>> => {
  if (parts.length !== segments.length) return []
  const at = parts.indexOf(':id')
  return parts.every((part, index) => index === at || part === segments[index])
    ? [{ name: route.name, route, method: route.method, id: decodeSegment(segments[at] ?? '') }]
    : []
}

const accepts = <R extends PlacedRoute>({ method, route }: Match<R>, request: WireRequest): boolean =>
  method === request.method && route.when?.(request) !== false

/**
 * Chooses a route of a path: one that accepts the request and its method, preferably one of the request's API version.
 */
export const chooseRoute = <R extends PlacedRoute>(
  found: ReadonlyArray<Match<R>>,
  request: WireRequest,
  apiVersion: ApiVersion | undefined,
): Match<R> | undefined => {
  const accepting = found.filter((match) => accepts(match, request))
  return (
    accepting.find(({ route }) => apiVersion !== undefined && hasRoute(apiVersion, route)) ?? accepting[0] ?? found[0]
  )
}

/** The names of all routes of a path that accept a request. */
export const matchingNames = <R extends PlacedRoute>(
  found: ReadonlyArray<Match<R>>,
  request: WireRequest,
): ReadonlyArray<RouteName> => found.filter((match) => accepts(match, request)).map(({ name }) => name)

/**
 * The routes with the paths and methods of a profile. `publicClientPaths` adds paths for operations that have no path in the
 * profile.
 */
export const placeRoutes = <R extends Route>(
  { paths, methods }: ServiceInterface,
  routes: Readonly<Record<RouteName, R>>,
  publicClientPaths: OtherPaths = {},
): ReadonlyArray<R & PlacedRoute> => {
  const profilePaths: Readonly<Partial<Record<RouteName, string | null>>> = paths
  const profileMethods: Readonly<Partial<Record<RouteName, HttpMethod>>> = methods ?? {}
  return (Object.keys(routes) as ReadonlyArray<RouteName>).flatMap((name) => {
    const path = profilePaths[name] ?? publicClientPaths[name]
    return path === undefined
      ? []
      : [{ ...routes[name], name, path, method: profileMethods[name] ?? routes[name].method ?? 'GET' }]
  })
}

/** Creates a router for routes at their paths. */
export const createRouter = <R extends PlacedRoute>(routes: ReadonlyArray<R>): Router<R> => {
  const patterns = routes
    .map((route): Pattern<R> => ({ route, parts: route.path.split('/') }))
    .sort((a, b) => Number(a.parts.includes(':id')) - Number(b.parts.includes(':id')))
  return (path) => {
    const segments = path.split('/')
    const found = patterns.flatMap((pattern) => matchPattern(pattern, segments))
    const exact = found.filter(({ id }) => id === '')
    const preferred = exact.length > 0 ? exact : found
    const allowed = [...new Set(preferred.map(({ method }) => method))].join(', ')
    return preferred.map((candidate) => ({ ...candidate, allowed }))
  }
}
