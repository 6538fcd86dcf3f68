import type picocolors from 'picocolors'

/** Functions that add colours to text, or return it unchanged. */
export type Colors = ReturnType<typeof picocolors.createColors>

/** The look of a piece of a line. */
export type Tone = 'plain' | 'strong' | 'faint' | 'good' | 'bad' | 'notable' | 'title'

/** A piece of a line: text, or text with a tone. */
export type Span = string | readonly [Tone, string]

/** One line of a screen, before it is cut to a width and coloured. */
export type Line = ReadonlyArray<Span>

/** Colours a text. */
export const paint = (colors: Colors, tone: Tone, text: string): string => {
  switch (tone) {
    case 'plain':
      return text
    case 'strong':
      return colors.bold(text)
    case 'faint':
      return colors.dim(text)
    case 'good':
      return colors.green(text)
    case 'bad':
      return colors.red(text)
    case 'notable':
      return colors.yellow(text)
    case 'title':
      return colors.bold(colors.cyan(text))
  }
}

const toneOf = (span: Span): Tone => (typeof span === 'string' ? 'plain' : span[0])
const textOf = (span: Span): ReadonlyArray<string> => Array.from(typeof span === 'string' ? span : span[1])

/** The width of a line in columns. */
export const widthOf = (line: Line): number => line.reduce((sum, span) => sum + textOf(span).length, 0)

/** A line as text of at most `width` columns; a longer line is cut with `…`. */
export const printLine = (colors: Colors, line: Line, width: number): string => {
  const isTruncated = widthOf(line) > width
  let left = isTruncated ? Math.max(width - 1, 0) : width
  const painted = line.map((span) => {
    const text = textOf(span).slice(0, left)
    left -= text.length
    return text.length === 0 ? '' : paint(colors, toneOf(span), text.join(''))
  })
  return painted.join('') + (isTruncated && width > 0 ? '…' : '')
}

/** Removes pieces from the end of a line until it fits a width; the first `minPieces` stay. */
export const fitLine = (line: Line, width: number, minPieces: number): Line =>
  line.length > minPieces && widthOf(line) > width ? fitLine(line.slice(0, -1), width, minPieces) : line

/** A progress bar for a share from 0 to 1: its full part and its empty part. */
export const bar = (share: number, width: number): readonly [string, string] => {
  const full = Math.round(Math.min(Math.max(share, 0), 1) * width)
  return ['█'.repeat(full), '░'.repeat(width - full)]
}
