import type { DiagnosisState } from '../DiagnosisState.js'
import type { Area, Finding, OperationReport } from '../DoctorReport.js'
import { outcomeReason } from '../outcomeOf.js'
import { createArea, failure, ok, skipped } from './createArea.js'

const wrongLinkFinding = (report: OperationReport, roots: ReadonlyArray<string>): Finding =>
  failure(
    `${report.operation}: ${outcomeReason(report)}`,
    report.reason === 'foreign-address'
      ? `check the base URL: a path before ${roots.join(' or ')} may be missing`
      : 'report it to the service',
  )

/** Whether the links of lists lead to the next page. */
export const pagingArea = ({ operations, roots }: DiagnosisState): Area => {
  const wrongLinks = operations
    .filter(({ outcome }) => outcome === 'misled')
    .map((report) => wrongLinkFinding(report, roots))
  const pagedLists = operations.filter(({ pages }) => pages > 1).map(({ operation }) => operation)
  if (pagedLists.length > 0)
    return createArea('paging', [...wrongLinks, ok(`a second page was read: ${pagedLists.join(', ')}`)])
  if (wrongLinks.length > 0) return createArea('paging', wrongLinks)
  const isAnyRead = operations.some(({ hasNext }) => hasNext === false)
  return createArea('paging', [isAnyRead ? ok('no list has a second page') : skipped('no list was read')])
}
