import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { Person } from '../world/Person.js'
import type { Sent } from '../world/Sent.js'
import type { Invariant } from './Invariant.js'
import { operationOf } from './stepsBack.js'

interface Shown {
  readonly text: string
  readonly stamp: number
}

type Rows = Map<number, Shown>

interface WireRow {
  readonly id: number
  readonly updated_at?: unknown
}

/** A row as text, without a time of its update that is none: one that the client reads is left out, and told. */
const textOf = (row: WireRow): string => {
  const { updated_at: time, ...rest } = row
  return JSON.stringify(Number.isNaN(Date.parse(String(time))) ? rest : row)
}

/** Rows of an answer, as text, with their stamps; none where it cannot be read. */
const rowsOf = ({ body }: HttpResponse): Rows => {
  try {
    const { resources } = JSON.parse(body) as { readonly resources: ReadonlyArray<WireRow> }
    const shown = (row: WireRow): Shown => ({ text: textOf(row), stamp: Date.parse(String(row.updated_at)) })
    return new Map(resources.map((row) => [row.id, shown(row)]))
  } catch {
    return new Map()
  }
}

/** What a watcher reads: the last page, and what its round has shown of each row with the latest stamp. */
interface Reading {
  page: Rows
  readonly round: Map<number, number>
}

/**
 * Writers' clocks differ, and are set back: what a row says counts, and when it was shown, not how it is stamped. Only of
 * two versions in one round, which are of two replicas, may the one with the later stamp stay.
 */
export const lastShown: Invariant = {
  name: 'what the service shows last is in the sink, as it was shown, once its page is acknowledged',
  watch: (_, broken) => {
    let readings = new Map<string, Reading>()
    const keyOf = (person: Person, operation: string): string => `${String(person.number)} ${operation}`

    return {
      crashed: () => {
        readings = new Map()
      },
      left: (person, operation) => {
        readings.delete(keyOf(person, operation))
      },
      saved: (person, storeKey) => {
        readings.delete(keyOf(person, operationOf(storeKey)))
      },
      answered: ({ person, request: { operation } }: Sent, response: HttpResponse) => {
        if (person === undefined || response.status !== 200 || !operation.endsWith('.updated')) return
        const key = keyOf(person, operation)
        const reading = readings.get(key) ?? { page: new Map(), round: new Map() }
        readings.set(key, reading)
        reading.page = rowsOf(response)
      },
      kept: (person, operation) => {
        const { page = new Map<number, Shown>(), round } = readings.get(keyOf(person, operation)) ?? {}
        for (const [id, { text, stamp }] of page) {
          const isOutdated = stamp < (round?.get(id) ?? -Infinity)
          if (!isOutdated) round?.set(id, stamp)
          const kept = person.sink.get(id)
          if (!isOutdated && (kept === undefined || textOf(kept) !== text))
            broken(`row ${String(id)} of user ${String(person.number)} is not in the sink as it was shown`)
        }
        page.clear()
      },
    }
  },
}
