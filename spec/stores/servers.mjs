import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
// The stores of the guide on Redis and PostgreSQL: prints an outcome for each law as a line of TAP.
import { postgresCheckpoints, postgresTokens } from 'guide/postgresStores.js'
import { redisCheckpoints } from 'guide/redisCheckpoints.js'
import { redisTokens } from 'guide/redisTokens.js'
import Redis from 'ioredis-mock'
import pg from 'pg'
import { createClient } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createSandbox } from 'rxbank/sandbox'
import { firstValueFrom } from 'rxjs'
import { startServer } from '../mirror/postgres/server.ts'
import { checkpointOutcomes, sealed, tokenOutcomes } from './laws.mjs'
import { printOutcomes } from './outcomes.mjs'

let places = 0

/** A Redis without a process, whose scripts run in a Lua of JavaScript. */
const redisPlace = () => {
  const redis = new Redis({ host: `redis-${String(++places)}` })
  return {
    redis,
    open: () => sealed(redisTokens(redis)),
    pass: async (ms) => {
      for (const key of await redis.keys('token:*'))
        for (const field of ['ends', 'until']) {
          const time = await redis.hget(key, field)
          if (time !== null) await redis.hset(key, field, String(Number(time) - ms))
        }
    },
  }
}

printOutcomes(await tokenOutcomes('tokens in Redis', redisPlace))
printOutcomes(
  await checkpointOutcomes('bookmarks in Redis', () => {
    const { redis } = redisPlace()
    return { open: () => redisCheckpoints(redis) }
  }),
)

const server = await startServer()
const pool = new pg.Pool({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres', max: 1 })
try {
  const [, sql] = /^```sql\n([^]*?)^```$/m.exec(readFileSync('docs/guides/stores.md', 'utf8'))
  await pool.query(sql)
  const times = ['held_at', 'held_until', 'kept_at', 'ends_at']
  const key = Buffer.alloc(32, 1).toString('base64')
  printOutcomes(
    await tokenOutcomes('tokens in PostgreSQL', async () => {
      await pool.query('DROP SCHEMA IF EXISTS rxbank CASCADE')
      return {
        open: () => postgresTokens(pool, key),
        pass: (ms) =>
          pool.query(
            `UPDATE rxbank.tokens SET ${times.map((time) => `${time} = ${time} - interval '${ms} ms'`).join()}`,
          ),
      }
    }),
  )
  printOutcomes(
    await checkpointOutcomes('bookmarks in PostgreSQL', async () => {
      await pool.query('DELETE FROM bookmarks')
      return { open: () => postgresCheckpoints(pool) }
    }),
  )

  for (const [name, open] of [
    ['Redis', redisPlace().open],
    ['PostgreSQL', () => postgresTokens(pool, key)],
  ]) {
    const { credentials, http, journal } = createSandbox({ profile: bridge2025 })
    const coldStart = () =>
      firstValueFrom(
        createClient({ profile: bridge2025, ...credentials, http, tokenStore: open() })
          .user({ externalUserId: 'A6J' })
          .accounts.pages(),
      )
    await Promise.all(Array.from({ length: 10 }, coldStart))
    const { authenticate, accounts } = journal.counts().routes
    const isShared = authenticate === 1 && accounts === 10
    printOutcomes([
      {
        name: `ten cold starts at once share one authentication, in ${name}`,
        error: isShared ? undefined : `${String(authenticate)} authentications, ${String(accounts)} requests`,
      },
    ])
  }
} finally {
  await pool.end()
  await server.remove()
}
