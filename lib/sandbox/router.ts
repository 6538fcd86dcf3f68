import type { Method } from '../profile/Method.js'
import type { ServiceInterface } from '../profile/ServiceProfile.js'
import type { Route, RouteName, Routes } from './routes.js'
import { hasRoute, type Stage } from './stages.js'

/** A route whose path matches, with the `:id` from the path. */
export interface Match {
  readonly name: RouteName
  readonly route: Route
  readonly id: string
  readonly method: Method
  /** The methods that the path takes. */
  readonly allowed: string
}

/** Finds the routes of a path; those without `:id` come first. */
export type Router = (path: string) => ReadonlyArray<Match>

interface Pattern extends Pick<Match, 'name' | 'route' | 'method'> {
  readonly parts: ReadonlyArray<string>
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const match = (
  { name, route, method, parts }: Pattern,
  asked: ReadonlyArray<string>,
): ReadonlyArray<Omit<Match, 'allowed'>> => {
  if (parts.length !== asked.length) return []
  const at = parts.indexOf(':id')
  return parts.every((part, index) => index === at || part === asked[index])
    ? [{ name, route, method, id: decoded(asked[at] ?? '') }]
    : []
}

/** Chooses among the routes of a path: one with the method of the request, preferably one that its stage has. */
export const chooseRoute = (
  found: ReadonlyArray<Match>,
  method: string,
  stage: Stage | undefined,
): Match | undefined => {
  const taking = found.filter((candidate) => candidate.method === method)
  return taking.find(({ route }) => stage !== undefined && hasRoute(stage, route)) ?? taking[0] ?? found[0]
}

/** Creates a router for a profile's paths. */
export const createRouter = ({ paths, methods }: ServiceInterface, routes: Routes): Router => {
  const patterns = (Object.keys(paths) as ReadonlyArray<RouteName>)
    .flatMap((name): ReadonlyArray<Pattern> => {
      const template = paths[name]
      const route = routes[name]
      const method = methods?.[name] ?? route.method ?? 'GET'
      return template === null ? [] : [{ name, route, method, parts: template.split('/') }]
    })
    .sort((a, b) => Number(a.parts.includes(':id')) - Number(b.parts.includes(':id')))
  return (path) => {
    const asked = path.split('/')
    const found = patterns.flatMap((pattern) => match(pattern, asked))
    const exact = found.filter(({ id }) => id === '')
    const meantByPath = exact.length > 0 ? exact : found
    const allowed = [...new Set(meantByPath.map(({ method }) => method))].join(', ')
    return meantByPath.map((candidate) => ({ ...candidate, allowed }))
  }
}
