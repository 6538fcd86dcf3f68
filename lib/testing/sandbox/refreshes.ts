import { itemCodes } from './data/itemCodes.js'
import { isoTime } from './World.js'

/** The final status of a refresh. */
export type RefreshOutcome = 'finished' | 'finished_error' | 'invalid_creds' | 'info_required'

/** The options of a refresh. Times are in milliseconds. */
export interface RefreshConfig {
  /** The status with which the refresh ends; default `finished`. */
  readonly outcome?: RefreshOutcome
  /** How long the refresh is queued; default 0. Until it begins, the service reports the previous refresh. */
  readonly waiting?: number
  /** How long the status is `authenticating`; default 3000. */
  readonly authenticating?: number
  /** How long the status is `retrieving_data`, over all accounts; default 6000. */
  readonly retrieving?: number
  /** The status of the item at the end; default 0, 1003, 402 or 1010, depending on `outcome`. */
  readonly itemStatus?: number
}

/** How a refresh ended, and when. */
export type EndedRefresh = Pick<Refresh, 'outcome' | 'endsAt'>

/** A refresh; its status at any time is computed from these fields. */
export interface Refresh {
  readonly outcome: RefreshOutcome
  /** When the refresh began. */
  readonly beginsAt: number
  /** When the retrieval of data began; `endsAt` is when it ends. */
  readonly retrievesAt: number
  readonly endsAt: number
  /** The time at which the data was last complete before this refresh began; `undefined` for a new item. */
  readonly lastCompleteAt: number | undefined
  /** The status of the item while the refresh runs, and after it has ended. */
  readonly itemStatus: { readonly during: number; readonly atEnd: number }
  /** The previous refresh, which the service reports until this one starts; `undefined` if this one was not queued. */
  readonly previousRefresh: Refresh | undefined
  /** The last refresh that had ended when this one was requested. */
  readonly lastEndedRefresh: EndedRefresh | undefined
}

/** The fields of an item that a schedule needs. */
export interface ScheduledItem {
  readonly id: number
  /** The times of the user's consents, in order. A consent counts from the end of the refresh that it was given for. */
  readonly consents: Array<number>
  /** When the refresh begins that reads the older transactions of a new item; `undefined` if none does. */
  historyAt?: number
}

/** Returns the newest refresh of an item that has begun: the requested one, or a later scheduled one. */
export type Schedule = (requested: Refresh, item: ScheduledItem, now: number) => Refresh

const statusOf: Readonly<Record<RefreshOutcome, number>> = {
  finished: 0,
  finished_error: 1003,
  invalid_creds: 402,
  info_required: 1010,
}

/** A refresh that finished at a moment. */
export const pastRefresh = (at: number): Refresh => ({
  outcome: 'finished',
  beginsAt: at,
  retrievesAt: at,
  endsAt: at,
  lastCompleteAt: at,
  itemStatus: { during: 0, atEnd: 0 },
  previousRefresh: undefined,
  lastEndedRefresh: undefined,
})

const defaultAuthenticating = 3000
const defaultRetrieving = 6000

/** How long a refresh without options takes. */
export const refreshDuration = defaultAuthenticating + defaultRetrieving

/** A refresh that is requested now. With the outcomes `info_required` and `invalid_creds` it retrieves no data. */
export const startRefresh = (
  config: RefreshConfig,
  now: number,
  last: Refresh,
  previous: number | undefined,
  during: number,
): Refresh => {
  const {
    outcome = 'finished',
    waiting = 0,
    authenticating = defaultAuthenticating,
    retrieving = defaultRetrieving,
  } = config
  const beginsAt = now + waiting
  const retrievesAt = beginsAt + authenticating
  const retrievesNothing = outcome === 'info_required' || outcome === 'invalid_creds'
  return {
    outcome,
    beginsAt,
    retrievesAt,
    endsAt: retrievesNothing ? retrievesAt : retrievesAt + retrieving,
    lastCompleteAt: previous,
    itemStatus: { during, atEnd: config.itemStatus ?? statusOf[outcome] },
    previousRefresh: waiting > 0 ? { ...last, previousRefresh: undefined } : undefined,
    lastEndedRefresh: now >= last.endsAt ? { outcome: last.outcome, endsAt: last.endsAt } : last.lastEndedRefresh,
  }
}

/** The refresh that the service reports now: the previous one while this one is queued. */
const reportedRefresh = (refresh: Refresh, now: number): Refresh =>
  refresh.previousRefresh !== undefined && now < refresh.beginsAt ? refresh.previousRefresh : refresh

/** When the data of an item was last complete; `undefined` if it never was. */
export const refreshedAt = (refresh: Refresh, now: number): number | undefined => {
  const { outcome, endsAt, lastCompleteAt: previous } = reportedRefresh(refresh, now)
  return outcome === 'finished' && now >= endsAt ? endsAt : previous
}

/** Whether the service has read an item, or reads it now without a failure. */
export const hasBeenRead = ({ outcome, lastCompleteAt }: Refresh): boolean =>
  outcome === 'finished' || lastCompleteAt !== undefined

/** The refresh of an item that ended last; `undefined` if none has ended. */
export const lastEnded = (refresh: Refresh, now: number): EndedRefresh | undefined => {
  const reported = reportedRefresh(refresh, now)
  return now >= reported.endsAt ? reported : reported.lastEndedRefresh
}

/** Whether a refresh is queued or running. */
export const isRefreshing = ({ endsAt }: Refresh, now: number): boolean => now < endsAt

const question = { type: 'SMS', description: 'Saisissez le code reçu par SMS', label: 'Code', is_numeric: true }

/** The body of the response to a request for the status of a refresh. */
export const refreshBody = (refresh: Refresh, total: number, now: number) => {
  const { outcome, retrievesAt, endsAt } = reportedRefresh(refresh, now)
  const retrieving = now >= retrievesAt && now < endsAt
  const doneCount = Math.floor(((now - retrievesAt) / (endsAt - retrievesAt)) * total)
  const at = refreshedAt(refresh, now)
  return {
    status: now >= endsAt ? outcome : retrieving ? 'retrieving_data' : 'authenticating',
    mfa: outcome === 'info_required' && now >= endsAt ? question : null,
    refreshed_at: at === undefined ? null : isoTime(at),
    refreshed_accounts_count: retrieving ? doneCount : null,
    total_accounts_count: retrieving ? total : null,
  }
}

/** The response of {@link refreshBody}. */
export type RefreshRow = ReturnType<typeof refreshBody>

/** The status of an item that results from a refresh. */
export const itemStatus = (refresh: Refresh, now: number) => {
  const { endsAt, itemStatus: statuses } = reportedRefresh(refresh, now)
  const status = now >= endsAt ? statuses.atEnd : statuses.during
  const [info, description] = itemCodes[status] ?? [null, null]
  return { status, status_code_info: info, status_code_description: description }
}
