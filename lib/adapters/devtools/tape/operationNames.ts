import { type OperationKey, operationTable } from '../../../service/profile/operations.js'
import type { ServiceInterface } from '../../../service/profile/ServiceProfile.js'

/** An operation: its name in events, and whether it is a list of pages. */
export interface NamedOperation {
  readonly name: string
  readonly isList: boolean
}

interface Candidate extends NamedOperation {
  readonly method: string
  readonly path: RegExp
  readonly partCount: number
  readonly parameters: ReadonlyArray<string>
}

const listCandidates = ({ paths, methods, since }: ServiceInterface): ReadonlyArray<Candidate> =>
  Object.values(operationTable).flatMap((row) => {
    const template = paths[row.key]
    if (template === null) return []
    const [path = '', query = ''] = template.split('?')
    const parts = path.split(':id')
    // If a list and the list of its changes share a path, a parameter distinguishes them.
    const sharesPath = 'updatesOf' in row && paths[row.updatesOf satisfies OperationKey] === template
    return [
      {
        name: row.name,
        isList: row.response === 'list',
        method: methods?.[row.key] ?? row.method,
        path: new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^/]+')}$`),
        partCount: parts.length,
        parameters: [...Array.from(new URLSearchParams(query).keys()), ...(sharesPath ? [since.parameter] : [])],
      },
    ]
  })

/**
 * Creates the function that finds the operation of a request on a tape, in the first profile that has it. A request
 * that no profile describes is named by its method and path.
 */
export const operationNames = (
  profiles: ReadonlyArray<ServiceInterface>,
): ((method: string, url: URL) => NamedOperation) => {
  // The most specific first: fewer ids in the path, then more query parameters.
  const candidateLists = profiles.map((profile) =>
    [...listCandidates(profile)].sort((a, b) => a.partCount - b.partCount || b.parameters.length - a.parameters.length),
  )
  return (method, { pathname, searchParams }) => {
    const matches = (candidate: Candidate): boolean =>
      candidate.method === method &&
      candidate.path.test(pathname) &&
      candidate.parameters.every((name) => searchParams.has(name))
    for (const candidates of candidateLists) {
      const match = candidates.find(matches)
      if (match !== undefined) return { name: match.name, isList: match.isList }
    }
    return { name: `${method} ${pathname}`, isList: false }
  }
}
