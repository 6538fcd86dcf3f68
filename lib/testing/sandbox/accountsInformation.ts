import { userOperation } from './itemOperations.js'
import { page } from './listPage.js'
import type { Call } from './router.js'
import { type AccountRow, accountRows, type UserState } from './sandboxUsers.js'
import { draw, pick } from './seededRandom.js'
import { rowsSource } from './State.js'
import type { World } from './World.js'

const firstNames = ['Camille', 'Louis', 'Chloé', 'Hugo', 'Manon', 'Jules']

const lastNames = ['Martin', 'Bernard', 'Petit', 'Moreau', 'Fontaine', 'Lefèvre']

const holderOf = ({ index }: UserState, { seed }: World) => {
  const holder = draw(draw(seed, 0x401d), index)
  return { first_name: pick(draw(holder, 1), firstNames), last_name: pick(draw(holder, 2), lastNames) }
}

/** The fields of an account that clients of the service read. `bank` is the field with the id of the bank. */
const accountFields = ({ id, name, type, currency_code, iban }: AccountRow, bank: object): object =>
  Object.fromEntries(
    Object.entries({ id, name, type, currency_code, ...bank, iban }).filter(([, value]) => value !== null),
  )

/**
 * The holder of each item's accounts. The rows have the fields that clients read. Inferred: the list has pages like other
 * lists, and accounts without access to their data are left out.
 */
export const accountsInformation = (bankOf: (row: AccountRow) => object) =>
  userOperation((owner, call: Call) => {
    const { world } = call.state
    return page(call, rowsSource(owner.items), (items) =>
      items.map((item) => ({
        item_id: item.id,
        ...holderOf(owner, world),
        accounts: accountRows(owner, item, world)
          .filter(({ id }) => !owner.inaccessibleAccounts.has(id))
          .map((row) => accountFields(row, bankOf(row))),
      })),
    )
  })
