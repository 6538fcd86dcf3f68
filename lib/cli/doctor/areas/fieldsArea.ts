import { plural } from '../../formatText.js'
import type { Known } from '../DiagnosisState.js'
import type { Area, Finding, OperationReport } from '../DoctorReport.js'
import { reasonWords } from '../outcomeReason.js'
import { area, failure, ok, skipped, warning } from './createArea.js'

const misshapen = ({ operation, mismatches }: OperationReport): Finding => {
  const [first] = mismatches
  const where = first === undefined ? '' : `: at ${first.path || 'the whole'} ${first.expected} was expected`
  const more = mismatches.length > 1 ? `, and ${plural(mismatches.length - 1, 'more place')}` : ''
  return failure(
    `${operation} is not as the profile expects${where}${more}`,
    'check --profile; or give a codec of your own, or send us this report',
  )
}

/** The mismatches of all reports; one that several operations share is one finding. */
const unreadable = (reports: ReadonlyArray<OperationReport>): ReadonlyArray<Finding> => {
  const byWords = new Map<string, ReadonlyArray<string>>()
  for (const report of reports) {
    const words = reasonWords(report)
    byWords.set(words, [...(byWords.get(words) ?? []), report.operation])
  }
  return Array.from(byWords, ([words, names]) =>
    failure(
      `${words}: ${names.join(', ')}`,
      'check the base URL, and what stands between this machine and the service',
    ),
  )
}

/** Whether answers are what the profile expects of them. */
export const fieldsArea = ({ operations }: Known): Area => {
  const wrong = operations.filter(({ outcome }) => outcome === 'undecoded')
  const isShape = ({ reason }: OperationReport): boolean => reason === 'shape'
  const read = operations.filter(({ outcome, rows }) => outcome === 'answered' && rows > 0)
  if (wrong.length === 0 && read.length === 0) return area('fields', [skipped('no rows came')])
  const count = (of: (report: OperationReport) => ReadonlyArray<unknown>): number =>
    operations.reduce((sum, report) => sum + of(report).length, 0)
  const unknown = count(({ unknownFields }) => unknownFields)
  const missing = count(({ missingFields }) => missingFields)
  const differing = count(({ differingFields }) => differingFields)
  const isOne = unknown === 1
  return area('fields', [
    ...(read.length === 0 ? [] : [ok(`${plural(read.length, 'answer')} with rows can be read`)]),
    ...wrong.filter(isShape).map(misshapen),
    ...unreadable(wrong.filter((report) => !isShape(report))),
    ...(unknown === 0
      ? []
      : [
          warning(
            `${plural(unknown, 'field')} that the profile does not know; ${isOne ? 'it is kept as it is' : 'they are kept as they are'}`,
          ),
        ]),
    ...(differing === 0
      ? []
      : [
          warning(
            `${plural(differing, 'field')} of another type than the profile assumes; ${differing === 1 ? 'it is kept as it came' : 'they are kept as they came'}`,
          ),
        ]),
    ...(missing === 0 ? [] : [ok(`${plural(missing, 'field')} of the profile did not come, which may be right`)]),
  ])
}
