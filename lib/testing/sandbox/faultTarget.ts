import { operationTable } from '../../service/profile/operations.js'
import type { Fault } from './Fault.js'
import type { JournalEntry } from './JournalEntry.js'
import type { RouteName } from './routes.js'
import { operations } from './sandboxOperations.js'

type Target = NonNullable<Fault['on']>

/** The routes of the operations of a client, by the names that its events and errors have. */
const routesOfClient: ReadonlyMap<string, ReadonlyArray<RouteName>> = Object.values(operationTable).reduce(
  (routes, { name, key }) => routes.set(name, [...(routes.get(name) ?? []), key]),
  new Map<string, ReadonlyArray<RouteName>>(),
)

/** All names that `on` may have. */
export const targetNames: ReadonlyArray<string> = [...Object.keys(operations), ...routesOfClient.keys()]

/** Whether a value is a valid `on`. */
export const isTarget = (u: unknown): u is Target =>
  typeof u === 'function' ||
  u instanceof RegExp ||
  (typeof u === 'string' && (u.startsWith('/') || targetNames.includes(u)))

/** Whether a path is that of a template, in which `:id` stands for any segment. */
const isAt = (template: string, path: string): boolean => {
  const [expected, asked] = [template.split('/'), path.split('/')]
  return expected.length === asked.length && expected.every((part, index) => part === ':id' || part === asked[index])
}

/**
 * Whether a fault is meant for a request. `names` are all operations that the request fits, since several may share a
 * path: in the stage 2025-01-15, a request for changed transactions is one for transactions too.
 */
export const isMeant = ({ on }: Fault, entry: JournalEntry, names: ReadonlyArray<RouteName>): boolean => {
  if (on === undefined) return true
  if (typeof on === 'function') return on(entry)
  if (on instanceof RegExp) return entry.path.search(on) >= 0
  if (on.startsWith('/')) return isAt(on, entry.path)
  return (routesOfClient.get(on) ?? [on]).some((name) => names.some((other) => other === name))
}
