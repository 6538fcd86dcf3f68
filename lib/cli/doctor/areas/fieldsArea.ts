import { plural } from '../../formatText.js'
import type { DiagnosisState } from '../DiagnosisState.js'
import type { Area, Finding, OperationReport } from '../DoctorReport.js'
import { outcomeReason } from '../outcomeOf.js'
import { createArea, failure, ok, skipped, warning } from './createArea.js'

const shapeFinding = ({ operation, mismatches }: OperationReport): Finding => {
  const [first] = mismatches
  const place = first === undefined ? '' : `: expected ${first.expected} at ${first.path || 'the top level'}`
  const furtherPlaces = mismatches.length > 1 ? `, and ${plural(mismatches.length - 1, 'more place')}` : ''
  return failure(
    `${operation} is not as the profile expects${place}${furtherPlaces}`,
    'check --profile, define your own codec, or send us the file that --output writes',
  )
}

/** The mismatches of all reports; a mismatch that several operations share is one finding. */
const undecodableFindings = (reports: ReadonlyArray<OperationReport>): ReadonlyArray<Finding> => {
  const operationsByReason = new Map<string, ReadonlyArray<string>>()
  for (const report of reports) {
    const reason = outcomeReason(report)
    operationsByReason.set(reason, [...(operationsByReason.get(reason) ?? []), report.operation])
  }
  return Array.from(operationsByReason, ([reason, names]) =>
    failure(`${reason}: ${names.join(', ')}`, 'check the base URL, and any proxy between this machine and the service'),
  )
}

/** Whether responses are what the profile expects of them. */
export const fieldsArea = ({ operations }: DiagnosisState): Area => {
  const undecodedReports = operations.filter(({ outcome }) => outcome === 'undecoded')
  const isShape = ({ reason }: OperationReport): boolean => reason === 'shape'
  const readReports = operations.filter(({ outcome, rows }) => outcome === 'answered' && rows > 0)
  if (undecodedReports.length === 0 && readReports.length === 0)
    return createArea('fields', [skipped('no rows were received')])
  const count = (fieldsOf: (report: OperationReport) => ReadonlyArray<unknown>): number =>
    operations.reduce((sum, report) => sum + fieldsOf(report).length, 0)
  const unknown = count(({ unknownFields }) => unknownFields)
  const missing = count(({ missingFields }) => missingFields)
  const differing = count(({ differingFields }) => differingFields)
  const isOne = unknown === 1
  return createArea('fields', [
    ...(readReports.length === 0 ? [] : [ok(`${plural(readReports.length, 'response')} with rows can be read`)]),
    ...undecodedReports.filter(isShape).map(shapeFinding),
    ...undecodableFindings(undecodedReports.filter((report) => !isShape(report))),
    ...(unknown === 0
      ? []
      : [
          warning(
            `${plural(unknown, 'field')} that the profile does not know; ${isOne ? 'it is kept' : 'they are kept'}`,
          ),
        ]),
    ...(differing === 0
      ? []
      : [
          warning(
            `${plural(differing, 'field')} of another type than the profile assumes; ${differing === 1 ? 'it is kept unchanged' : 'they are kept unchanged'}`,
          ),
        ]),
    ...(missing === 0
      ? []
      : [
          ok(
            `${plural(missing, 'field')} of the profile ${missing === 1 ? 'was' : 'were'} not received; this may be fine`,
          ),
        ]),
  ])
}
