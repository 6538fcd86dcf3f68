import type { ProfilePaths } from '../profile/ServiceProfile.js'
import { type RouteName, routes } from './routes.js'
import type { Stage } from './stages.js'

/** A route that a path leads to, and the `:id` in the path. */
export interface Match {
  readonly name: RouteName
  readonly id: string
}

/** Finds the routes of a path, those whose paths name no id first. */
export type Router = (path: string) => ReadonlyArray<Match>

interface Pattern {
  readonly name: RouteName
  readonly parts: ReadonlyArray<string>
}

const names = (paths: ProfilePaths): ReadonlyArray<RouteName> => Object.keys(paths) as ReadonlyArray<RouteName>

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const match = ({ name, parts }: Pattern, asked: ReadonlyArray<string>): ReadonlyArray<Match> => {
  if (parts.length !== asked.length) return []
  const at = parts.indexOf(':id')
  return parts.every((part, index) => index === at || part === asked[index])
    ? [{ name, id: decoded(asked[at] ?? '') }]
    : []
}

/** The route that a request means among those of its path: of those that take its method, one that its stage has. */
export const meant = (found: ReadonlyArray<Match>, method: string, stage: Stage | undefined): Match | undefined => {
  const taking = found.filter(({ name }) => routes[name].method === method)
  return taking.find(({ name }) => stage?.routes.includes(name)) ?? taking[0] ?? found[0]
}

/** Makes a router of a profile's paths. */
export const createRouter = (paths: ProfilePaths): Router => {
  const patterns = names(paths)
    .flatMap((name): ReadonlyArray<Pattern> => {
      const template = paths[name]
      return template === null ? [] : [{ name, parts: template.split('/') }]
    })
    .sort((a, b) => Number(a.parts.includes(':id')) - Number(b.parts.includes(':id')))
  return (path) => {
    const asked = path.split('/')
    const found = patterns.flatMap((pattern) => match(pattern, asked))
    const exact = found.filter(({ id }) => id === '')
    return exact.length > 0 ? exact : found
  }
}
