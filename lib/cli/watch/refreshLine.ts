import type { RefreshStatus } from '../../service/model/RefreshStatus.js'
import { refreshTone } from '../demo/refreshTone.js'
import { asText, clockTime, count, printable } from '../formatText.js'
import { type Colors, type Line, printLine } from '../styledLine.js'

/** The meanings of the terminal statuses of a refresh, except success. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['finished_error', 'the bank or the service failed; refresh it again later'],
  ['info_required', 'the bank has a question for the user, to answer in the bank form'],
  ['invalid_creds', 'the bank refused the credentials; the user can edit them in the bank form'],
])

/** The text of a status, whose type is only assumed. */
export const statusText = ({ status }: RefreshStatus): string => asText(status, 'no status')

/** The message about a refresh that ended without success. */
export const failureMessage = (itemId: number, status: string): string => {
  const meaning = meanings.get(status)
  const end = `the refresh of item ${String(itemId)} ended with ${printable(status)}`
  return meaning === undefined ? end : `${end}: ${meaning}`
}

/** A status as a line of text. */
export const refreshLine = (status: RefreshStatus, time: Date, colors: Colors, width: number): string => {
  const { refreshed_accounts_count: done, total_accounts_count: total } = status
  const word = statusText(status)
  const isEnded = word === 'finished' || meanings.has(word)
  const accounts =
    typeof done === 'number' && typeof total === 'number' ? `${count(done)} of ${count(total)} accounts` : ''
  const line: Line = [
    ['faint', `${clockTime(time)}  `],
    [refreshTone(word, isEnded), printable(word)],
    ['faint', accounts && `  ${accounts}`],
  ]
  return printLine(colors, line, width)
}
