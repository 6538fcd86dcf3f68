import type { BankRow } from '../data/bankRows.js'
import { listStart } from '../Source.js'
import type { State } from '../State.js'
import type { ShownBank } from './formPage.js'

/** The maximum number of banks on a page. */
const maxShownBanks = 20

const toShownBank = ({ id, name, country_code }: BankRow, demoBank: number | undefined): ShownBank =>
  id === demoBank ? { id, name: 'Demo Bank', country: 'FR' } : { id, name, country: country_code }

const rowOf = ({ banks }: State, id: number): BankRow | undefined => {
  if (!Number.isSafeInteger(id)) return undefined
  const [key] = banks.after({ rank: 0, id: id + 0.5 }, 1)
  return key?.id === id ? banks.row(key) : undefined
}

/** Whether there is a bank with an id. */
export const hasBank = (state: State, id: number): boolean => rowOf(state, id) !== undefined

/** The name of a bank. */
export const bankName = (state: State, id: number | null | undefined): string => {
  const row = id === null || id === undefined ? undefined : rowOf(state, id)
  return row === undefined ? 'the bank' : toShownBank(row, state.world.demoBank).name
}

/**
 * Finds the banks whose name contains a text, sorted by name after the test bank. Returns the first of them, and the number
 * of all.
 */
export const findBanks = (
  { banks, world: { demoBank } }: State,
  search: string,
): { readonly banks: ReadonlyArray<ShownBank>; readonly bankCount: number } => {
  const text = search.trim().toLowerCase()
  const found = banks
    .after(listStart, Infinity)
    .map((key) => toShownBank(banks.row(key), demoBank))
    .filter(({ name }) => name.toLowerCase().includes(text))
    .sort((a, b) => Number(b.id === demoBank) - Number(a.id === demoBank) || a.name.localeCompare(b.name))
  return { banks: found.slice(0, maxShownBanks), bankCount: found.length }
}
