import { DatabaseSync } from '@photostructure/sqlite'
import { createMirror } from '../../../lib/sqlite.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'
import { all } from '../core/place.js'
import { smallBank } from '../core/smallBank.js'
import { betterSqlite } from './betterSqlite.js'
import { databaseBytes } from './sqlitePlace.js'

const folder = temporaryFolder()

describe('the files of a mirror on SQLite', () => {
  const texts = ['Spotify', 'checking']

  /** A database with rows of two users, of which another connection reads. */
  const opened = async (mode: string, settings: { readonly vacuumAfterErasure?: boolean } = {}) => {
    const file = folder('mirror.db')
    const [database, reader] = [new DatabaseSync(file), new DatabaseSync(file)]
    database.exec(`PRAGMA journal_mode = ${mode}; PRAGMA journal_size_limit = 32768; PRAGMA busy_timeout = 1234`)
    const mirror = createMirror({ database, ...settings })
    const bank = smallBank()
    const account = bank.account(bank.item())
    for (let count = 0; count < 500; count++) bank.transaction(account)
    await all(mirror.sync(bank.user, { id: 'A6J' }))
    const close = () => {
      database.close()
      reader.close()
    }
    const left = () => texts.filter((text) => databaseBytes(file).includes(text))
    return { file, database, reader, mirror, left, close }
  }

  it.each(['WAL', 'DELETE', 'PERSIST', 'TRUNCATE'])('lose the texts of an erased user: %s', async (mode) => {
    const { database, mirror, left, close } = await opened(mode)
    expect(left()).toEqual(texts)
    await all(mirror.erase('A6J'))
    expect(left()).toEqual([])
    expect([
      database.prepare('PRAGMA busy_timeout').get(),
      database.prepare('PRAGMA journal_size_limit').get(),
    ]).toEqual([{ timeout: 1234 }, { journal_size_limit: 32768 }])
    close()
  })

  it('lose them once a reader has ended that holds the write-ahead log', async () => {
    const { reader, mirror, left, close } = await opened('WAL')
    reader.exec('BEGIN; SELECT count(*) FROM rxbank_users')
    expect(await all(mirror.erase('A6J'))).toMatchObject([{ wasKnown: true }])
    await all(mirror.claim('B7K'))
    expect(left()).toEqual(texts)
    reader.exec('COMMIT')
    await all(mirror.claim('B7K'))
    expect(left()).toEqual([])
    close()
  })

  it('lose them in another process if the one that has erased the user has ended', async () => {
    const { file, reader, database, mirror, left, close } = await opened('WAL')
    reader.exec('BEGIN; SELECT count(*) FROM rxbank_users')
    await all(mirror.erase('A6J'))
    reader.exec('COMMIT')
    expect(left()).toEqual(texts)
    const other = betterSqlite(file)
    await all(createMirror({ database: other }).claim('B7K'))
    expect(left()).toEqual([])
    other.close()
    expect(database.prepare('SELECT has_traces FROM rxbank_versions').get()).toEqual({ has_traces: 0 })
    close()
  })

  it('lose them, and are not rewritten, with vacuumAfterErasure: false', async () => {
    const { database, mirror, left, close } = await opened('WAL', { vacuumAfterErasure: false })
    await all(mirror.erase('A6J'))
    expect(left()).toEqual([])
    const [pages] = database.prepare('PRAGMA freelist_count').all() as ReadonlyArray<{
      readonly freelist_count: number
    }>
    expect(pages?.freelist_count).toBeGreaterThan(0)
    close()
  })
})
