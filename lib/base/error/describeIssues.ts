import { type Issue, maxIssues } from '../codec/issues.js'

/**
 * Describes issues for a message. The same issue of several rows is described once, and the number of issues is
 * limited.
 *
 * If there are as many issues as a codec reports at most, the message says that there may be more. `nameOf` turns a
 * path into words.
 */
export const describeIssues = (issues: ReadonlyArray<Issue>, nameOf = (path: string): string => path): string => {
  const groups = new Map<string, ReadonlyArray<string>>()
  for (const issue of issues) {
    const path = nameOf(issue.path)
    const expectation = `: expected ${issue.expected}`
    const kind = path.replace(/\/\d+(?=\/|$)/g, '/*') + expectation
    groups.set(kind, [...(groups.get(kind) ?? []), path + expectation])
  }
  const orMore = issues.length < maxIssues ? '' : ' or more'
  const words = Array.from(groups, ([kind, members]) =>
    members.length === 1 ? members.join() : `${kind} (${String(members.length)} times${orMore})`,
  )
  const omitted = words.splice(maxIssues).length
  return `${words.join('; ')}${omitted === 0 ? '' : `; and ${String(omitted)} more`}`
}
