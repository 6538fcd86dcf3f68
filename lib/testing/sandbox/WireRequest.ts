/** One request as the sandbox received it. */
export interface WireRequest {
  readonly method: string
  /** The path, which begins with its root such as `/v2`, without the query. */
  readonly path: string
  /** The text after the `?`, unchanged. */
  readonly query: string
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The origin of the sandbox's port, if the request came over one. */
  readonly origin?: string
}

/**
 * Splits an absolute URL, or a request target such as `/v2/banks?limit=1`, into its path, which begins with a root, and
 * its query.
 */
export type ReadTarget = (target: string) => Pick<WireRequest, 'path' | 'query'>

/** Creates a reader of request targets for a service whose paths begin with one of these roots. */
export const targetReader = (roots: ReadonlyArray<string>): ReadTarget => {
  const root = new RegExp(`(?:${roots.join('|').replaceAll('.', '\\.')})(?:/|$)`)
  return (target) => {
    const [beforeHash = ''] = target.split('#', 1)
    const mark = beforeHash.indexOf('?')
    const address = mark < 0 ? beforeHash : beforeHash.slice(0, mark)
    const local = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
    const start = local.search(root)
    return {
      path: start < 0 ? local || '/' : local.slice(start),
      query: mark < 0 ? '' : beforeHash.slice(mark + 1),
    }
  }
}
