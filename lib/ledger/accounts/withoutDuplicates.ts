import { accountId } from '../../service/model/MatchFields.js'
import { groupBy } from '../groupBy.js'
import type { Lineages } from './Lineages.js'

/** Rows in a list, or in a `Map` by their ids. */
export type RowCollection = ReadonlyArray<object> | ReadonlyMap<number, object>

const accountKey = (row: object): string | undefined => {
  const id = accountId(row)
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined
}

/**
 * Of the accounts that rows have, those whose rows are shown: one of each lineage. It is the current one or, while the rows
 * are older than the lineages, the last one that is gone.
 */
const selectAccounts = (ids: ReadonlySet<string>, { accounts }: Pick<Lineages, 'accounts'>): ReadonlySet<string> => {
  const candidates = accounts.filter(({ id, state }) => ids.has(id) && state !== 'duplicate')
  return new Set(
    Array.from(
      groupBy(candidates, ({ lineage }) => lineage).values(),
      (group) => group.find(({ state }) => state === 'current') ?? group.at(-1),
    ).map((account) => account?.id ?? ''),
  )
}

/**
 * @internal The rows that are shown, and whether rows are newer than the lineages: they have an account that is not known, or
 * a duplicate without the account that counts instead.
 */
export const selectRows = <C extends RowCollection>(
  rows: C,
  lineages: Pick<Lineages, 'accounts'>,
): { readonly rows: C; readonly isOutdated: boolean } => {
  const ids = new Set(Array.from(rows.values(), accountKey).filter((id) => id !== undefined))
  const shown = selectAccounts(ids, lineages)
  const isShown = (row: object): boolean => {
    const id = accountKey(row)
    return id === undefined || shown.has(id)
  }
  const lineageIds = new Map(lineages.accounts.map(({ id, lineage }) => [id, lineage]))
  const shownLineages = new Set(Array.from(shown, (id) => lineageIds.get(id)))
  const isOutdated = Array.from(ids).some((id) => !shownLineages.has(lineageIds.get(id)))
  if (ids.size === shown.size) return { rows, isOutdated }
  const entries = Array.from<readonly [unknown, object]>(rows.entries()).filter(([, row]) => isShown(row))
  const selected = rows instanceof Map ? new Map(entries) : entries.map(([, row]) => row)
  return { rows: selected as unknown as C, isOutdated }
}

/**
 * Leaves out rows that are there twice, because their account is connected twice, or was connected again. So rows of a
 * duplicate and rows of an account that lineages do not know yet are left out.
 *
 * Returns a `Map` for a `Map`, and the same object if it leaves out nothing.
 *
 * @example
 * import { withoutDuplicates } from 'rxbank/accounts'
 *
 * const accounts = [
 *   { id: '1', lineage: '1', state: 'current' },
 *   { id: '81', lineage: '1', state: 'duplicate' },
 * ] as const
 * const rows = [{ id: 901, account_id: 81 }, { id: 101, account_id: 1 }]
 * assert.deepStrictEqual(withoutDuplicates(rows, { accounts }), [{ id: 101, account_id: 1 }])
 */
export const withoutDuplicates = <C extends RowCollection>(rows: C, lineages: Pick<Lineages, 'accounts'>): C =>
  selectRows(rows, lineages).rows
