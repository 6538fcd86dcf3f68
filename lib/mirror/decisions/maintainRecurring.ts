import { defer, type Observable } from 'rxjs'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { isTimeZone } from '../../ledger/balances/balancesOptions.js'
import { toDay } from '../../ledger/balances/toDay.js'
import { findRecurring, recurringFields } from '../../ledger/recurring/findRecurring.js'
import { lastDayOfState } from '../../ledger/recurring/isRecurring.js'
import type { RecurringDecision } from '../../ledger/recurring/RecurringDecision.js'
import { type KnownRecurring, type RecurringEvent, recurringEvents } from '../../ledger/recurring/recurringEvents.js'
import type { RecurringState, RecurringStream } from '../../ledger/recurring/RecurringStream.js'
import { toJson } from '../../ledger/toJson.js'
import { consumerName } from '../core/mirrorOptions.js'
import { type Program, type ResultRow, statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { hasLinks } from '../lineages/accountLineages.js'
import { type LineageIds, lineageRows, readLineageIds } from '../lineages/lineageRows.js'
import type { MaintainedRecurring, MaintainedUserSuspended, MaintainRecurringConfig } from './MaintainConfig.js'
import {
  areDecisionsCurrent,
  idsOf,
  type MaintainingMirror,
  maintainTables,
  settleDecisions,
  userPageSize,
} from './maintainTables.js'
import { insertRows, type PresentRow, replaceRows, type SeenRow } from './storedRowIds.js'
import { isNotSuspended } from './suspendedUsers.js'

const configCodec = options(
  'options',
  {},
  {
    isWorkingDay: recurringFields.isWorkingDay,
    name: consumerName,
    pollEvery: milliseconds(1),
    timeZone: guardCodec('a time zone, such as Europe/Paris', isTimeZone),
  },
)

/** What the recurring payments of a user are computed from. `decisionNumbers`: the numbers of all decisions. */
interface RecurringInput {
  readonly today: string
  readonly rows: ReadonlyArray<PresentRow>
  readonly decisions: ReadonlyArray<RecurringDecision>
  readonly decisionNumbers: ReadonlyArray<string>
  readonly accountOf: LineageIds['accountOf']
}

/** The present day, by the database's clock, or by the custom clock of the mirror, so that all processes agree. */
function* presentDay({ epochMs, now }: SqlDialect, timeZone: string): Program<string> {
  const [row] = yield statement(`SELECT ${epochMs(now)} AS now`)
  return toDay(new Date(Number(row?.now)), timeZone)
}

function* readInput(dialect: SqlDialect, user: string, timeZone: string): Program<RecurringInput> {
  const decisions = yield statement(
    `SELECT CAST(number AS text) AS decision_number, decision, stream_id, account_id, currency_code, counterparty, is_income,
       CAST(minor_units AS text) AS minor_units
     FROM ${dialect.table('recurring_decisions')} WHERE user_id = $1 ORDER BY number`,
    user,
  )
  const isLinked = yield* hasLinks(dialect, user)
  const { lineageOf, accountOf } = yield* readLineageIds(dialect, user, isLinked)
  return {
    today: yield* presentDay(dialect, timeZone),
    rows: yield* lineageRows(dialect, user, isLinked),
    decisions: decisions.map((row) => ({
      _tag: row.decision as RecurringDecision['_tag'],
      id: String(row.stream_id),
      account: lineageOf(String(row.account_id)),
      currency: String(row.currency_code),
      counterparty: String(row.counterparty),
      isIncome: Boolean(row.is_income),
      minorUnits: String(row.minor_units),
    })),
    decisionNumbers: idsOf(decisions, 'decision_number'),
    accountOf,
  }
}

/** The row of a stream. The account of a computed stream is its lineage. */
const streamRow = (stream: RecurringStream, account: string): SeenRow => ({
  id: stream.id,
  account_id: account,
  lineage_id: stream.account,
  currency_code: stream.currency,
  counterparty: stream.counterparty,
  description: stream.text,
  is_income: stream.isIncome,
  cadence: stream.cadence,
  day: stream.day,
  shift: stream.shift,
  usual_minor_units: String(stream.usualAmount),
  last_minor_units: String(stream.lastAmount),
  is_variable: stream.isVariable,
  first_day: stream.firstDay,
  last_day: stream.lastDay,
  next_day: stream.nextDay,
  state: stream.state,
  state_until: lastDayOfState(stream) ?? null,
  is_dismissed: stream.isDismissed,
  price_changes: toJson(stream.priceChanges),
  reasons: JSON.stringify(stream.reasons),
})

const paymentRows = ({ id: stream_id, payments }: RecurringStream): ReadonlyArray<SeenRow> =>
  payments.map(({ id, date, expected, minorUnits }) => ({
    id,
    stream_id,
    date,
    expected,
    minor_units: String(minorUnits),
  }))

/** A stored stream, and its account. */
interface StoredStream extends KnownRecurring {
  readonly account: string
}

const toStoredStream = (row: ResultRow): StoredStream => ({
  id: String(row.id),
  account: String(row.account_id),
  state: row.state as RecurringState,
  isDismissed: Boolean(row.is_dismissed),
  lastDay: String(row.last_day),
  nextDay: String(row.next_day),
})

function* storedStreams({ table, isoDate }: SqlDialect, user: string): Program<ReadonlyArray<StoredStream>> {
  const rows = yield statement(
    `SELECT id, account_id, state, is_dismissed, ${isoDate('last_day')} AS last_day, ${isoDate('next_day')} AS next_day
     FROM ${table('recurring_streams')} WHERE user_id = $1 ORDER BY id`,
    user,
  )
  return rows.map(toStoredStream)
}

const eventRow = (event: RecurringEvent, today: string, accountOf: (stream: string) => string) => {
  const id = event._tag === 'RecurringGone' ? event.id : event.stream.id
  const payment = event._tag === 'RecurringPaid' ? event.payment : undefined
  const change = event._tag === 'RecurringPriceChanged' ? event.change : undefined
  const minorUnits = payment?.minorUnits ?? change?.to
  return {
    event: event._tag,
    stream_id: id,
    account_id: accountOf(id),
    day: today,
    transaction_id: payment?.id ?? change?.id ?? null,
    expected: payment?.expected ?? null,
    minor_units: minorUnits === undefined ? null : String(minorUnits),
    previous_minor_units: change === undefined ? null : String(change.from),
  }
}

function* writeStreams(
  dialect: SqlDialect,
  user: string,
  { today, decisionNumbers, accountOf }: RecurringInput,
  streams: ReadonlyArray<RecurringStream>,
): Program<MaintainedRecurring | undefined> {
  const previousStreams = yield* storedStreams(dialect, user)
  const knownStreams = previousStreams.map(({ account: _account, ...stream }): readonly [string, KnownRecurring] => [
    stream.id,
    stream,
  ])
  const events = recurringEvents(new Map(knownStreams), streams)
  const accounts = new Map(
    [...previousStreams, ...streams].map(({ id, account }): readonly [string, string] => [id, accountOf(account)]),
  )
  const written = yield* replaceRows(
    dialect,
    'recurring_streams',
    user,
    streams.map((stream) => streamRow(stream, accountOf(stream.account))),
  )
  const payments = yield* replaceRows(dialect, 'recurring_payments', user, streams.flatMap(paymentRows))
  yield* insertRows(
    dialect,
    'recurring_events',
    user,
    events.map((event) => eventRow(event, today, (id) => accounts.get(id) ?? '')),
  )
  yield* settleDecisions(dialect, 'recurring_decisions', user, decisionNumbers)
  const count = [written, payments].flatMap(({ changedIds, removedIds }) => [...changedIds, ...removedIds]).length
  return count + events.length === 0 ? undefined : { _tag: 'RecurringUpdated', user, events }
}

/**
 * The users with a stream whose state ended before the present day, and the users with a decision that is not applied.
 */
function* usersDue(dialect: SqlDialect, name: string, timeZone: string, after: string): Program<ReadonlyArray<string>> {
  const { table } = dialect
  const today = yield* presentDay(dialect, timeZone)
  const rows = yield statement(
    `SELECT user_id FROM ${table('recurring_streams')} WHERE state_until < $1 AND user_id > $2 AND ${isNotSuspended(dialect, '$3')}
     UNION SELECT user_id FROM ${table('recurring_decisions')} WHERE NOT is_applied AND user_id > $2 AND ${isNotSuspended(dialect, '$3')}
     ORDER BY user_id LIMIT ${String(userPageSize)}`,
    today,
    after,
    name,
  )
  return idsOf(rows, 'user_id')
}

/** Maintains the tables of recurring payments; see `maintainRecurring` of a mirror. */
export const maintainRecurring = (
  mirror: MaintainingMirror,
  config: MaintainRecurringConfig,
): Observable<MaintainedRecurring | MaintainedUserSuspended> =>
  defer(() => {
    const { dialect } = mirror
    const {
      name = 'rxbank.recurring',
      pollEvery = 10_000,
      timeZone = 'UTC',
      ...rule
    } = decodeOptions(configCodec, config)
    return maintainTables<RecurringInput, ReadonlyArray<RecurringStream>, MaintainedRecurring>(mirror, {
      name,
      pollEvery,
      read: (user) => readInput(dialect, user, timeZone),
      compute: (_, { rows, decisions, today }) => findRecurring(rows, { ...rule, decisions, today }),
      isCurrent: function* (user, { today, decisionNumbers }) {
        if ((yield* presentDay(dialect, timeZone)) !== today) return false
        return yield* areDecisionsCurrent(dialect, 'recurring_decisions', user, decisionNumbers)
      },
      write: (user, input, streams) => writeStreams(dialect, user, input, streams),
      dueUsers: (after) => usersDue(dialect, name, timeZone, after),
    })
  })
