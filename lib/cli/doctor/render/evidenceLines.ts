import { plural, printable } from '../../formatText.js'
import type { Line } from '../../styledLine.js'
import type { AssumptionOutcome, EvidenceFile } from '../evidence/EvidenceFile.js'
import { sign, wrapAfter } from './wrapText.js'

const summary = (
  { assumptions }: EvidenceFile,
  outcome: AssumptionOutcome,
  verdict: Parameters<typeof sign>[0],
  words: string,
  width: number,
): ReadonlyArray<Line> => {
  const number = assumptions.filter((each) => each.outcome === outcome).length
  return number === 0 ? [] : wrapAfter([sign(verdict), ' '], `${plural(number, 'assumption')} ${words}`, width)
}

/** The maximum number of observations that are shown for an assumption; the file has more. */
const maxSeen = 3

const shortList = (seen: ReadonlyArray<string>): string =>
  seen.slice(0, maxSeen).join('; ') + (seen.length > maxSeen ? '; …' : '')

const indentedLines = (texts: ReadonlyArray<string>, width: number): ReadonlyArray<Line> =>
  texts.flatMap((text) => wrapAfter(['    '], printable(text), width))

/** A summary of a file of evidence, and what to do with it. */
export const evidenceLines = (file: EvidenceFile, path: string, width: number): ReadonlyArray<Line> => {
  const differing = file.assumptions.filter(({ outcome }) => outcome === 'differs')
  return [
    [],
    [['title', 'Assumptions']],
    ...summary(file, 'holds', 'ok', 'seen to hold', width),
    ...summary(file, 'differs', 'warning', 'seen to differ', width),
    ...indentedLines(
      differing.map(({ id, seen }) => `${id}: ${shortList(seen)}`),
      width,
    ),
    ...summary(file, 'not seen', 'skipped', 'not seen', width),
    [],
    ...wrapAfter([['strong', '→ ']], printable(`Read ${path}, send it to us`), width, 'strong'),
  ]
}
