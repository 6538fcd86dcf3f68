import { fromPredicate, type Option, toUndefined } from 'fp-ts/lib/Option.js'
import type { Assumed } from '../../base/codec/assumed.js'

/** The fields of a bank that determine its country and group. */
export interface BankPlace {
  readonly id: number
  readonly name?: Assumed<string> | null | undefined
  readonly parent_name?: Assumed<string> | null | undefined
  /** The name of the group as of 2025-01-15. */
  readonly group_name?: Assumed<string> | null | undefined
  readonly country_code?: Assumed<string> | null | undefined
}

/** The banks of one group. A bank without a group forms a group of its own name; `None` if it has no valid name. */
export interface BankGroup<A> {
  readonly name: Option<string>
  readonly banks: ReadonlyArray<A>
}

/** The banks of one country, by group; `None` if the service does not send the country. */
export interface BankCountry<A> {
  readonly country_code: Option<string>
  readonly parents: ReadonlyArray<BankGroup<A>>
}

const isName = (u: unknown): u is string => typeof u === 'string' && u !== ''

/** `None` for a name that is missing, `null`, empty or not a string. */
const nameOption = fromPredicate(isName)

/** Groups rows by name, in the order in which the names first appear. */
const groupByName = <A>(rows: ReadonlyArray<A>, nameOf: (row: A) => Option<string>) => {
  const groups = new Map<string | undefined, { readonly name: Option<string>; readonly rows: Array<A> }>()
  for (const row of rows) {
    const name = nameOf(row)
    const key = toUndefined(name)
    const group = groups.get(key) ?? { name, rows: [] }
    group.rows.push(row)
    groups.set(key, group)
  }
  return Array.from(groups.values())
}

/**
 * Groups banks for a person to choose from: by country, then by the group that they belong to.
 *
 * Countries, groups and banks are in the order in which the list first names them. If several banks have the same `id`,
 * the first is used.
 *
 * @example
 * import { bankTree } from 'rxbank'
 *
 * const [france] = bankTree([
 *   { id: 1, name: 'Demo Paris', parent_name: 'Demo', country_code: 'FR' },
 *   { id: 2, name: 'Other', parent_name: null, country_code: 'FR' },
 *   { id: 3, name: 'Demo Lyon', parent_name: 'Demo', country_code: 'FR' },
 * ])
 * assert.deepStrictEqual(
 *   france?.parents.map(({ banks }) => banks.map(({ name }) => name)),
 *   [['Demo Paris', 'Demo Lyon'], ['Other']],
 * )
 */
export const bankTree = <A extends BankPlace>(banks: ReadonlyArray<A>): ReadonlyArray<BankCountry<A>> => {
  const seen = new Set<number>()
  const distinct = banks.filter(({ id }) => !seen.has(id) && seen.add(id))
  return groupByName(distinct, ({ country_code }) => nameOption(country_code)).map(({ name: country_code, rows }) => ({
    country_code,
    parents: groupByName(rows, ({ parent_name, group_name, name }) =>
      nameOption([parent_name, group_name, name].find(isName)),
    ).map(({ name, rows: members }) => ({ name, banks: members })),
  }))
}
