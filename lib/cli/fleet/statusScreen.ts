import { isSome, none, type Option } from 'fp-ts/lib/Option.js'
import type { PermitStatus } from '../../http/budget/PermitSource.js'
import type { Feed } from '../../mirror/core/Feed.js'
import type { ProofWait, WaitingProof } from '../../mirror/core/Mirror.js'
import type { EngineStatus } from '../../mirror/fleet/Engine.js'
import type { MirrorChange } from '../../mirror/log/MirrorChange.js'
import { clockTime, column, count, duration, plural, printable, quantity } from '../formatText.js'
import { type Colors, fitLine, type Line, printLine, widthOf } from '../styledLine.js'
import { type FleetReading, maxWaitingProofs } from './readFleet.js'

/** Rows that were written for a user; `time` is the arrival of the notification. */
interface SeenChange {
  readonly time: Date
  readonly user: string
  readonly feed: Feed
  readonly count: number
}

/** What the screen of `rxbank fleet status` shows. */
export interface StatusState {
  /** The host and the name of the database. */
  readonly database: string
  /** The last reading of the fleet's state; `undefined` before the first reading. */
  readonly status: EngineStatus | undefined
  /** The last reading of how much of the application's limit is used; `None` if workers share no limit. */
  readonly budget: Option<PermitStatus>
  /** The number of accounts whose balance was proven to differ from their transactions, by the last reading. */
  readonly balanceMismatches: number
  /** Accounts whose balance could not be compared with their transactions for long, by the last reading. */
  readonly waitingProofs: ReadonlyArray<WaitingProof>
  /** Why the last reading failed; `undefined` if it succeeded. */
  readonly failure: string | undefined
  /** The latest changes, newest first. */
  readonly changes: ReadonlyArray<SeenChange>
  /** How many rows were written in each of the last seconds, the current second first. */
  readonly rowsPerSecond: ReadonlyArray<number>
  /** Whether the mirror has no change log, so that changes are unknown. */
  readonly isUnlogged: boolean
}

/** An event that changes the state. `Second` is emitted once a second, `Unlogged` if the mirror has no change log. */
export type StatusEvent =
  | ({ readonly _tag: 'Read' } & FleetReading)
  | { readonly _tag: 'Failed'; readonly failure: string }
  | { readonly _tag: 'Notified'; readonly change: MirrorChange; readonly time: Date }
  | { readonly _tag: 'Second' }
  | { readonly _tag: 'Unlogged' }

const maxChanges = 50

/** Over how many seconds the rate of rows is computed, including the current one. */
const rateWindowSeconds = 10

/** The state before the first reading. */
export const initialStatusState = (database: string): StatusState => ({
  database,
  status: undefined,
  budget: none,
  balanceMismatches: 0,
  waitingProofs: [],
  failure: undefined,
  changes: [],
  rowsPerSecond: [0],
  isUnlogged: false,
})

/** The state after an event. */
export const reduceStatus = (state: StatusState, event: StatusEvent): StatusState => {
  switch (event._tag) {
    case 'Read':
      return {
        ...state,
        status: event.status,
        budget: event.budget,
        balanceMismatches: event.balanceMismatches,
        waitingProofs: event.waitingProofs,
        failure: undefined,
      }
    case 'Failed':
      return { ...state, failure: event.failure }
    case 'Second':
      return { ...state, rowsPerSecond: [0, ...state.rowsPerSecond].slice(0, rateWindowSeconds) }
    case 'Unlogged':
      return { ...state, isUnlogged: true }
    case 'Notified': {
      const { change, time } = event
      if (change._tag !== 'Changed') return state
      const { user, feed, count } = change
      const [current = 0, ...earlier] = state.rowsPerSecond
      const changes = [{ time, user, feed, count }, ...state.changes].slice(0, maxChanges)
      return { ...state, changes, rowsPerSecond: [current + count, ...earlier] }
    }
  }
}

/** The rows per second, averaged over the seconds before the current one. */
export const rowRate = ({ rowsPerSecond }: StatusState): number => {
  const [, ...completed] = rowsPerSecond
  return completed.length === 0 ? 0 : completed.reduce((sum, count) => sum + count, 0) / completed.length
}

/** The size of the screen, its colours, and the current time. */
export interface View {
  readonly columns: number
  readonly rows: number
  readonly colors: Colors
  readonly now: Date
}

/** A terminal with fewer rows shows no blank lines. */
const minRowsForBlanks = 14

/** The lag, in milliseconds, above which the number of due rounds is highlighted. */
const maxLag = 10_000

const header = ({ database }: StatusState, width: number, now: Date): Line => {
  const left = fitLine([' ', ['title', 'rxbank fleet'], `  ${printable(database)}`], width, 2)
  const time = clockTime(now)
  const gap = width - widthOf(left) - time.length
  return gap < 2 ? left : [...left, ' '.repeat(gap), ['faint', time]]
}

const usersLine = ({ status }: StatusState): Line => {
  if (status === undefined) return [['faint', 'loading']]
  const { users, failingUsers, suspendedUsers, suspendedFeeds } = status
  return [
    count(users),
    [failingUsers > 0 ? 'notable' : 'faint', `  ${count(failingUsers)} failing`],
    [suspendedUsers > 0 ? 'notable' : 'faint', `  ${count(suspendedUsers)} suspended`],
    ...(suspendedFeeds > 0 ? [['notable', `  ${plural(suspendedFeeds, 'feed')} suspended`] as const] : []),
  ]
}

const roundsLine = ({ status }: StatusState): Line => {
  if (status === undefined) return []
  const { dueRounds, heldRounds, lag } = status
  return [
    `${count(heldRounds)} running`,
    [lag > maxLag ? 'bad' : 'plain', `  ${count(dueRounds)} due`],
    ['faint', dueRounds > 0 ? `, the first for ${duration(lag)}` : ''],
  ]
}

const workersLine = ({ status }: StatusState): Line => {
  if (status === undefined) return []
  const { workers, pausedWorkers } = status
  if (workers.length === 0) return [['bad', 'none'], '  rxbank fleet up starts one']
  return [
    ['good', count(workers.length)],
    ...(pausedWorkers.length > 0 ? [['bad', `  ${count(pausedWorkers.length)} paused`] as const] : []),
    ['faint', `  ${printable(workers.join(', '))}`],
  ]
}

const budgetLine = ({ limit, free, leased, spent, coolDown, processes }: PermitStatus): Line => {
  const usage: Line = [
    `${count(free)} of ${count(limit.requests)} in ${duration(limit.per)} are free`,
    ['faint', `  ${count(leased)} leased, ${count(spent)} spent, of ${plural(processes, 'process', 'processes')}`],
  ]
  return coolDown > 0 ? [['bad', `no requests for ${duration(coolDown)}  `], ...usage] : usage
}

const rowsLine = (state: StatusState): Line =>
  state.isUnlogged
    ? [['faint', 'no change log  rxbank fleet migrate --changes creates it']]
    : [`${quantity(rowRate(state))}/s`]

const changeLine = ({ time, user, feed, count: rows }: SeenChange): Line => [
  ['faint', ` ${clockTime(time)}  `],
  `${plural(rows, 'row')} of ${feed}`,
  ['faint', `  ${printable(user)}`],
]

const balancesLine = (differences: number): Line => [
  ['bad', plural(differences, 'account')],
  '  whose balance differs from their transactions',
]

/** What an account waits for before its balance is compared with its transactions. */
const waitTexts: Readonly<Record<ProofWait, string>> = {
  start: 'a balance that agrees with the transactions of the last rounds',
  currency: 'a transaction in another currency',
  amount: 'a transaction without an exact amount',
  balance: 'an exact balance',
  time: 'the time of the balance',
  rows: 'a transaction that cannot be decoded',
}

const proofsLine = (proofs: ReadonlyArray<WaitingProof>): Line => {
  const [first] = proofs
  if (first === undefined) return []
  const { user, account, waitsFor, since } = first
  const number = `${proofs.length < maxWaitingProofs ? '' : 'at least '}${plural(proofs.length, 'account')}`
  const example = `${user} ${account} since ${since.toISOString().slice(0, 10)}: ${waitTexts[waitsFor]}`
  return [number, '  whose balance is not compared', ['faint', `  ${printable(example)}`]]
}

/** The state of a fleet as lines of at most `columns - 1` columns. `hasRate`: whether the rate of rows is known. */
export const statusLines = (
  state: StatusState,
  { columns, colors, now }: Omit<View, 'rows'>,
  hasRate: boolean,
): ReadonlyArray<string> => {
  const width = Math.max(columns - 1, 0)
  const print = (line: Line): string => printLine(colors, line, width)
  const lines = {
    users: usersLine(state),
    rounds: roundsLine(state),
    workers: workersLine(state),
    ...(isSome(state.budget) ? { budget: budgetLine(state.budget.value) } : {}),
    ...(hasRate && { rows: rowsLine(state) }),
    ...(state.balanceMismatches > 0 ? { balances: balancesLine(state.balanceMismatches) } : {}),
    ...(state.waitingProofs.length > 0 ? { proofs: proofsLine(state.waitingProofs) } : {}),
  }
  return [
    print(header(state, width, now)),
    ...Object.entries(lines).map(([label, line]) => print([['faint', ` ${column(label, 9)}`], ...line])),
    ...(state.failure === undefined ? [] : [print([['bad', ` ${printable(state.failure)}`]])]),
  ]
}

/**
 * Draws a fleet: at most `rows` lines of at most `columns - 1` columns, because terminals wrap at the last column. A
 * small screen first omits the last changes.
 */
export const statusScreen = (state: StatusState, view: View): ReadonlyArray<string> => {
  const { columns, rows, colors } = view
  const print = (line: Line): string => printLine(colors, line, Math.max(columns - 1, 0))
  const blank = rows < minRowsForBlanks ? [] : ['']
  const [title = '', ...lines] = statusLines(state, view, true)
  const top = [title, ...blank, ...lines]
  const footer = [...blank, print([['faint', ' Ctrl-C to end']])]
  const remainingRows = Math.max(rows - top.length - footer.length - blank.length, 0)
  const changes = state.changes.slice(0, remainingRows).map((change) => print(changeLine(change)))
  return [...top, ...(changes.length > 0 ? blank : []), ...changes, ...footer].slice(0, Math.max(rows, 0))
}
