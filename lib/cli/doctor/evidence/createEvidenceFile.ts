import { version } from '../../version.js'
import type { DiagnosisState } from '../DiagnosisState.js'
import type { ObservationTally } from './Evidence.js'
import type { AssumptionReport, EvidenceFile, WordReport } from './EvidenceFile.js'
import { shapeJson, type ValueShape } from './valueShape.js'

const about =
  'What rxbank doctor saw of a bank data service: names of fields, forms of values, words of closed lists, and counts. ' +
  'It has no value of an account, a transaction or a person, no id, no address and no secret: read it before you send it.'

const shapes = (shapesByName: ReadonlyMap<string, ValueShape>): EvidenceFile['responses'] =>
  Object.fromEntries(Array.from(shapesByName, ([name, shape]) => [name, shapeJson(shape)]))

const assumptionReport = (id: string, sentence: string, tally: ObservationTally | undefined): AssumptionReport => {
  const { held, differed, heldAs, differedAs } = tally ?? {
    held: 0,
    differed: 0,
    heldAs: new Set<string>(),
    differedAs: new Set<string>(),
  }
  const outcome = differed > 0 ? 'differs' : held > 0 ? 'holds' : 'not seen'
  return { id, outcome, sentence, held, differed, seen: Array.from(differed > 0 ? differedAs : heldAs) }
}

const byText = (a: string | number, b: string | number): number => (String(a) < String(b) ? -1 : 1)

const words = ({ evidence }: DiagnosisState): Readonly<Record<string, WordReport>> =>
  Object.fromEntries(
    Array.from(evidence.words, ([path, { known, unknown, withheld }]) => [
      path,
      { known: Array.from(known).sort(byText), unknown: Array.from(unknown).sort(byText), withheld },
    ]),
  )

/** The evidence of an examination as a file. */
export const createEvidenceFile = (state: DiagnosisState, now: number): EvidenceFile => ({
  about,
  evidence: 1,
  rxbank: version,
  node: process.versions.node,
  day: new Date(now).toISOString().slice(0, 10),
  profile: state.service.profile,
  serviceVersion: state.service.serviceVersion,
  complete: state.complete && state.stopped === null,
  requests: state.requests,
  assumptions: state.evidence.assumptions.map(({ id, sentence }) =>
    assumptionReport(id, sentence, state.evidence.observations.get(id)),
  ),
  operations: state.operations.map(
    ({ duration: _duration, size: _size, fits: _fits, verdict: _verdict, access: _access, ...operation }) => operation,
  ),
  words: words(state),
  headers: Array.from(state.evidence.headers).sort(),
  responses: shapes(state.evidence.bodies),
  errors: shapes(state.evidence.errors),
})
