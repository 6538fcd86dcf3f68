import { stampOf } from '../world/Row.js'
import type { Invariant } from './Invariant.js'

/** What a sink has is not undone, though it writes whatever it is given. */
export const newestWins: Invariant = {
  name: 'no older row comes to the sink after a newer one, and no row that lives after its tombstone',
  watch: (_, broken) => ({
    told: (person, _operation, rows) => {
      for (const row of rows) {
        const known = person.sink.get(row.id)
        const [before, now] = [known && stampOf(known), stampOf(row)]
        const who = `row ${String(row.id)} of user ${String(person.number)}`
        if (known?.is_deleted === true && row.is_deleted !== true) broken(`${who} lives again`)
        if (before !== undefined && now !== undefined && now < before) broken(`${who} comes older than it is kept`)
      }
    },
  }),
}
