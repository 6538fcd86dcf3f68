import picocolors from 'picocolors'
import { type Line, printLine } from '../styledLine.js'

/** A line of a terminal that shows the progress; each status overwrites the previous one. */
export interface StatusLine {
  /** Shows a status; does nothing if the output cannot overwrite lines. */
  readonly show: (line: Line) => void
  /** Shows an important status; if the output cannot overwrite lines, writes a line. */
  readonly note: (line: Line) => void
  readonly clear: () => void
}

/** A status line that shows nothing. */
export const silent: StatusLine = { show: () => undefined, note: () => undefined, clear: () => undefined }

/** A terminal to show a status on. */
export type StatusTerminal = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'isTTY'>

const colors = picocolors.createColors(picocolors.isColorSupported)

/** Shows the status at the cursor, which must be at the beginning of a line. */
export const statusLine = (terminal: StatusTerminal, { TERM } = process.env): StatusLine => {
  if (!terminal.isTTY || TERM === 'dumb') {
    const note = (line: Line): void => {
      terminal.write(`${printLine(picocolors.createColors(false), line, Infinity)}\n`)
    }
    return { show: () => undefined, note, clear: () => undefined }
  }
  let isShown = false
  // The last column stays free: a terminal may wrap when it is filled.
  const show = (line: Line): void => {
    isShown = true
    terminal.write(`\r${printLine(colors, line, (terminal.columns || 80) - 1)}\x1b[K`)
  }
  return {
    show,
    note: show,
    clear: () => {
      if (isShown) terminal.write('\r\x1b[K')
      isShown = false
    },
  }
}
