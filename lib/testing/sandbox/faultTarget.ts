import { operationTable } from '../../service/profile/operations.js'
import type { Fault } from './Fault.js'
import type { JournalEntry } from './journal.js'
import type { RouteName } from './routes.js'
import { operations } from './sandboxOperations.js'

type Target = NonNullable<Fault['on']>

/** The routes of a client's operations, by the operation names in its events and errors. */
const clientRoutes: ReadonlyMap<string, ReadonlyArray<RouteName>> = Object.values(operationTable).reduce(
  (routes, { name, key }) => routes.set(name, [...(routes.get(name) ?? []), key]),
  new Map<string, ReadonlyArray<RouteName>>(),
)

/** The names that are valid for `on`. */
export const targetNames: ReadonlyArray<string> = [...Object.keys(operations), ...clientRoutes.keys()]

/** Whether a value is a valid `on`. */
export const isTarget = (u: unknown): u is Target =>
  typeof u === 'function' ||
  u instanceof RegExp ||
  (typeof u === 'string' && (u.startsWith('/') || targetNames.includes(u)))

/** Whether a path matches a template, in which `:id` stands for any segment. */
const matchesTemplate = (template: string, path: string): boolean => {
  const [expected, actual] = [template.split('/'), path.split('/')]
  return expected.length === actual.length && expected.every((part, index) => part === ':id' || part === actual[index])
}

/**
 * Whether `on` of a fault selects a request. `names` are all operations that match the request, since several may share
 * a path: in API version 2025-01-15, a request for changed transactions also matches the list of transactions.
 */
export const isTargeted = ({ on }: Fault, entry: JournalEntry, names: ReadonlyArray<RouteName>): boolean => {
  if (on === undefined) return true
  if (typeof on === 'function') return on(entry)
  if (on instanceof RegExp) return entry.path.search(on) >= 0
  if (on.startsWith('/')) return matchesTemplate(on, entry.path)
  return (clientRoutes.get(on) ?? [on]).some((name) => names.some((other) => other === name))
}
