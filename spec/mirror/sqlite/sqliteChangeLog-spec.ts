import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import { EMPTY, of } from 'rxjs'
import type { LoggedChange } from '../../../lib/mirror/log/MirrorChange.js'
import { createMirror, type DatabaseLike } from '../../../lib/sqlite.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'
import { all } from '../core/place.js'

/** What another program does: it writes the next version of a row, removes or deletes a row, or erases a user. */
interface Write {
  readonly kind: 'write' | 'remove' | 'delete' | 'erase'
  readonly user: string
  readonly id: string
}

const write: fc.Arbitrary<Write> = fc.record({
  kind: fc.constantFrom('write', 'write', 'write', 'remove', 'delete', 'erase'),
  user: fc.constantFrom('A6J', 'B7K'),
  id: fc.constantFrom('1', '2', '3'),
})

/** Calls a function before and after each transaction of a connection. */
const aroundTransactions = (database: DatabaseLike & { readonly isTransaction: boolean }, step: () => void) => ({
  exec: (sql: string) => {
    if (sql.startsWith('BEGIN')) step()
    database.exec(sql)
    if (sql === 'COMMIT') step()
  },
  prepare: (sql: string) => database.prepare(sql),
  get isTransaction() {
    return database.isTransaction
  },
})

describe('the change log of SQLite', () => {
  const folder = temporaryFolder()

  /** A file with a mirror, another program that writes to it, and a consumer that keeps a copy of the transactions. */
  const opened = (file: string, step: () => void) => {
    const [database, other] = [new DatabaseSync(file), new DatabaseSync(file)]
    for (const each of [database, other]) each.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY')
    let version = 0
    const perform = ({ kind, user, id }: Write): number | undefined => {
      const key = `user_id = '${user}' AND id = '${id}'`
      const statements = {
        write: `INSERT INTO rxbank_users (id, version) VALUES ('${user}', 1) ON CONFLICT DO NOTHING;
          INSERT INTO rxbank_transactions (user_id, id, row) VALUES ('${user}', '${id}', '{"version":${String(version + 1)}}')
          ON CONFLICT (user_id, id) DO UPDATE SET row = excluded.row, removed_at = NULL`,
        remove: `UPDATE rxbank_transactions SET removed_at = '2026-01-01' WHERE ${key}`,
        delete: `DELETE FROM rxbank_transactions WHERE ${key}`,
        erase: `DELETE FROM rxbank_users WHERE id = '${user}'; DELETE FROM rxbank_transactions WHERE user_id = '${user}'`,
      }
      other.exec(`BEGIN IMMEDIATE; ${statements[kind]}; COMMIT`)
      return kind === 'write' ? ++version : undefined
    }
    const present = () => {
      const rows = other.prepare(
        `SELECT user_id || ' ' || id AS key, row ->> 'version' AS version FROM rxbank_transactions WHERE removed_at IS NULL`,
      )
      return new Map(
        (rows.all() as ReadonlyArray<{ key: string; version: number }>).map((row) => [row.key, row.version]),
      )
    }
    const copy = new Map<string, number>()
    const [snapshot, told]: [Array<number>, Array<number>] = [[], []]
    let readings = 0
    const apply = (change: LoggedChange): void => {
      if (change._tag === 'Erased') for (const key of copy.keys()) if (key.startsWith(change.user)) copy.delete(key)
      if (change._tag === 'Removed') copy.delete(`${change.user} ${change.id}`)
      if (change._tag !== 'Added' && change._tag !== 'Changed') return
      copy.set(`${change.user} ${change.id}`, Number(change.row.version))
      told.push(Number(change.row.version))
    }
    const mirror = createMirror({ database: aroundTransactions(database, step) })
    const follow = () =>
      all(
        mirror.follow({
          name: 'billing',
          stopWhenCaughtUp: true,
          readTables: () => {
            readings++
            for (const [key, value] of present()) {
              copy.set(key, value)
              snapshot.push(value)
            }
            return EMPTY
          },
          process: ({ changes }) => {
            for (const change of changes) apply(change)
            return of(undefined)
          },
        }),
      )
    const close = () => {
      database.close()
      other.close()
    }
    return { mirror, perform, present, follow, copy, snapshot, told, readings: () => readings, close }
  }

  it('begins with its first consumer, who gets each row, whenever it was written', async () => {
    let files = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { maxLength: 6 }),
        fc.array(fc.array(write, { maxLength: 2 }), { minLength: 8, maxLength: 24, size: 'max' }),
        fc.array(write, { maxLength: 6 }),
        async (before, meanwhile, after) => {
          let queue: Array<ReadonlyArray<Write>> = []
          const place = opened(folder(`${String(++files)}.db`), () => {
            for (const each of queue.shift() ?? []) place.perform(each)
          })
          const { perform, present, follow, copy, snapshot, told } = place
          await all(place.mirror.migrate())
          for (const each of before) perform(each)
          const earlier = [...present().values()]
          queue = [...meanwhile]
          await follow()
          queue = []
          const middle = present()
          const later = new Map<number, string>()
          for (const each of after) {
            const version = perform(each)
            if (version !== undefined) later.set(version, each.user)
            if (each.kind !== 'erase') continue
            for (const [erased, user] of later) if (user === each.user) later.delete(erased)
          }
          await follow()
          expect([copy, place.readings()]).toEqual([present(), 1])
          const times = (version: number, list: ReadonlyArray<number>) => list.filter((one) => one === version).length
          // A row that is written after the position was taken, and before the tables were read, is in both.
          const expected = [...middle.values()].filter((version) => earlier.includes(version))
          for (const version of expected) expect([times(version, snapshot), times(version, told)]).toEqual([1, 0])
          for (const version of later.keys()) expect([times(version, snapshot), times(version, told)]).toEqual([0, 1])
          expect(new Set(told).size).toBe(told.length)
          place.close()
        },
      ),
      { numRuns: 40 },
    )
  })
})
