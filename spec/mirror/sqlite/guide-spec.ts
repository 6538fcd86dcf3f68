import { readFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { lastValueFrom } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import { createClient, createVirtualClock } from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { createMirror } from '../../../lib/sqlite.js'

type Row = Readonly<Record<string, unknown>>

it('the opening balances of the guide are the same in each round, to the cent', async () => {
  const [, query = ''] = /```sql\n(SELECT name,[^]*?)```/.exec(readFileSync('docs/guides/mirror.md', 'utf8')) ?? []
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 12) })
  const { credentials, http, insertTransactions, users } = createSandbox({ profile: bridge2025, clock })
  const user = createClient({ profile: bridge2025, ...credentials, http, clock }).user({ externalUserId: 'A6J' })
  const database = new DatabaseSync(':memory:')
  const mirror = createMirror({ database, clock })
  const read = async (): Promise<ReadonlyArray<Row>> => {
    await lastValueFrom(mirror.sync(user, { id: 'A6J' }))
    return database.prepare(query).all() as ReadonlyArray<Row>
  }
  const before = await read()
  expect(before.length).toBe(5)
  insertTransactions(users[0]?.uuid ?? '', 9)
  clock.advance(60 * 60_000)
  const after = await read()
  expect(after.map(({ name, opening }) => [name, opening])).toEqual(before.map(({ name, opening }) => [name, opening]))
  expect(after.map(({ booked }) => booked)).not.toEqual(before.map(({ booked }) => booked))
  for (const { balance, booked, opening } of after)
    expect(Math.round((Number(booked) + Number(opening)) * 100)).toBe(Math.round(Number(balance) * 100))
})
