import type { BankRow } from '../data/bankRows.js'
import { integerBelow, textSeed } from '../seededRandom.js'

interface Parent {
  readonly name: string
  readonly logo_url: string
  readonly banks: Array<object>
}

/** An empty group of banks. Its fields depend only on the name, so they are the same on every page. */
const parentBank = (name: string): Parent => {
  const nameSeed = textSeed(name)
  return {
    name,
    logo_url: `https://images.sandbox.invalid/groups/${String(integerBelow(nameSeed, 1e6))}.png`,
    banks: [],
  }
}

/** Groups the banks of one page by country, then by parent, in the order in which their first banks occur. */
export const nestedBanks =
  (bank: (row: BankRow) => object) =>
  (rows: ReadonlyArray<BankRow>): ReadonlyArray<object> => {
    const countries = new Map<string, Map<string, Parent>>()
    for (const row of rows) {
      const parents = countries.get(row.country_code) ?? new Map<string, Parent>()
      countries.set(row.country_code, parents)
      const group = parents.get(row.parent_name) ?? parentBank(row.parent_name)
      parents.set(row.parent_name, group)
      group.banks.push(bank(row))
    }
    return Array.from(countries, ([country_code, parents]) => ({ country_code, parent_banks: [...parents.values()] }))
  }
