import type * as t from 'io-ts'
import { shareAcrossCopies } from '../packageCopies.js'

/** Reports a value whose type differs from the assumed one: its JSON pointer in the resource, and what was expected. */
type MismatchListener = (path: string, expected: string) => void

/**
 * The listener of the current decoding. There is only one, because decoding is synchronous. It is shared, because a
 * codec may come from another copy of the package than the client.
 */
const current = /* @__PURE__ */ shareAcrossCopies(
  'mismatchListener',
  (): { listener: MismatchListener | undefined } => ({
    listener: undefined,
  }),
)

/** Runs `decode`, and reports each value whose type differs from the assumed one to `listener`. */
export const withMismatchListener = <A>(listener: MismatchListener, decode: () => A): A => {
  const previous = current.listener
  current.listener = listener
  try {
    return decode()
  } finally {
    current.listener = previous
  }
}

/** Reports a value to the listener of the current decoding, if there is one. */
export const reportMismatch: MismatchListener = (path, expected) => current.listener?.(path, expected)

/** What is wrong with a value: the path, and what was expected there. */
export interface Issue {
  /** A JSON pointer (RFC 6901) such as `/resources/1/updated_at`, cut at 200 characters; empty for the value itself. */
  readonly path: string
  /**
   * The name of the codec that refused the value, cut at 200 characters. Its suffix is `(missing)` if there was no
   * value, and the number if an option has a wrong number, as in `milliseconds, 1 or more (is 0)`.
   */
  readonly expected: string
}

/**
 * @internal The maximum number of issues of one error.
 */
export const maxIssues = 10

const maxLength = 200

/**
 * @internal Shortens a path or a name to 200 characters: the name of a codec lists all its parts, and a path may
 * contain the key of an unknown option.
 */
export const shorten = (text: string): string =>
  // Removes half a surrogate pair, which is not valid text.
  text.length > maxLength ? `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…` : text

type Node = t.Decoder<unknown, unknown> & { readonly _tag?: string; readonly tag?: string; readonly type?: Node }

const wrapper = /^(Readonly|Refinement|Recursive)Type$/

/** The io-ts tag of a codec without its wrappers; empty for a tagged union, whose tag says which member was meant. */
const kindOf = ({ _tag = '', tag, type }: Node): string => {
  if (type !== undefined && wrapper.test(_tag)) return kindOf(type)
  return tag === undefined ? _tag : ''
}

const escape = (key: string): string => key.replace(/~/g, '~0').replace(/\//g, '~1')

/** Whether an entry is a member of an intersection or a tagged union. It has its parent's value, so paths omit it. */
const isMember = (parent: t.ContextEntry, entry: t.ContextEntry): boolean =>
  'actual' in parent && 'actual' in entry && Object.is(parent.actual, entry.actual)

/** Marks codecs of amounts and times: issues show wrong numbers, because these are never secrets. */
export const quantity = { _tag: 'Quantity' } as const

/** What an issue says about the value. */
const describeValue = (entry: t.ContextEntry): string => {
  const { type, actual } = entry
  if (typeof actual === 'number' && (type as Node)._tag === quantity._tag) return ` (is ${String(actual)})`
  return actual === undefined && 'actual' in entry ? ' (missing)' : ''
}

/**
 * The path to the value of a context, and the entry with its codec. Keys of the kinds in `wildcardKinds` become `*`.
 */
const placeOf = (context: t.Context, wildcardKinds: ReadonlySet<string>) => {
  let path = ''
  let [last] = context
  for (let i = 1; i < context.length; i++) {
    const [parent, entry] = [context[i - 1], context[i]] as [t.ContextEntry, t.ContextEntry]
    const parentKind = kindOf(parent.type)
    if (parentKind === 'UnionType') break
    if (isMember(parent, entry)) continue
    path += wildcardKinds.has(parentKind) ? '/*' : `/${escape(entry.key)}`
    last = entry
  }
  return { path: shorten(path), last }
}

const dictionary = /* @__PURE__ */ new Set(['DictionaryType'])
const dictionaryOrList = /* @__PURE__ */ new Set(['DictionaryType', 'ArrayType', 'ReadonlyArrayType'])

/** @internal The JSON pointer of a field, without indexes: elements of lists and keys of dictionaries are `*`. */
export const fieldPath = (context: t.Context): string => placeOf(context, dictionaryOrList).path

const issue = (context: t.Context): Issue => {
  const { path, last } = placeOf(context, dictionary)
  const expected = last ? shorten(last.type.name) + describeValue(last) : 'another value'
  return { path, expected }
}

/**
 * Converts io-ts errors to {@link Issue}s that can be shown: they never contain a value that may be a secret or
 * somebody's data. There is at most one issue for each path, and at most ten in all.
 *
 * Paths omit the members of unions and intersections. The issue of a union is about the union itself, because it is
 * unknown which member was meant. The keys of a dictionary (`t.record`) are data, so they are shown as `*`.
 *
 * @example
 * import { id, issues, list, record } from 'rxbank/codec'
 *
 * const page = record('page', { resources: list(record('row', { id }, {})) }, {})
 * const decoded = page.decode({ resources: [{ id: 'x' }] })
 * assert.ok(decoded._tag === 'Left')
 * assert.deepStrictEqual(issues(decoded.left), [{ path: '/resources/0/id', expected: 'id' }])
 */
export const issues = (errors: t.Errors): ReadonlyArray<Issue> => {
  const expectedByPath = new Map<string, string>()
  for (const error of errors) {
    const { path, expected } = issue(error.context)
    if (!expectedByPath.has(path)) expectedByPath.set(path, expected)
    if (expectedByPath.size === maxIssues) break
  }
  return Array.from(expectedByPath, ([path, expected]) => ({ path, expected }))
}
