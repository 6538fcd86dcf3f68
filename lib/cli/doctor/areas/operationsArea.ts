import { plural } from '../../formatText.js'
import { type DiagnosisState, isAttempted } from '../DiagnosisState.js'
import type { Area, Finding, OperationReport } from '../DoctorReport.js'
import { createArea, failure, ok, skipped, warning } from './createArea.js'

const workingFinding = (reports: ReadonlyArray<OperationReport>): Finding => {
  const number = reports.filter(({ outcome }) => outcome === 'answered').length
  if (reports.length === 1)
    return number === 1
      ? ok('the operation that was tried works')
      : failure('the operation that was tried does not work')
  if (number === 0) return failure(`none of the ${plural(reports.length, 'operation')} that were tried works`)
  const quantity = number === reports.length ? 'all' : `${String(number)} of`
  return ok(`${quantity} ${plural(reports.length, 'operation')} that were tried work`)
}

/** How many operations work, and which do not. */
export const operationsArea = ({ operations, stopped }: DiagnosisState): Area => {
  const attempted = operations.filter(isAttempted)
  const findingsFor = (
    createFinding: (names: string) => Finding,
    ...outcomes: ReadonlyArray<OperationReport['outcome']>
  ): ReadonlyArray<Finding> => {
    const names = operations.filter(({ outcome }) => outcomes.includes(outcome)).map(({ operation }) => operation)
    return names.length === 0 ? [] : [createFinding(names.join(', '))]
  }
  return createArea('operations', [
    attempted.length === 0 ? skipped('none was tried') : workingFinding(attempted),
    ...findingsFor(
      (names) => failure(`failed: ${names}`, 'try again later, or report it to the service'),
      'failed',
      'unanswered',
      'redirected',
    ),
    ...findingsFor(
      (names) => failure(`refused: ${names}`, 'check the credentials, or ask the service for permission'),
      'refused',
    ),
    ...findingsFor(
      (names) => warning(`not found: ${names}`, 'check --profile, or define your own with null for these paths'),
      'absent',
    ),
    ...(stopped === null ? [] : [warning(`the rest was not tried: ${stopped}`)]),
  ])
}
