import { isNone, some } from 'fp-ts/lib/Option.js'
import type { Cursor } from './cursors.js'
import type { Call } from './router.js'
import { badRequest, json, type SandboxResponse } from './SandboxResponse.js'
import { listStart, type SortKey, type Source } from './World.js'

type Direction = 'before' | 'after'

const maxLimit = 500
const start: Cursor = { ...listStart, emptyLeft: 0, emptySent: 0 }

const readLimit = (text: string | null): number | undefined => {
  if (text === null) return 50
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  return limit >= 1 && limit <= maxLimit ? limit : undefined
}

/** Creates a function that writes links to other pages, with a cursor and the parameters of the request. */
const createLinker = ({ request, parameters, state, match }: Call, scope: string) => {
  const parameterTexts = (match.route.linkParameters ?? ['limit', state.profile.since.parameter]).flatMap((name) => {
    const value = parameters.get(name)
    return value === null ? [] : [`&${name}=${encodeURIComponent(value)}`]
  })
  return (direction: Direction, { rank, id }: SortKey, emptyLeft = 0, emptySent = 0): string => {
    const cursor = state.cursors.encode(scope, { rank, id, emptyLeft, emptySent })
    return `${request.path}?${direction}=${encodeURIComponent(cursor)}${parameterTexts.join('')}`
  }
}

type Link = ReturnType<typeof createLinker>

/** The links of a page in the format of its API version. */
const paginationOf = ({ apiVersion }: Call, previous: () => string | null, next: string | null): object => {
  if (apiVersion.hasPreviousLinks) return { previous_uri: previous(), next_uri: next }
  return next === null ? {} : { next_uri: next }
}

/** A list, and the function that converts the rows of a page to `resources`. */
interface FormattedSource<Row extends object> {
  readonly source: Source<Row>
  readonly toResources: (rows: ReadonlyArray<Row>) => ReadonlyArray<object>
}

const offsetKey = ({ rank, id }: SortKey, step: number): SortKey => ({ rank, id: id + step })

/** Moves the start of a page by `rows` rows; a negative number moves it to earlier rows. */
const shiftKey = (source: Source, key: SortKey, rows: number): SortKey => {
  if (key.rank === Infinity || rows === 0) return key
  return rows < 0 ? (source.before(key, -rows)[-rows - 1] ?? listStart) : (source.after(key, rows).at(-1) ?? key)
}

const emptyPage = (call: Call, source: Source, link: Link, cursor: Cursor, emptyLeft: number): SandboxResponse => {
  const end = offsetKey(cursor, -0.5)
  const previous = () => (source.before(end, 1).length > 0 ? link('before', end) : null)
  const next = link('after', cursor, emptyLeft - 1, cursor.emptySent + 1)
  return json({ resources: [], pagination: paginationOf(call, previous, next) })
}

const fullPage = <Row extends object>(
  call: Call,
  { source, toResources }: FormattedSource<Row>,
  link: Link,
  direction: Direction,
  start: SortKey,
  limit: number,
): SandboxResponse => {
  const keys = direction === 'after' ? source.after(start, limit) : [...source.before(start, limit)].reverse()
  const first = keys[0] ?? offsetKey(start, direction === 'after' ? -0.5 : 0.5)
  const last = keys[keys.length - 1] ?? first
  return json({
    resources: toResources(keys.map((key) => source.row(key))),
    pagination: paginationOf(
      call,
      () => (source.before(first, 1).length > 0 ? link('before', first) : null),
      source.after(last, 1).length > 0 ? link('after', last) : null,
    ),
  })
}

/**
 * Answers one page of a list, in the API's envelope. `limit` is the number of rows, 1 to 500, 50 by default.
 * `before` takes precedence over `after`. A cursor of another list is refused. Links are relative, and exist only if there
 * are more rows. `toResources` converts the rows of the page to `resources`.
 */
export const page = <Row extends object>(
  call: Call,
  source: Source<Row>,
  toResources: (rows: ReadonlyArray<Row>) => ReadonlyArray<object>,
): SandboxResponse => {
  const list = { source, toResources }
  const { parameters, state, apiVersion, match, bearer, effects } = call
  const limit = readLimit(parameters.get('limit'))
  if (limit === undefined) return badRequest(`limit must be an integer from 1 to ${String(maxLimit)}`)
  if (effects.isEmpty === true) return json({ resources: [], pagination: paginationOf(call, () => null, null) })
  const direction = apiVersion.hasPreviousLinks && parameters.has('before') ? 'before' : 'after'
  const text = parameters.get(direction)
  const scope = `${match.name}:${match.id}:${bearer?.uuid ?? ''}`
  const decoded = text === null ? some(start) : state.cursors.decode(scope, text)
  if (isNone(decoded)) return badRequest(`${direction} is not a cursor of this list`)
  const cursor = decoded.value
  const link = createLinker(call, scope)
  if (direction === 'before') return fullPage(call, list, link, direction, cursor, limit)
  const emptyLeft = cursor.emptyLeft > 0 ? cursor.emptyLeft : (effects.emptyPages ?? 0)
  if (emptyLeft > 0) return emptyPage(call, source, link, cursor, emptyLeft)
  return fullPage(call, list, link, direction, shiftKey(source, cursor, effects.shiftedRows ?? 0), limit)
}
