import type { AccountMatches } from './AccountLink.js'

/**
 * An account of a person, by its id.
 *
 * - `lineage`: the id of the first of the accounts that are one account.
 * - `state`: `current` if its rows and its balance count; `duplicate` if another account of its lineage counts instead;
 *   `gone` if the service no longer lists it.
 */
export interface LineageAccount {
  readonly id: string
  readonly lineage: string
  readonly state: 'current' | 'duplicate' | 'gone'
}

/**
 * The accounts of a person, and which of them are one account.
 *
 * - `accounts`: all accounts that are or were listed, by lineage, in the order in which they continue each other.
 * - `links`, `duplicates`, `candidates`: as in {@link AccountMatches}. A link stays once it is found: `from` is gone, and `to`
 *   continues it.
 */
export interface Lineages extends AccountMatches {
  readonly accounts: ReadonlyArray<LineageAccount>
}

/**
 * Returns the lineage of an account: the id of its first account. Store it instead of the account's id. An account that is
 * not known has its own id as its lineage.
 *
 * @example
 * import { lineageOf } from 'rxbank/accounts'
 *
 * const accounts = [
 *   { id: '1', lineage: '1', state: 'gone' },
 *   { id: '81', lineage: '1', state: 'current' },
 * ] as const
 * assert.deepStrictEqual([lineageOf({ accounts }, 81), lineageOf({ accounts }, 82)], ['1', '82'])
 */
export const lineageOf = ({ accounts }: Pick<Lineages, 'accounts'>, accountId: number | string): string => {
  const id = String(accountId)
  return accounts.find((account) => account.id === id)?.lineage ?? id
}
