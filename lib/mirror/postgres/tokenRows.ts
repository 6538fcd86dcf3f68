import type { TokenRequest, TokenResponse } from '../../streams/tokens/TokenStore.js'
import { type Program, type ResultRow, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import { quoted } from './schemaTables.js'

/** A SQL condition: the row of the principal whose hash, in hexadecimal, is the first parameter. */
const principalIs = `principal = decode($1, 'hex')`

/**
 * A SQL condition: the time `until` has passed, or the present time is before `since`. The second part expires leases
 * and tokens when the clock was set back: otherwise they would last too long.
 */
const hasPassed = (since: string, until: string): string =>
  `(${until} <= clock_timestamp() OR ${since} > clock_timestamp())`
const millisecondsFromNow = (parameter: string): string =>
  `clock_timestamp() + ${parameter}::float8 * interval '1 millisecond'`

/** A SQL condition: a row has a token that has not expired, and that was not saved with the given lease. */
const isUsable = (row: string, refusedLease: string): string =>
  `${row}.sealed IS NOT NULL AND NOT ${hasPassed(`${row}.kept_at`, `${row}.ends_at`)} AND ${row}.lease IS DISTINCT FROM ${refusedLease}::text`

/** The maximum number of old rows that saving a token deletes. */
const sweepSize = 10

/** A query for the token of a principal, unless it was saved with the lease `unusableLease`. */
export interface TokenQuery extends Pick<TokenRequest, 'unusableLease'> {
  /** The hash of the principal, in hexadecimal. */
  readonly principal: string
}

const toResponse = ({ sealed, lease, remaining }: ResultRow): TokenResponse<Uint8Array> => ({
  _tag: 'Stored',
  token: Buffer.from(String(sealed), 'base64'),
  remaining: Number(remaining),
  lease: String(lease),
})

/** The statements on the tokens in a schema. Principals and users are hashes, in hexadecimal. */
export const tokenRows = (schema: string) => {
  const table = `${quoted(schema)}.tokens`

  /** Returns the usable tokens in the order of the queries, which name each principal only once. */
  function* find(queries: ReadonlyArray<TokenQuery>): Program<ReadonlyArray<TokenResponse<Uint8Array> | undefined>> {
    const rows = yield statement(
      `SELECT queried.principal, encode(stored.sealed, 'base64') AS sealed, stored.lease,
         extract(epoch FROM stored.ends_at - clock_timestamp()) * 1000 AS remaining
       FROM jsonb_to_recordset($1::jsonb) AS queried(principal text, "unusableLease" text)
       JOIN ${table} AS stored ON stored.principal = decode(queried.principal, 'hex')
       WHERE ${isUsable('stored', 'queried."unusableLease"')}`,
      toStorableJson(queries),
    )
    const responses = new Map(rows.map((row) => [String(row.principal), toResponse(row)]))
    return queries.map(({ principal }) => responses.get(principal))
  }

  return {
    find,

    /**
     * Returns the token, if there is one; `Leased`, if the caller now has the lease; or `Busy`, if another process has
     * it.
     */
    *lease(
      principal: string,
      userHash: string,
      { lease, leaseFor, unusableLease }: TokenRequest,
    ): Program<TokenResponse<Uint8Array>> {
      const leasedRows = yield statement(
        `INSERT INTO ${table} AS old (principal, person, holder, held_at, held_until, ends_at)
         VALUES (decode($1, 'hex'), decode($2, 'hex'), $3, clock_timestamp(), ${millisecondsFromNow('$4')}, ${millisecondsFromNow('$4')})
         ON CONFLICT (principal) DO UPDATE
           SET holder = excluded.holder, held_at = excluded.held_at, held_until = excluded.held_until
           WHERE (old.holder IS NULL OR old.holder = excluded.holder OR ${hasPassed('old.held_at', 'old.held_until')})
             AND NOT (${isUsable('old', '$5')})
         RETURNING 1 AS one`,
        principal,
        userHash,
        lease,
        leaseFor,
        unusableLease ?? null,
      )
      if (leasedRows.length > 0) return { _tag: 'Leased' }
      const [response] = yield* find([{ principal, unusableLease }])
      return response ?? { _tag: 'Busy' }
    },

    /** Stores a token if the caller has the lease, and deletes some tokens that expired more than a day ago. */
    *save(principal: string, lease: string, sealed: Uint8Array, lifetime: number): Program<void> {
      yield statement(
        `UPDATE ${table} SET sealed = decode($3, 'base64'), lease = $2, kept_at = clock_timestamp(), ends_at = ${millisecondsFromNow('$4')},
           holder = NULL, held_at = NULL, held_until = NULL
         WHERE ${principalIs} AND holder = $2`,
        principal,
        lease,
        Buffer.from(sealed).toString('base64'),
        lifetime,
      )
      yield statement(
        `DELETE FROM ${table} WHERE principal IN (
           SELECT principal FROM ${table}
           WHERE ends_at < clock_timestamp() - interval '1 day'
             AND (held_until IS NULL OR held_until < clock_timestamp() - interval '1 day')
           ORDER BY ends_at LIMIT ${String(sweepSize)} FOR UPDATE SKIP LOCKED)`,
      )
    },

    /** Removes the token that was saved with the lease, and releases the lease. */
    *forget(principal: string, lease: string): Program<void> {
      yield statement(
        `DELETE FROM ${table}
         WHERE ${principalIs} AND (holder IS NULL OR holder = $2) AND (sealed IS NULL OR lease = $2)`,
        principal,
        lease,
      )
      yield statement(
        `UPDATE ${table} SET sealed = NULL, lease = NULL WHERE ${principalIs} AND lease = $2`,
        principal,
        lease,
      )
      yield statement(
        `UPDATE ${table} SET holder = NULL, held_at = NULL, held_until = NULL WHERE ${principalIs} AND holder = $2`,
        principal,
        lease,
      )
    },

    /** Deletes all rows of users; returns the number of deleted tokens. */
    *erase(...userHashes: ReadonlyArray<string>): Program<number> {
      let tokens = 0
      for (const userHash of userHashes) {
        const deletedRows = yield statement(
          `DELETE FROM ${table} WHERE person = decode($1, 'hex') RETURNING sealed IS NOT NULL AS had_token`,
          userHash,
        )
        tokens += deletedRows.filter(({ had_token }) => had_token === true).length
      }
      return tokens
    },
  }
}
