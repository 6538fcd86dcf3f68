import type { Account, Category } from 'rxbank'

/** Names by id. */
export type Names = ReadonlyMap<number, string>

const named = ({ id, name }: Pick<Category, 'id' | 'name'>): readonly [number, string] => [id, name ?? '']

/** The names of categories, those above and those below. */
export const categoryNames = (categories: ReadonlyArray<Category> = []): Names =>
  new Map(categories.flatMap((above) => [named(above), ...(above.categories ?? []).map(named)]))

/** The names of accounts. */
export const accountNames = (accounts: ReadonlyArray<Account> = []): Names => new Map(accounts.map(named))
