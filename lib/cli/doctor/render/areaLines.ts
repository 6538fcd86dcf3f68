import { printable } from '../../formatText.js'
import type { Line } from '../../styledLine.js'
import type { Area, Finding } from '../DoctorReport.js'
import { sign } from './verdictSigns.js'
import { wrapAfter } from './wrapText.js'

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
export const areaLines = ({ name, verdict, findings }: Area, width: number): ReadonlyArray<Line> => {
  if (width < narrow)
    return [
      [sign(verdict), ' ', ['strong', name]],
      ...findings.flatMap((finding) => findingLines(finding, ['  '], '  ', width)),
    ]
  const head: Line = [sign(verdict), ' ', ['strong', name.padEnd(longestName)], '  ']
  const indent = ' '.repeat(longestName + 4)
  return findings.flatMap((finding, index) => findingLines(finding, index === 0 ? head : [indent], indent, width))
}
