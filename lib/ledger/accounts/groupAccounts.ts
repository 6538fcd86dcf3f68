import { compareIds } from '../transfers/OpenRow.js'

/** Two accounts that are one, by their ids: `to` continues or duplicates `from`. */
interface OneAccount {
  readonly from: string
  readonly to: string
}

/**
 * Groups accounts, those with these ids and those of the pairs, that pairs connect. In each group, and of all groups,
 * accounts that continue no other one are first; the rest of a group is in the order of the pairs.
 */
export const groupAccounts = (
  ids: Iterable<string>,
  pairs: ReadonlyArray<OneAccount>,
): ReadonlyArray<ReadonlySet<string>> => {
  const next = new Map<string, Array<string>>(Array.from(ids, (id) => [id, []]))
  const add = (one: string, other: string): void => void next.set(one, [...(next.get(one) ?? []), other])
  for (const { from, to } of pairs) {
    add(from, to)
    add(to, from)
  }
  const continuing = new Set(pairs.map(({ to }) => to))
  const roots = Array.from(next.keys()).sort(
    (one, other) => Number(continuing.has(one)) - Number(continuing.has(other)) || compareIds(one, other),
  )
  const reached = new Set<string>()
  return roots.flatMap((root) => {
    if (reached.has(root)) return []
    const group = new Set([root])
    // A set that grows is walked to its end.
    for (const id of group) {
      reached.add(id)
      for (const other of next.get(id) ?? []) group.add(other)
    }
    return [group]
  })
}

/** Whether two accounts are in one of these groups. */
export const areGrouped = (groups: ReadonlyArray<ReadonlySet<string>>, one: string, other: string): boolean =>
  groups.some((group) => group.has(one) && group.has(other))
