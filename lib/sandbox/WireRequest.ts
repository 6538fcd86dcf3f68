/** One request as it came in. */
export interface WireRequest {
  readonly method: string
  /** From `/v2` on, without a query. */
  readonly path: string
  /** What stands after the `?`, byte for byte. */
  readonly query: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The path, from the version segment on, and the query of an absolute URL or of a target such as `/v2/banks?limit=1`. */
export const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const [beforeHash = ''] = target.split('#', 1)
  const mark = beforeHash.indexOf('?')
  const address = mark < 0 ? beforeHash : beforeHash.slice(0, mark)
  const local = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
  const version = local.search(/\/v2(?:\/|$)/)
  return {
    path: version < 0 ? local || '/' : local.slice(version),
    query: mark < 0 ? '' : beforeHash.slice(mark + 1),
  }
}
