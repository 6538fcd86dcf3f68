import type { Observable } from 'rxjs'
import { isProofOpen } from '../balances/proveBalances.js'
import type { Feed } from '../core/Feed.js'
import { matchTime, toMatchUntil, wasDeleted } from '../core/mirrorUsers.js'
import { type Program, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import type { BatchOperations, RoundStart, StartedRound, UnchangedRound } from '../core/Store.js'
import { type FeedProgress, toFeedProgress } from '../rounds/FeedProgress.js'
import { quoted } from './schemaTables.js'

/** The present time as a SQL expression. Read it again for each statement. */
type DatabaseTime = Pick<SqlDialect, 'now'>

/** Claims the users of rounds without a fence; returns the fences of all rounds. */
function* claimUsers(
  schema: string,
  { now }: DatabaseTime,
  rounds: ReadonlyArray<RoundStart>,
): Program<ReadonlyMap<string, number>> {
  const fences = new Map(rounds.flatMap(({ user, fence }) => (fence === undefined ? [] : [[user, fence] as const])))
  const unclaimed = rounds.filter(({ fence }) => fence === undefined).map(({ user }) => user)
  if (unclaimed.length === 0) return fences
  const rows = yield statement(
    `INSERT INTO ${quoted(schema)}.users AS old (id, version, added_at)
     SELECT id, nextval('${quoted(schema)}.versions'::regclass), ${now} FROM jsonb_array_elements_text($1::jsonb) AS unclaimed(id) ORDER BY id
     ON CONFLICT (id) DO UPDATE SET version = nextval('${quoted(schema)}.versions'::regclass) RETURNING id, version::text AS version`,
    toStorableJson(unclaimed),
  )
  return new Map([...fences, ...rows.map(({ id, version }) => [String(id), Number(version)] as const)])
}

/**
 * Begins rounds in two statements: the second one must see what other transactions committed while the first one waited
 * for locks.
 */
function* begin(
  schema: string,
  time: DatabaseTime,
  rounds: ReadonlyArray<RoundStart>,
): Program<ReadonlyArray<StartedRound>> {
  const fences = yield* claimUsers(schema, time, rounds)
  const rows = yield statement(
    `SELECT users.id, users.uuid, ${wasDeleted(`${quoted(schema)}.erasures`, 'users.uuid')} AS is_deleted,
       ${isProofOpen('users', `${quoted(schema)}.balance_proofs`)} AS is_proof_open, (${matchTime('users')})::text AS match_until, feed, bookmark::text AS bookmark, is_truncated, posted::text AS posted, posted_round,
       full_sync_due::text AS full_sync_due, accounts_due::text AS accounts_due
     FROM jsonb_to_recordset($1::jsonb) AS started(id text, fence bigint)
     JOIN ${quoted(schema)}.users ON users.id = started.id AND users.version = started.fence
     LEFT JOIN ${quoted(schema)}.checkpoints ON checkpoints.user_id = users.id`,
    toStorableJson(Array.from(fences, ([id, fence]) => ({ id, fence }))),
  )
  const progressByUser = new Map<string, Map<Feed, FeedProgress>>()
  const uuids = new Map(rows.map(({ id, uuid }) => [String(id), (uuid as string | null) ?? undefined]))
  const deletedUsers = new Set(rows.flatMap(({ id, is_deleted }) => (is_deleted === true ? [String(id)] : [])))
  const usersWithOpenProof = new Set(
    rows.flatMap(({ id, is_proof_open }) => (is_proof_open === true ? [String(id)] : [])),
  )
  const matchTimes = new Map(rows.map((row) => [String(row.id), toMatchUntil(row)]))
  for (const row of rows) {
    const progress = progressByUser.get(String(row.id)) ?? new Map<Feed, FeedProgress>()
    progressByUser.set(String(row.id), progress)
    if (row.feed !== null) progress.set(row.feed as Feed, toFeedProgress(row))
  }
  return rounds.map(({ user }) => ({
    fence: Number(fences.get(user)),
    progress: progressByUser.get(user),
    userUuid: uuids.get(user),
    isDeleted: deletedUsers.has(user),
    isProofOpen: usersWithOpenProof.has(user),
    matchUntil: matchTimes.get(user),
  }))
}

/**
 * Ends unchanged rounds in one statement. It locks the users in the order of their ids, so that two such statements
 * cannot deadlock.
 */
function* endUnchanged(
  schema: string,
  { now }: DatabaseTime,
  rounds: ReadonlyArray<UnchangedRound>,
): Program<ReadonlyArray<number | undefined>> {
  const rows = yield statement(
    `WITH ended AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb)
         AS ended("user" text, fence bigint, feed text, bookmark text, "postedWindow" text, "postedRound" integer)
     ), locked AS (
       SELECT users.id FROM ended JOIN ${quoted(schema)}.users ON users.id = ended."user" AND users.version = ended.fence
       ORDER BY users.id FOR UPDATE OF users
     ), raised AS (
       UPDATE ${quoted(schema)}.users SET version = nextval('${quoted(schema)}.versions'::regclass) WHERE id IN (SELECT id FROM locked)
       RETURNING id, version
     ), stored AS (
       INSERT INTO ${quoted(schema)}.checkpoints AS old (user_id, feed, bookmark, is_truncated, posted, posted_round, moved_at)
       SELECT raised.id, feed, bookmark::jsonb, false, "postedWindow"::jsonb, "postedRound", ${now}
       FROM raised JOIN ended ON ended."user" = raised.id
       ON CONFLICT (user_id, feed) DO UPDATE
       SET bookmark = excluded.bookmark, is_truncated = false, posted = coalesce(excluded.posted, old.posted),
         posted_round = excluded.posted_round, moved_at = excluded.moved_at
     )
     SELECT id, version::text AS version FROM raised`,
    toStorableJson(rounds),
  )
  const fences = new Map(rows.map(({ id, version }) => [String(id), Number(version)]))
  return rounds.map(({ user }) => fences.get(user))
}

/** The operations of PostgreSQL for many users at once. `run` runs a program as a transaction. */
export const postgresBatches = (
  schema: string,
  time: DatabaseTime,
  run: <A>(program: () => Program<A>) => Observable<A>,
): BatchOperations => ({
  beginRounds: (rounds) => run(() => begin(schema, time, rounds)),
  endUnchangedRounds: (rounds) => run(() => endUnchanged(schema, time, rounds)),
})
