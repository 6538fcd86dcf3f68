/** The roots of the API: the version segment of its paths. */
export const defaultRoots: ReadonlyArray<string> = ['/v2']

const slash = 47

/** Whether a path is below one of the roots. */
export const isBelow = (roots: ReadonlyArray<string>, path: string): boolean =>
  roots.some((root) => path.charCodeAt(root.length) === slash && path.startsWith(root))

/** The roots in the form of messages, such as `'/v2/'`. */
export const rootsInWords = (roots: ReadonlyArray<string>): string => roots.map((root) => `'${root}/'`).join(' or ')
