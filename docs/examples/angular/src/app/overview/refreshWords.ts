import type { RefreshStatus } from 'rxbank'
import { text } from '../format/text'

/** How far a refresh is, in words, and what the user can do about it. */
export interface RefreshWords {
  readonly tone: 'busy' | 'good' | 'bad'
  readonly text: string
  /** The label of the button that opens the bank form, where that helps. */
  readonly action?: string
}

const progress = ({ refreshed_accounts_count: done, total_accounts_count: total }: RefreshStatus): string =>
  typeof done === 'number' && typeof total === 'number' ? `, ${String(done)} of ${String(total)}` : ''

/** Says how far a refresh is. New words of the service are shown as they are. */
export const refreshWords = (refresh: RefreshStatus): RefreshWords => {
  switch (refresh.status) {
    case 'authenticating':
      return { tone: 'busy', text: 'Logging in at the bank…' }
    case 'retrieving_data':
      return { tone: 'busy', text: `Fetching accounts${progress(refresh)}…` }
    case 'finished':
      return { tone: 'good', text: 'Up to date' }
    case 'finished_error':
      return { tone: 'bad', text: 'The bank could not be reached. It is tried again later.' }
    case 'invalid_creds':
      return { tone: 'bad', text: 'The bank refused the password.', action: 'Correct it' }
    case 'info_required':
      return { tone: 'bad', text: 'The bank asks you for a code.', action: 'Enter it' }
    default:
      return { tone: 'busy', text: text(refresh.status, 'Being refreshed…') }
  }
}
