import type { Account, Category } from 'rxbank'
import { belowOf } from '../categories/belowOf'
import { text } from '../format/text'

/** Names by id. */
export type Names = ReadonlyMap<number, string>

const named = ({ id, name }: { readonly id: number; readonly name?: unknown }): readonly [number, string] => [
  id,
  text(name),
]

/** The name of an id, as far as it is known. */
export const nameOf = (names: Names, id: unknown): string | undefined =>
  typeof id === 'number' ? names.get(id) : undefined

/** The names of categories, those above and those below. */
export const categoryNames = (categories: ReadonlyArray<Category> = []): Names =>
  new Map(categories.flatMap((above) => [named(above), ...belowOf(above).map(named)]))

/** The names of accounts. */
export const accountNames = (accounts: ReadonlyArray<Account> = []): Names => new Map(accounts.map(named))
