import type { Pool } from 'pg'
import { concatMap, defer, forkJoin, last, type Observable } from 'rxjs'
import { StaleFencingToken } from '../../../lib/mirror/core/StaleFencingToken.js'
import { createMirror, type PoolLike } from '../../../lib/postgres.js'
import { all, bank, failure, userOf } from '../core/place.js'
import { pooled } from './pooled.js'

const users = 40

describe('rounds of many users of one mirror', () => {
  let pool: Pool
  pooled((started) => ({ pool } = started))

  /** A mirror of a schema of its own, and how many statements its connections were asked for. */
  const opened = (schema: string) => {
    const { sandbox } = bank({ transactions: 3 })
    let statements = 0
    const counting: PoolLike = {
      connect: async () => {
        const client = await pool.connect()
        return new Proxy(client, {
          get: (_, name) => {
            if (name === 'query') statements++
            const value: unknown = Reflect.get(client, name)
            return typeof value === 'function' ? (value.bind(client) as unknown) : value
          },
        })
      },
    }
    const ids = Array.from({ length: users }, (_, index) => `user ${String(index)}`)
    const user = userOf(sandbox, String(sandbox.users[0]?.externalUserId))
    return { mirror: createMirror({ pool: counting, schema }), user, ids, sandbox, statements: () => statements }
  }

  const each = <A>(ids: ReadonlyArray<string>, of: (id: string) => Observable<A>) => all(forkJoin(ids.map(of)))

  it('those that bring nothing take a few statements for all, and keep where they stand', async () => {
    const { mirror, user, ids, statements, sandbox } = opened('quiet')
    const sync = (id: string) => mirror.sync(user, { id, feeds: ['transactions'] }).pipe(last())
    await each(ids, sync)
    const before = statements()
    const [batches = []] = await each(ids, sync)
    expect(batches.map(({ changedIds, isLast }) => [changedIds, isLast])).toEqual(ids.map(() => [[], true]))
    expect(statements() - before).toBeLessThan(users)
    const { rows } = await pool.query('SELECT version::text AS fence FROM quiet.users ORDER BY id')
    expect(rows).toEqual(
      [...batches].sort((a, b) => (a.user < b.user ? -1 : 1)).map(({ fence }) => ({ fence: String(fence) })),
    )
    const alone = statements()
    await all(sync(ids[0] ?? ''))
    // Two transactions, one of two statements and one of one.
    expect(statements() - alone).toBe(7)
    const asked = sandbox.journal.counts().started
    await each(ids, sync)
    expect(sandbox.journal.counts().started - asked).toBe(users)
  })

  it('one that is claimed by another in the middle writes nothing, and the others end', async () => {
    const { mirror, user, ids } = opened('claimed')
    const other = createMirror({ pool, schema: 'claimed' })
    await each(ids, (id) => mirror.sync(user, { id, feeds: ['transactions'] }).pipe(last()))
    const { rows: before } = await pool.query("SELECT bookmark FROM claimed.checkpoints WHERE user_id = 'user 7'")
    const stolen: typeof user = {
      ...user,
      transactions: {
        ...user.transactions,
        sync: (config) =>
          defer(() => all(other.claim('user 7'))).pipe(concatMap(() => user.transactions.sync(config as never))),
      },
    }
    const [results = []] = await each(ids, (id) =>
      defer(() => failure(mirror.sync(id === 'user 7' ? stolen : user, { id, feeds: ['transactions'] }))),
    )
    expect(results.filter((result) => result instanceof StaleFencingToken)).toHaveLength(1)
    expect(results[7]).toBeInstanceOf(StaleFencingToken)
    const { rows: after } = await pool.query("SELECT bookmark FROM claimed.checkpoints WHERE user_id = 'user 7'")
    expect(after).toEqual(before)
  })

  it('one whose fence is outdated ends, and the others go on', async () => {
    const { mirror, user, ids } = opened('superseded')
    const [claimed = []] = await each(ids, (id) => mirror.claim(id))
    const outdated = new Set(ids.filter((_, index) => index % 3 === 0))
    for (const id of outdated) await all(mirror.claim(id))
    const [results = []] = await each(ids, (id) => {
      const fence = claimed[ids.indexOf(id)] ?? 0
      return defer(() => failure(mirror.sync(user, { id, fence, feeds: ['transactions'] })))
    })
    expect(results.map((result) => result instanceof StaleFencingToken)).toEqual(ids.map((id) => outdated.has(id)))
  })
})
