import { plural } from '../../formatText.js'
import type { DiagnosisState } from '../DiagnosisState.js'
import type { Area, Finding, OperationReport } from '../DoctorReport.js'
import { outcomeReason } from '../outcomeReason.js'
import { createArea, failure, ok, skipped, warning } from './createArea.js'

const shapeFinding = ({ operation, mismatches }: OperationReport): Finding => {
  const [first] = mismatches
  const where = first === undefined ? '' : `: at ${first.path || 'the whole'} ${first.expected} was expected`
  const more = mismatches.length > 1 ? `, and ${plural(mismatches.length - 1, 'more place')}` : ''
  return failure(
    `${operation} is not as the profile expects${where}${more}`,
    'check --profile, define your own codec, or send us the file of --output',
  )
}

/** The mismatches of all reports; one that several operations share is one finding. */
const undecodableFindings = (reports: ReadonlyArray<OperationReport>): ReadonlyArray<Finding> => {
  const byWords = new Map<string, ReadonlyArray<string>>()
  for (const report of reports) {
    const words = outcomeReason(report)
    byWords.set(words, [...(byWords.get(words) ?? []), report.operation])
  }
  return Array.from(byWords, ([words, names]) =>
    failure(`${words}: ${names.join(', ')}`, 'check the base URL, and any proxy between this machine and the service'),
  )
}

/** Whether answers are what the profile expects of them. */
export const fieldsArea = ({ operations }: DiagnosisState): Area => {
  const wrong = operations.filter(({ outcome }) => outcome === 'undecoded')
  const isShape = ({ reason }: OperationReport): boolean => reason === 'shape'
  const read = operations.filter(({ outcome, rows }) => outcome === 'answered' && rows > 0)
  if (wrong.length === 0 && read.length === 0) return createArea('fields', [skipped('no rows were received')])
  const count = (fieldsOf: (report: OperationReport) => ReadonlyArray<unknown>): number =>
    operations.reduce((sum, report) => sum + fieldsOf(report).length, 0)
  const unknown = count(({ unknownFields }) => unknownFields)
  const missing = count(({ missingFields }) => missingFields)
  const differing = count(({ differingFields }) => differingFields)
  const isOne = unknown === 1
  return createArea('fields', [
    ...(read.length === 0 ? [] : [ok(`${plural(read.length, 'answer')} with rows can be read`)]),
    ...wrong.filter(isShape).map(shapeFinding),
    ...undecodableFindings(wrong.filter((report) => !isShape(report))),
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
    ...(missing === 0 ? [] : [ok(`${plural(missing, 'field')} of the profile were not received; this may be fine`)]),
  ])
}
