import type { Known } from '../DiagnosisState.js'
import type { Area, Finding, OperationReport } from '../DoctorReport.js'
import { reasonWords } from '../outcomeReason.js'
import { area, failure, ok, skipped } from './createArea.js'

const misled = (report: OperationReport, roots: ReadonlyArray<string>): Finding =>
  failure(
    `${report.operation}: ${reasonWords(report)}`,
    report.reason === 'foreign-address'
      ? `check the base URL: a path before ${roots.join(' or ')} may be missing`
      : 'tell the service',
  )

/** Whether the links of lists lead to the next page. */
export const pagingArea = ({ operations, roots }: Known): Area => {
  const wrong = operations.filter(({ outcome }) => outcome === 'misled').map((report) => misled(report, roots))
  const followed = operations.filter(({ pages }) => pages > 1).map(({ operation }) => operation)
  if (followed.length > 0) return area('paging', [...wrong, ok(`a second page was read: ${followed.join(', ')}`)])
  if (wrong.length > 0) return area('paging', wrong)
  const isAnyRead = operations.some(({ hasNext }) => hasNext === false)
  return area('paging', [isAnyRead ? ok('no list has a second page') : skipped('no list was read')])
}
