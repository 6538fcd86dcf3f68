import { column, duration, plural, printable } from '../../formatText.js'
import type { Line } from '../../styledLine.js'
import { isAttempted } from '../DiagnosisState.js'
import type { Area, DoctorReport, Finding, OperationReport, SettingReport, Verdict } from '../DoctorReport.js'
import { fieldLines } from './fieldLines.js'
import { operationLines } from './operationLines.js'
import { sign, tones, wrapAfter } from './wrapText.js'

/** On a terminal with fewer columns, findings are printed below the name of their area instead of beside it. */
const narrow = 60
const longestName = 'reachability'.length

const findingLines = (
  { verdict, message, advice }: Finding,
  lead: Line,
  indent: string,
  width: number,
): ReadonlyArray<Line> => [
  ...wrapAfter([...lead, sign(verdict), ' '], printable(message), width),
  ...(advice === null ? [] : wrapAfter([indent, '  → '], printable(advice), width, 'strong')),
]

/** The lines of an area: its verdict, name and findings. */
const areaLines = ({ name, verdict, findings }: Area, width: number): ReadonlyArray<Line> => {
  if (width < narrow)
    return [
      [sign(verdict), ' ', ['strong', name]],
      ...findings.flatMap((finding) => findingLines(finding, ['  '], '  ', width)),
    ]
  const head: Line = [sign(verdict), ' ', ['strong', name.padEnd(longestName)], '  ']
  const indent = ' '.repeat(longestName + 4)
  return findings.flatMap((finding, index) => findingLines(finding, index === 0 ? head : [indent], indent, width))
}

const withTitle = (title: string, lines: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  lines.length === 0 ? [] : [[], [['title', title]], ...lines]

/** The settings that were given, and those that could be added. */
const shownSettings = (settings: ReadonlyArray<SettingReport>): ReadonlyArray<SettingReport> => {
  const isGiven = (...names: ReadonlyArray<string>): boolean =>
    settings.some(({ name, source }) => names.includes(name) && source !== null)
  const isUserGiven = isGiven('userUuid', 'externalUserId', 'email')
  const user: SettingReport = { name: 'user', label: 'user', source: null }
  return [
    ...settings.filter(({ name, source }) => source !== null || name === 'clientSecret'),
    ...(isUserGiven ? [] : [user]),
  ]
}

const settingLines = ({ label, source }: SettingReport, width: number): ReadonlyArray<Line> =>
  wrapAfter([`  ${column(label, 15)}`], printable(source ?? 'not given'), width, source === null ? 'faint' : 'plain')

/** The operations that were not attempted, grouped by the reason. */
const untriedLines = (operations: ReadonlyArray<OperationReport>, width: number): ReadonlyArray<Line> => {
  const byReason = new Map<string, Array<string>>()
  for (const { reason, operation } of operations.filter((report) => !isAttempted(report))) {
    const names = byReason.get(reason ?? '') ?? []
    byReason.set(reason ?? '', [...names, operation])
  }
  return Array.from(byReason).flatMap(([reason, names]) => wrapAfter(['  '], `${reason}: ${names.join(', ')}`, width))
}

/** The profile in use, and what `--apply` changed in it. */
const profileLines = ({ service }: DoctorReport, width: number): ReadonlyArray<Line> => {
  const { profile, versionHeader, serviceVersion } = service
  return [...wrapAfter([], `profile ${profile}, ${versionHeader}: ${serviceVersion}`, width)]
}

const verdictTexts: Record<Verdict, string> = {
  ok: 'Everything works.',
  warning: 'It works, with warnings.',
  failure: 'Something is wrong.',
  skipped: 'Nothing could be attempted.',
}

/** The verdicts of a report that is not complete. */
const verdictTextsSoFar: Record<Verdict, string> = {
  ...verdictTexts,
  ok: 'Everything works so far.',
  warning: 'It works so far, with warnings.',
}

/** A report as text that fits a width. It reads the same without colours. */
export const reportLines = (report: DoctorReport, width: number): ReadonlyArray<Line> => {
  const { service, settings, areas, operations, verdict, first, complete } = report
  const attempted = operations.filter(isAttempted)
  const summary = `${(complete ? verdictTexts : verdictTextsSoFar)[verdict]} ${plural(report.requests, 'request')} in ${duration(report.duration)}${complete ? '' : '; incomplete'}.`
  return [
    ...wrapAfter([], printable(service.origin), width, 'title'),
    ...profileLines(report, width),
    ...withTitle(
      'Settings',
      shownSettings(settings).flatMap((setting) => settingLines(setting, width)),
    ),
    ...withTitle('Operations', operationLines(attempted, width)),
    // If nothing was attempted, all have the same reason, which the areas already show.
    ...(attempted.length === 0 ? [] : withTitle('Not tried', untriedLines(operations, width))),
    ...fieldLines(operations, width),
    ...withTitle(
      'Verdict',
      areas.flatMap((area) => areaLines(area, width)),
    ),
    [],
    ...wrapAfter([sign(verdict), ' '], summary, width, tones[verdict]),
    ...(first === null ? [] : wrapAfter([['strong', '→ ']], `Do this first: ${printable(first)}`, width, 'strong')),
  ]
}
