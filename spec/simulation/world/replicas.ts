import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { Random } from '../random.js'
import type { Counts } from '../run/Counts.js'
import type { Person } from './Person.js'
import type { Service } from './service.js'
import type { Version, WireRow } from './Version.js'

/** Where requests are answered from: each by one of many replicas, which has what the service had a while ago. */
export interface Replicas {
  readonly answer: (person: Person, request: HttpRequest, response: HttpResponse) => HttpResponse
}

/** The moment that a list is asked from. */
const asked = (url: string): number => Date.parse(decodeURIComponent(/[?&]since=([^&]+)/.exec(url)?.[1] ?? ''))

/** The version of a moment. */
const lastOf = (known: ReadonlyArray<Version>, moment: number): Version | undefined =>
  known.filter(({ since }) => since <= moment).at(-1)

const isAsItIs = ({ updated_at }: WireRow, { stamp }: Version): boolean =>
  typeof updated_at === 'string' && Date.parse(updated_at) === stamp

const asItWas = (row: WireRow, { stamp }: Version): WireRow => ({
  ...row,
  updated_at: new Date(stamp).toISOString(),
  ...{ is_deleted: false, description: 'as it was' },
})

/** Notes that rows were made or changed, with their stamp: replicas go on to show them as they were. */
export const noteVersions = ({ versions }: Person, ids: ReadonlyArray<number>, since: number, stamp: number): void => {
  for (const id of ids) versions.set(id, [...(versions.get(id) ?? []), { since, stamp }])
}

/** The replicas of a service, drawn for each answer. */
export const createReplicas = (service: Service, random: Random, counts: Counts, now: () => number): Replicas => {
  /** Nothing shows any more what was so before; what everything shows needs no note. */
  const forget = ({ versions }: Person): void => {
    const oldest = now() - service.lag
    for (const [id, [, ...later]] of versions) {
      const left = lastOf(later, oldest)
      if (later.length === 0) {
        if ((versions.get(id)?.[0]?.since ?? 0) <= oldest) versions.delete(id)
      } else if (left !== undefined) versions.set(id, later.slice(later.indexOf(left)))
    }
  }

  /** A row as it was at a moment, of those since another; none where it was not there. */
  const rowAt = (row: WireRow, known: ReadonlyArray<Version>, moment: number, from: number): ReadonlyArray<WireRow> => {
    const last = known.at(-1)
    const then = lastOf(known, moment)
    if (last !== undefined && last.shown === undefined && isAsItIs(row, last)) last.shown = row
    if (then === last) return [row]
    counts.add(then === undefined ? 'rows not shown yet' : 'stale rows shown')
    if (then === undefined || then.stamp < from) return []
    return [(then.shown ??= asItWas(row, then))]
  }

  return {
    answer: (person, { operation, url }, response) => {
      if (person.versions.size === 0 || operation !== 'transactions.updated' || response.status !== 200) return response
      const moment = now() - (random() < 0.5 ? 0 : random() * service.lag)
      forget(person)
      try {
        const body = JSON.parse(response.body) as { readonly resources: ReadonlyArray<WireRow> }
        const resources = body.resources.flatMap((row) => {
          const known = person.versions.get(row.id)
          return known === undefined ? [row] : rowAt(row, known, moment, asked(url))
        })
        return { ...response, body: JSON.stringify({ ...body, resources }) }
      } catch {
        return response
      }
    },
  }
}
