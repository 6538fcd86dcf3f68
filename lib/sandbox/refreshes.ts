import { isoTime } from './World.js'

/** How a refresh ends; `info_required` waits for the user, for ever. */
export type RefreshOutcome = 'finished' | 'finished_error' | 'invalid_creds' | 'info_required'

/** A refresh that a test starts. Milliseconds. */
export interface RefreshConfig {
  /** Default `finished`. */
  readonly outcome?: RefreshOutcome
  /** How long it is `authenticating`; default 3000. */
  readonly authenticating?: number
  /** How long it is `retrieving_data`, all accounts together; default 6000. */
  readonly retrieving?: number
}

/** A refresh: where it stands follows from the sandbox's time alone. */
export interface Refresh {
  readonly outcome: RefreshOutcome
  /** When data began to be retrieved, and when it ended. */
  readonly retrievesAt: number
  readonly endsAt: number
  /** When data was last complete before it. */
  readonly previous: number
}

/** A refresh that begins now. Those that need the user, or are refused, end before data is retrieved. */
export const startRefresh = (config: RefreshConfig, now: number, previous: number): Refresh => {
  const { outcome = 'finished', authenticating = 3000, retrieving = 6000 } = config
  const retrievesAt = now + authenticating
  const stops = outcome === 'info_required' || outcome === 'invalid_creds'
  return { outcome, retrievesAt, endsAt: stops ? retrievesAt : retrievesAt + retrieving, previous }
}

/** When the data of an item was last complete. */
export const refreshedAt = ({ outcome, endsAt, previous }: Refresh, now: number): number =>
  outcome === 'finished' && now >= endsAt ? endsAt : previous

const question = { type: 'SMS', description: 'Saisissez le code reçu par SMS', label: 'Code', is_numeric: true }

/** The answer to a question for a refresh's status. */
export const refreshBody = (refresh: Refresh, total: number, now: number): object => {
  const { outcome, retrievesAt, endsAt } = refresh
  const retrieving = now >= retrievesAt && now < endsAt
  const done = Math.floor(((now - retrievesAt) / (endsAt - retrievesAt)) * total)
  return {
    status: now >= endsAt ? outcome : retrieving ? 'retrieving_data' : 'authenticating',
    mfa: outcome === 'info_required' && now >= endsAt ? question : null,
    refreshed_at: isoTime(refreshedAt(refresh, now)),
    refreshed_accounts_count: retrieving ? done : null,
    total_accounts_count: retrieving ? total : null,
  }
}

const itemStatuses = {
  finished: [0, null, null],
  finished_error: [1003, 'BANK_IS_DOWN', 'The bank could not be reached.'],
  invalid_creds: [402, 'INVALID_CREDS', 'The bank refused the credentials.'],
  info_required: [1010, 'OTP_REQUIRED', 'The bank asks for a code.'],
} as const

/** What a refresh makes of its item. */
export const itemStatus = ({ outcome, endsAt }: Refresh, now: number) => {
  const [status, info, description] = itemStatuses[now >= endsAt ? outcome : 'finished']
  return { status, status_code_info: info, status_code_description: description }
}
