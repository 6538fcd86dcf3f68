import { count, printable } from '../../formatText.js'
import type { Line } from '../../styledLine.js'
import type { OperationReport, UnknownField } from '../DoctorReport.js'
import { wrapAfter } from './wrapText.js'

type Describe = (report: OperationReport, width: number) => ReadonlyArray<Line>

const section = (
  title: string,
  reports: ReadonlyArray<OperationReport>,
  fieldsOf: (report: OperationReport) => ReadonlyArray<unknown>,
  describe: Describe,
  width: number,
): ReadonlyArray<Line> => {
  const groups = new Map<string, ReadonlyArray<OperationReport>>()
  for (const report of reports.filter((report) => fieldsOf(report).length > 0)) {
    const key = JSON.stringify(describe(report, width))
    groups.set(key, [...(groups.get(key) ?? []), report])
  }
  if (groups.size === 0) return []
  const groupLines = (group: ReadonlyArray<OperationReport>): ReadonlyArray<Line> => [
    ...wrapAfter(['  '], group.map(({ operation }) => operation).join(', '), width),
    ...group.slice(0, 1).flatMap((report) => describe(report, width)),
  ]
  return [[], ...wrapAfter([], title, width, 'title'), ...Array.from(groups.values()).flatMap(groupLines)]
}

const frequency = (field: { readonly count: number; readonly total: number }): string =>
  `${count(field.count)} of ${count(field.total)}`

const narrow = 60
const longestPath = 32

const unknown: Describe = ({ unknownFields }, width) => {
  const longest = Math.min(Math.max(...unknownFields.map(({ path }) => path.length)), longestPath)
  const line = (field: UnknownField): ReadonlyArray<Line> => {
    const description = `${field.types.join(' or ')}, in ${frequency(field)}`
    return width < narrow || field.path.length > longestPath
      ? wrapAfter(['    '], `${field.path}: ${description}`, width)
      : wrapAfter(['    ', field.path.padEnd(longest), '  '], description, width, 'faint')
  }
  return unknownFields.flatMap(line)
}

const missing: Describe = ({ missingFields }, width) => {
  const texts = missingFields.map((field) =>
    field.required ? `${field.path} (required; in ${frequency(field)})` : field.path,
  )
  return wrapAfter(['    '], texts.join(', '), width)
}

const mismatched: Describe = ({ mismatches }, width) =>
  mismatches.flatMap(({ path, expected }) =>
    wrapAfter(['    '], `${printable(path) || 'the full response'}: expected ${printable(expected)}`, width),
  )

const differing: Describe = ({ differingFields }, width) =>
  differingFields.flatMap(({ path, expected }) =>
    wrapAfter(['    '], `${printable(path)}: assumed ${printable(expected)}`, width),
  )

/** The lines about fields that differ between the responses and the profile. */
export const fieldLines = (reports: ReadonlyArray<OperationReport>, width: number): ReadonlyArray<Line> => [
  ...section('Not as the profile expects', reports, ({ mismatches }) => mismatches, mismatched, width),
  ...section(
    'Other types than the profile assumes',
    reports,
    ({ differingFields }) => differingFields,
    differing,
    width,
  ),
  ...section('Fields that the profile does not know', reports, ({ unknownFields }) => unknownFields, unknown, width),
  ...section(
    'Fields of the profile that were not received',
    reports,
    ({ missingFields }) => missingFields,
    missing,
    width,
  ),
]
