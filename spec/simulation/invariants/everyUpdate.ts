import { beginning, hour, minute, span } from '../time.js'
import { type Row, stampOf } from '../world/Row.js'
import type { Person } from '../world/Person.js'
import type { Invariant } from './Invariant.js'

/** Watchers ask once an hour, and 10 % later at most. */
const lag = hour * 1.1 + 10 * minute

type Version = Row & { readonly quantity?: number | null | undefined }

/** Whether the sink has a row as it was at a moment; prices move since then, and a fault may have taken its time. */
const isAlike = (kept: Version | undefined, row: Version, moment: number): boolean => {
  if (kept?.is_deleted !== row.is_deleted || kept?.quantity !== row.quantity) return false
  const [stamp, now] = [kept && stampOf(kept), stampOf(row)]
  return kept !== undefined && (stamp === undefined || now === undefined || stamp === now || now > moment)
}

/** Nothing that happens on the server is lost. */
export const everyUpdate: Invariant = {
  name: `every update reaches the sink: within ${span(lag)} where nothing is in the way, and all in the end`,
  watch: ({ machine, people, counts, truth }, broken) => {
    const awaited = new Map<Person, Map<number, number>>(people.map((person) => [person, new Map()]))
    const of = (person: Person): Map<number, number> => awaited.get(person) ?? new Map<number, number>()

    return {
      changed: (person, ids) => {
        const own = of(person)
        for (const id of ids) {
          own.delete(id)
          own.set(id, machine.now())
        }
      },
      kept: (person, _, rows) => {
        const own = of(person)
        if (own.size === 0) return
        for (const row of rows) {
          const { id } = row
          const since = own.get(id)
          if (since === undefined || (stampOf(row) ?? Infinity) < Math.floor(since)) continue
          own.delete(id)
          counts.most('minutes from a change to the sink', Math.round((machine.now() - since) / minute))
        }
      },
      rest: () => {
        const now = machine.now()
        for (const [person, own] of awaited) {
          const [[id, since] = [0, Infinity]] = own
          const waited = now - Math.max(since, person.disturbedUntil)
          if (person.isAway || waited <= lag) continue
          broken(`row ${String(id)} of user ${String(person.number)} changed ${span(now - since)} ago`)
        }
      },
      end: () => {
        const service = truth()
        for (const person of people) {
          const { transactions, stocks } = service.user(person.identity)
          const all = { since: new Date(beginning) }
          const compare = (row: Version): void => {
            counts.add('rows compared at the end')
            if (!isAlike(person.sink.get(row.id), row, machine.now() - lag))
              broken(`row ${String(row.id)} of user ${String(person.number)} is not in the sink as it is`)
          }
          transactions.updated(all).all({ limit: 500 }).subscribe(compare)
          if (person.habits.watchesStocks) stocks.updated(all).all({ limit: 500 }).subscribe(compare)
        }
      },
    }
  },
}
