import { fields } from '../actions/fault.js'
import { beginning, hour, minute, span } from '../time.js'
import type { Person } from '../world/Person.js'
import { type Row, stampOf } from '../world/Row.js'
import type { Invariant } from './Invariant.js'

/** Watchers ask once an hour, and 10 % later at most. */
const lag = hour * 1.1 + 10 * minute

interface Awaited {
  readonly since: number
  /** As it will be stamped, if that is known. */
  readonly stamp: number | undefined
}

/** Whether a row comes as it was changed to, or as it is by now; by a fault it may come without its time. */
const isAwaited = (row: Row, { since, stamp }: Awaited): boolean => {
  const own = stampOf(row) ?? stamp
  return own === undefined || (stamp === undefined ? own >= Math.floor(since) : own === stamp)
}

/** Fields that a fault may have changed, or put there, when the row was shown last. */
const touched = Object.fromEntries(fields.map((field) => [field, undefined]))

const untouched = (row: Row): string => JSON.stringify({ ...row, ...touched })

/** Whether the sink has a row as it is, in all that it says; prices move since then. */
const isAlike = (kept: Row | undefined, row: Row, moment: number): boolean => {
  const [stamp, now] = [kept && stampOf(kept), stampOf(row)]
  if (kept === undefined || now === undefined) return false
  if ('quantity' in row && now > moment) return 'quantity' in kept && kept.quantity === row.quantity
  return (stamp === undefined || stamp === now) && untouched(kept) === untouched(row)
}

/** Nothing that happens on the server is lost. */
export const everyUpdate: Invariant = {
  name: `every update reaches the sink: within ${span(lag)} where nothing is in the way and no replica behind, and all in the end, as they are`,
  watch: ({ machine, service, people, counts, truth }, broken) => {
    const { lag: behind } = service
    const awaited = new Map<Person, Map<number, Awaited>>(people.map((person) => [person, new Map()]))
    const of = (person: Person): Map<number, Awaited> => awaited.get(person) ?? new Map<number, Awaited>()

    return {
      changed: (person, ids, stamp) => {
        const own = of(person)
        for (const id of ids) {
          own.delete(id)
          own.set(id, { since: machine.now(), stamp })
        }
      },
      kept: (person, _, rows) => {
        const own = of(person)
        if (own.size === 0) return
        for (const row of rows) {
          const { id } = row
          const change = own.get(id)
          if (change === undefined || !isAwaited(row, change)) continue
          own.delete(id)
          counts.most('minutes from a change to the sink', Math.round((machine.now() - change.since) / minute))
        }
      },
      rest: () => {
        const now = machine.now()
        for (const [person, own] of awaited) {
          const [[id, { since }] = [0, { since: Infinity }]] = own
          const waited = now - Math.max(since, person.disturbedUntil)
          if (person.isAway || waited <= lag + behind) continue
          broken(`row ${String(id)} of user ${String(person.number)} changed ${span(now - since)} ago`)
        }
      },
      end: () => {
        const whole = truth()
        for (const person of people) {
          const { transactions, stocks } = whole.user(person.identity)
          const all = { since: new Date(beginning - service.overlap) }
          const compare = (row: Row): void => {
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
