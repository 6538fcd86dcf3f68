import picocolors from 'picocolors'
import { type Line, printLine } from '../line.js'

/** What is going on, in one line of a terminal that is drawn over again. Nothing where there is no terminal. */
export interface StatusLine {
  readonly show: (line: Line) => void
  readonly clear: () => void
}

/** A terminal to show a status on. */
export type StatusTerminal = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'isTTY'>

const colors = picocolors.createColors(picocolors.isColorSupported)

/** A status at the cursor of a terminal, which must stand at the beginning of a line. */
export const statusLine = (terminal: StatusTerminal, { TERM } = process.env): StatusLine => {
  let isShown = false
  if (!terminal.isTTY || TERM === 'dumb') return { show: () => undefined, clear: () => undefined }
  return {
    // The last column stays free: a terminal may wrap when it is filled.
    show: (line) => {
      isShown = true
      terminal.write(`\r${printLine(colors, line, (terminal.columns || 80) - 1)}\x1b[K`)
    },
    clear: () => {
      if (isShown) terminal.write('\r\x1b[K')
      isShown = false
    },
  }
}
