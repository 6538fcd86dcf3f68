import { consentSession } from '../../service/model/ConsentSession.js'
import {
  consentChange,
  consentEnd,
  consentStage,
  type ConsentStage,
  day,
  endedStage,
  isUnreported,
  type ReportedStage,
  unreadableStage,
  validStage,
} from '../../streams/polling/consentStage.js'
import { type Program, type ResultRow, statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import type { Row } from '../tables/columns.js'
import type { MirrorConsent } from './MirrorConsent.js'

/** The notices and the present time by which consents are found. */
export interface ConsentSearch {
  readonly noticeDays: ReadonlyArray<number>
  /** The present time, in milliseconds since 1970; default: the database's time, which all processes share. */
  readonly wall: (() => number) | undefined
}

/** An item of a user, by their ids in the mirror. */
export interface ItemKey {
  readonly user: string
  readonly id: string
}

/** A stage of a consent that this process alone may report until the claim expires. */
export interface ConsentClaim extends ItemKey {
  readonly stage: ConsentStage
  /** The stages that were reported before. */
  readonly reported: ReadonlyArray<ReportedStage>
  readonly claimedAt: number
  readonly consent: MirrorConsent
}

/** How long a claim lasts, in milliseconds. */
export const claimTime = 5 * 60_000

/** How many items one statement reads. */
const pageSize = 500

const parseTime = (value: unknown): number => Date.parse(String(value))

function* presentTime({ now, isoTimestamp }: SqlDialect, { wall }: ConsentSearch): Program<number> {
  if (wall !== undefined) return wall()
  const [row] = yield statement(`SELECT ${isoTimestamp(now)} AS now`)
  return parseTime(row?.now)
}

const isoText = (time: number): string => new Date(time).toISOString()

/** A SQL condition: there is no valid claim. A wrong clock may have dated a claim in the future. */
const unclaimed = (column: string, now: string): string =>
  `(${column} IS NULL OR ${column} <= CAST(${now} AS bigint) - ${String(claimTime)}
    OR ${column} > CAST(${now} AS bigint) + ${String(claimTime)})`

/**
 * The next items after `user` and `id`, in the order of their ids, whose consent may have a stage to report. It
 * compares ends exactly, so it may find an item whose stage was reported for nearly the same end. It also finds items
 * without an end whose row has an `authentication_expires_at` that may be unreadable.
 */
export function* itemsToReport(
  dialect: SqlDialect,
  { user, id }: ItemKey,
  search: ConsentSearch,
): Program<{ readonly items: ReadonlyArray<ItemKey>; readonly isLast: boolean }> {
  const { table } = dialect
  const now = yield* presentTime(dialect, search)
  const stages = [endedStage, ...search.noticeDays].sort((a, b) => a - b)
  const limits = stages.map((stage) => isoText(now + stage * day))
  const reached = stages.map(
    (stage, index) => `WHEN i.authentication_expires_at <= $${String(index + 4)} THEN ${String(stage)}`,
  )
  const farthest = `$${String(stages.length + 3)}`
  const rows = yield statement(
    `SELECT i.user_id, i.id FROM ${table('items')} i
     LEFT JOIN ${table('consents')} c ON c.user_id = i.user_id AND c.id = i.id
     WHERE i.removed_at IS NULL AND (i.user_id, i.id) > ($1, $2) AND ${unclaimed('c.claimed_at', '$3')}
       AND (
         i.authentication_expires_at <= ${farthest} AND (
           c.ends_at IS NULL OR c.ends_at <> i.authentication_expires_at OR c.notice_days IS NULL
           OR c.notice_days > CASE ${reached.join(' ')} END
         )
         OR i.authentication_expires_at > ${farthest} AND c.notice_days IS NOT NULL AND c.ends_at < i.authentication_expires_at
         OR i.authentication_expires_at IS NULL AND (c.notice_days IS NULL OR c.notice_days <> ${String(unreadableStage)})
           AND CAST(i.row AS text) LIKE '%"authentication_expires_at":%'
       )
     ORDER BY i.user_id, i.id LIMIT ${String(pageSize)}`,
    user,
    id,
    now,
    ...limits,
  )
  return {
    items: rows.map((row) => ({ user: String(row.user_id), id: String(row.id) })),
    isLast: rows.length < pageSize,
  }
}

/**
 * How many reported stages of a consent are remembered: more than there are, unless its end changes again and again.
 */
const maxReported = 100

const toStage = (noticeDays: unknown): ConsentStage => (noticeDays === null ? validStage : Number(noticeDays))

const toMark = (stage: ConsentStage): number | null => (stage === validStage ? null : stage)

/**
 * The reported stages as JSON: a notice, an end, and the time of the report if it is known, in milliseconds since 1970.
 */
const printReported = (reported: ReadonlyArray<ReportedStage>): string =>
  JSON.stringify(
    reported
      .filter(([stage]) => stage !== unreadableStage)
      .slice(-maxReported)
      .map(([stage, ...times]) => [toMark(stage), ...times]),
  )

/**
 * The stages that were reported. Earlier versions of the library store only the last one, in columns, or reports
 * without a time. A row without an end has a claim only, or reports an unreadable end.
 */
const reportedOf = ({
  ends_at,
  notice_days: noticeDays,
  reports,
  reported_at,
}: ResultRow): ReadonlyArray<ReportedStage> => {
  const earlierReports =
    typeof reports === 'string' ? (JSON.parse(reports) as ReadonlyArray<readonly [unknown, number, number?]>) : []
  const reported = earlierReports.map(([storedMark, ...times]): ReportedStage => [toStage(storedMark), ...times])
  if (toStage(noticeDays) === unreadableStage) return [...reported, [unreadableStage, NaN]]
  if (ends_at === null) return reported
  const lastStage = [toStage(noticeDays), parseTime(ends_at)] as const
  return [...reported, reported_at === null ? lastStage : [...lastStage, parseTime(reported_at)]]
}

/**
 * The end of a consent: from its column, which an earlier response may have filled, or else from the row of its item.
 */
const endOf = ({ row, expires_at }: ResultRow): ReturnType<typeof consentEnd> => {
  const fields = JSON.parse(String(row)) as Row
  return consentEnd(expires_at === null ? fields : { ...fields, authentication_expires_at: expires_at })
}

const consentOf = (
  { user, id }: ItemKey,
  stage: ConsentStage,
  endsAt: Date | undefined,
  types: unknown,
): MirrorConsent => {
  const itemId = Number(id)
  if (endsAt === undefined) return { _tag: 'unreadable', user, itemId }
  return { ...consentChange(stage, consentSession(itemId, types)), user, itemId, endsAt }
}

/**
 * Claims the stage of an item's consent, if it is to be reported and no other process is reporting it. The row of the
 * user is locked, so that nothing is written about a user or an item that is erased meanwhile.
 */
export function* claimConsent(
  dialect: SqlDialect,
  key: ItemKey,
  search: ConsentSearch,
): Program<ConsentClaim | undefined> {
  const { table, isoTimestamp, lockUser } = dialect
  const { user, id } = key
  const now = yield* presentTime(dialect, search)
  const userRows = yield statement(`SELECT u.id FROM ${table('users')} u WHERE u.id = $1 ${lockUser}`, user)
  const [row] = yield statement(
    `SELECT ${isoTimestamp('i.authentication_expires_at')} AS expires_at, i.account_types, CAST(i.row AS text) AS row,
       ${isoTimestamp('c.ends_at')} AS ends_at, c.notice_days, c.reports, ${isoTimestamp('c.reported_at')} AS reported_at
     FROM ${table('items')} i LEFT JOIN ${table('consents')} c ON c.user_id = i.user_id AND c.id = i.id
     WHERE i.user_id = $1 AND i.id = $2 AND i.removed_at IS NULL`,
    user,
    id,
  )
  if (userRows.length === 0 || row === undefined) return undefined
  const consentEnds = endOf(row)
  if (consentEnds === undefined) return undefined
  const end = consentEnds === 'unreadable' ? undefined : consentEnds
  const stage = end === undefined ? unreadableStage : consentStage(end.getTime(), now, search.noticeDays)
  const reported = reportedOf(row)
  if (!isUnreported(stage, end?.getTime() ?? NaN, now, reported)) return undefined
  const claimedRows = yield statement(
    `INSERT INTO ${table('consents')} AS old (user_id, id, claimed_at) VALUES ($1, $2, CAST($3 AS bigint))
     ON CONFLICT (user_id, id) DO UPDATE SET claimed_at = excluded.claimed_at
     WHERE ${unclaimed('old.claimed_at', '$3')}
       AND old.ends_at IS NOT DISTINCT FROM $4 AND old.notice_days IS NOT DISTINCT FROM $5
     RETURNING id`,
    user,
    id,
    now,
    row.ends_at as string | null,
    row.notice_days as number | null,
  )
  return claimedRows.length === 0
    ? undefined
    : { ...key, stage, reported, claimedAt: now, consent: consentOf(key, stage, end, row.account_types) }
}

/** Stores that a stage was reported, unless the claim has expired and another process has claimed the stage. */
export function* storeReported(
  { table, now }: SqlDialect,
  { user, id, stage, reported, claimedAt, consent }: ConsentClaim,
): Program<void> {
  yield statement(
    `UPDATE ${table('consents')} SET ends_at = $3, notice_days = $4, reports = $6, reported_at = ${now}, claimed_at = NULL
     WHERE user_id = $1 AND id = $2 AND claimed_at = CAST($5 AS bigint)`,
    user,
    id,
    consent._tag === 'unreadable' ? null : consent.endsAt.toISOString(),
    toMark(stage),
    claimedAt,
    printReported(reported),
  )
}
