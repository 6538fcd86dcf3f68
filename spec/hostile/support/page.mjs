// An answer with a row, and letters that steer a terminal.
import { row } from './canaries.mjs'
import { answer } from './rawServer.mjs'

export const page = (rows = [{ id: 1, name: 'a', label: row }], next_uri = null) =>
  answer({ resources: rows, pagination: { next_uri } })

/** What would steer a terminal, or turn the direction of its letters. */
const marks = ['\u001b[2J', '\u001b]', '\u009b', '\u0007', '\u0008', '\u202e', '\u0000']

export const escapes = `${marks.join('')}owned\r`

/** What of it stands in what was written. */
export const steering = (text) => marks.filter((mark) => text.includes(mark))
