import { type Line, type Span, type Tone, widthOf } from '../../styledLine.js'
import type { Verdict } from '../DoctorReport.js'

const signs: Record<Verdict, string> = { ok: '✓', warning: '!', failure: '✗', skipped: '·' }

/** The tone of each verdict. */
export const tones: Record<Verdict, Tone> = { ok: 'good', warning: 'notable', failure: 'bad', skipped: 'faint' }

/** The sign of a verdict, one column wide. */
export const sign = (verdict: Verdict): Span => [tones[verdict], signs[verdict]]

/** The minimum width of a text, however narrow the terminal. */
const minWidth = 12

const splitWord = (word: string, width: number): ReadonlyArray<string> => {
  const letters = Array.from(word)
  return Array.from({ length: Math.ceil(letters.length / width) }, (_, index) =>
    letters.slice(index * width, (index + 1) * width).join(''),
  )
}

/** Breaks a text into lines of at most `width` columns, between words if possible. */
export const wrap = (text: string, width: number): ReadonlyArray<string> => {
  const [first = '', ...others] = text.split(' ').flatMap((word) => splitWord(word, width))
  const lines = [first]
  for (const piece of others) {
    const longer = `${lines.at(-1) ?? ''} ${piece}`
    if (Array.from(longer).length <= width) lines[lines.length - 1] = longer
    else lines.push(piece)
  }
  return lines
}

/** A text after a lead; its further lines are indented by the width of the lead. */
export const wrapAfter = (lead: Line, text: string, width: number, tone: Tone = 'plain'): ReadonlyArray<Line> => {
  const indent = ' '.repeat(widthOf(lead))
  const lines = wrap(text, Math.max(width - indent.length, minWidth))
  return lines.map((line, index) => [...(index === 0 ? lead : [indent]), [tone, line]])
}
