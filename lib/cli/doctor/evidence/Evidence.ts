import type { OperationKey } from '../../../service/profile/operations.js'
import type { ServiceProfile } from '../../../service/profile/ServiceProfile.js'
import type { Assumption, Observation } from './Assumption.js'
import { assumptionsOf } from './assumptions/assumptionsOf.js'
import { isSuccess, type ParsedResponse } from './ParsedResponse.js'
import { publicHeader } from './publicName.js'
import { addToShape, emptyShape, type ValueShape } from './valueShape.js'
import { addWords, type WordTally } from './wordTally.js'

/** How often an assumption held and differed, and what was seen in each case. */
export interface ObservationTally {
  held: number
  differed: number
  readonly heldAs: Set<string>
  readonly differedAs: Set<string>
}

/**
 * What was seen of a service, without the values. It grows with each response.
 *
 * - `bodies`: the shapes of successful responses, by operation; `errors`: those of failed ones, by status.
 * - `rows`: the shapes of the rows and single responses of each operation.
 * - `words`: of fields with closed lists.
 */
export interface Evidence {
  readonly assumptions: ReadonlyArray<Assumption>
  readonly observations: Map<string, ObservationTally>
  readonly bodies: Map<string, ValueShape>
  readonly errors: Map<string, ValueShape>
  readonly rows: Map<OperationKey, ValueShape>
  readonly headers: Set<string>
  readonly words: Map<string, WordTally>
}

/** No evidence yet. */
export const emptyEvidence = (profile: ServiceProfile): Evidence => ({
  assumptions: assumptionsOf(profile),
  observations: new Map(),
  bodies: new Map(),
  errors: new Map(),
  rows: new Map(),
  headers: new Set(),
  words: new Map(),
})

const maxForms = 8
const maxHeaders = 100
const maxRows = 500

const shapeIn = <K>(shapes: Map<K, ValueShape>, key: K): ValueShape => {
  const shape = shapes.get(key) ?? emptyShape()
  shapes.set(key, shape)
  return shape
}

/** Adds what was seen about an assumption. */
const addObservations = ({ observations }: Evidence, id: string, added: ReadonlyArray<Observation>): void => {
  if (added.length === 0) return
  const tally = observations.get(id) ?? { held: 0, differed: 0, heldAs: new Set(), differedAs: new Set() }
  observations.set(id, tally)
  for (const { holds, seen } of added) {
    tally[holds ? 'held' : 'differed']++
    const forms = tally[holds ? 'heldAs' : 'differedAs']
    if (forms.size < maxForms) forms.add(seen)
  }
}

/** Adds the responses to one operation: all its pages, in order. */
export const addResponses = (evidence: Evidence, responses: ReadonlyArray<ParsedResponse>): void => {
  for (const response of responses) {
    const { json, rows, headers, operation, status, key } = response
    for (const name of Object.keys(headers))
      if (evidence.headers.size < maxHeaders) evidence.headers.add(publicHeader(name))
    addWords(evidence.words, response)
    if (json === undefined) continue
    if (isSuccess(response)) addToShape(shapeIn(evidence.bodies, operation.operation), json)
    else addToShape(shapeIn(evidence.errors, String(status)), json)
    for (const row of rows.slice(0, maxRows)) addToShape(shapeIn(evidence.rows, key), row)
  }
  for (const { id, judge } of evidence.assumptions) if (judge) addObservations(evidence, id, judge(responses))
}
