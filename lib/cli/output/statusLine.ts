import picocolors from 'picocolors'
import { type Line, printLine } from '../line.js'

/** What is going on, in one line of a terminal that is drawn over again. */
export interface StatusLine {
  /** Nothing where nothing can be drawn over. */
  readonly show: (line: Line) => void
  /** What must be known: where nothing can be drawn over, a line of its own. */
  readonly note: (line: Line) => void
  readonly clear: () => void
}

/** Says nothing. */
export const silent: StatusLine = { show: () => undefined, note: () => undefined, clear: () => undefined }

/** A terminal to show a status on. */
export type StatusTerminal = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'isTTY'>

const colors = picocolors.createColors(picocolors.isColorSupported)

/** A status at the cursor of a terminal, which must stand at the beginning of a line. */
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
