import { type Issue, maxIssues } from '../codec/issues.js'

/**
 * Issues as part of a message: rows that are wrong alike are told as one, and there is an end.
 *
 * Where there are as many as are looked for, there may be more. `named` gives the words for a path.
 */
export const issuesInWords = (issues: ReadonlyArray<Issue>, named = (path: string): string => path): string => {
  const alike = new Map<string, ReadonlyArray<string>>()
  for (const issue of issues) {
    const path = named(issue.path)
    const told = `: expected ${issue.expected}`
    const kind = path.replace(/\/\d+(?=\/|$)/g, '/*') + told
    alike.set(kind, [...(alike.get(kind) ?? []), path + told])
  }
  const orMore = issues.length < maxIssues ? '' : ' or more'
  const words = Array.from(alike, ([kind, each]) =>
    each.length === 1 ? each.join() : `${kind} (${String(each.length)} times${orMore})`,
  )
  const untold = words.splice(maxIssues).length
  return `${words.join('; ')}${untold === 0 ? '' : `; and ${String(untold)} more`}`
}
