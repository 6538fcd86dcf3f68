import { isSome } from 'fp-ts/lib/Option.js'
import type { PermitStatus } from '../../http/budget/PermitSource.js'
import type { ProofWait, WaitingProof } from '../../mirror/core/Mirror.js'
import { clockTime, column, count, duration, plural, printable, quantity } from '../formatText.js'
import { type Colors, fitLine, type Line, printLine, widthOf } from '../styledLine.js'
import { maxWaitingProofs } from './readFleet.js'
import { rowRate, type SeenChange, type StatusState } from './StatusState.js'

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
  const { users, suspendedUsers, suspendedFeeds } = status
  return [
    count(users),
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

const rowsLine = (state: StatusState): Line => [`${quantity(rowRate(state))}/s`]

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

/**
 * Draws a fleet: at most `rows` lines of at most `columns - 1` columns, because terminals wrap at the last column. A
 * small screen first omits the last changes.
 */
export const statusScreen = (state: StatusState, { columns, rows, colors, now }: View): ReadonlyArray<string> => {
  const width = Math.max(columns - 1, 0)
  const print = (line: Line): string => printLine(colors, line, width)
  const blank = rows < minRowsForBlanks ? [] : ['']
  const lines = {
    users: usersLine(state),
    rounds: roundsLine(state),
    workers: workersLine(state),
    ...(isSome(state.budget) ? { budget: budgetLine(state.budget.value) } : {}),
    rows: rowsLine(state),
    ...(state.balanceMismatches > 0 ? { balances: balancesLine(state.balanceMismatches) } : {}),
    ...(state.waitingProofs.length > 0 ? { proofs: proofsLine(state.waitingProofs) } : {}),
  }
  const top = [
    print(header(state, width, now)),
    ...blank,
    ...Object.entries(lines).map(([label, line]) => print([['faint', ` ${column(label, 9)}`], ...line])),
    ...(state.failure === undefined ? [] : [print([['bad', ` ${printable(state.failure)}`]])]),
  ]
  const footer = [...blank, print([['faint', ' Ctrl-C to end']])]
  const remainingRows = Math.max(rows - top.length - footer.length - blank.length, 0)
  const changes = state.changes.slice(0, remainingRows).map((change) => print(changeLine(change)))
  return [...top, ...(changes.length > 0 ? blank : []), ...changes, ...footer].slice(0, Math.max(rows, 0))
}
