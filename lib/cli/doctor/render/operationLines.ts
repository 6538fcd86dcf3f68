import { count, duration, plural, printable } from '../../formatText.js'
import type { Line } from '../../styledLine.js'
import type { OperationReport } from '../DoctorReport.js'
import { outcomeReason } from '../outcomeOf.js'
import { sign, wrapAfter } from './wrapText.js'

const narrow = 60

const rows = ({ rows: number, pages, hasNext }: OperationReport): string => {
  if (hasNext === null) return 'answered'
  return pages > 1 ? `${plural(number, 'row')} on ${count(pages)} pages` : plural(number, 'row')
}

const resultText = (report: OperationReport): string =>
  report.outcome === 'answered' ? rows(report) : outcomeReason(report)

const lines = (report: OperationReport, longest: number, width: number): ReadonlyArray<Line> => {
  const { operation, verdict, status, duration: ms } = report
  const head: Line = [sign(verdict), ' ', operation.padEnd(longest), '  ']
  const statusText = status === null ? '' : String(status)
  const time = ms === null ? '' : duration(Math.max(ms, 1))
  const facts = `${statusText.padEnd(3)}  ${time.padStart(7)}  `
  if (width >= narrow) return wrapAfter([...head, ['faint', facts]], printable(resultText(report)), width)
  const details = [statusText, time, resultText(report)].filter((text) => text !== '').join(', ')
  return [
    ...wrapAfter([sign(verdict), ' '], operation, width),
    ...wrapAfter(['    '], printable(details), width, 'faint'),
  ]
}

/** A line for each operation that was tried: the status, the time until the response, and what it contained. */
export const operationLines = (reports: ReadonlyArray<OperationReport>, width: number): ReadonlyArray<Line> => {
  const longest = Math.max(...reports.map(({ operation }) => operation.length))
  return reports.flatMap((report) => lines(report, longest, width))
}
