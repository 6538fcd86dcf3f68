import { count, printable } from '../../formatText.js'
import type { Line } from '../../styledLine.js'
import type { OperationReport, UnknownField } from '../DoctorReport.js'
import { wrapAfter } from './wrapText.js'

type Tell = (report: OperationReport, width: number) => ReadonlyArray<Line>

const section = (
  title: string,
  reports: ReadonlyArray<OperationReport>,
  of: (report: OperationReport) => ReadonlyArray<unknown>,
  tell: Tell,
  width: number,
): ReadonlyArray<Line> => {
  const alike = new Map<string, ReadonlyArray<OperationReport>>()
  for (const report of reports.filter((report) => of(report).length > 0)) {
    const key = JSON.stringify(tell(report, width))
    alike.set(key, [...(alike.get(key) ?? []), report])
  }
  if (alike.size === 0) return []
  const each = (same: ReadonlyArray<OperationReport>): ReadonlyArray<Line> => [
    ...wrapAfter(['  '], same.map(({ operation }) => operation).join(', '), width),
    ...same.slice(0, 1).flatMap((report) => tell(report, width)),
  ]
  return [[], ...wrapAfter([], title, width, 'title'), ...Array.from(alike.values()).flatMap(each)]
}

const often = ({ seen, of }: { readonly seen: number; readonly of: number }): string => `${count(seen)} of ${count(of)}`

const narrow = 60
const longestPath = 32

const unknown: Tell = ({ unknownFields }, width) => {
  const longest = Math.min(Math.max(...unknownFields.map(({ path }) => path.length)), longestPath)
  const line = (field: UnknownField): ReadonlyArray<Line> => {
    const what = `${field.types.join(' or ')}, in ${often(field)}`
    return width < narrow || field.path.length > longestPath
      ? wrapAfter(['    '], `${field.path}: ${what}`, width)
      : wrapAfter(['    ', field.path.padEnd(longest), '  '], what, width, 'faint')
  }
  return unknownFields.flatMap(line)
}

const missing: Tell = ({ missingFields }, width) => {
  const texts = missingFields.map((field) =>
    field.required ? `${field.path} (required; in ${often(field)})` : field.path,
  )
  return wrapAfter(['    '], texts.join(', '), width)
}

const mismatched: Tell = ({ mismatches }, width) =>
  mismatches.flatMap(({ path, expected }) =>
    wrapAfter(['    '], `${printable(path) || 'the whole'}: expected ${printable(expected)}`, width),
  )

const differing: Tell = ({ differingFields }, width) =>
  differingFields.flatMap(({ path, expected }) =>
    wrapAfter(['    '], `${printable(path)}: assumed ${printable(expected)}`, width),
  )

/** The lines about fields that differ between the answers and the profile. */
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
