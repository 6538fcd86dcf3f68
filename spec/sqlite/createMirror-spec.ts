import { DatabaseSync } from '@photostructure/sqlite'
import { MirrorError } from '../../lib/mirror/MirrorError.js'
import { createMirror } from '../../lib/sqlite/index.js'
import { temporaryFolder } from '../helpers/temporaryFolder.js'
import { conformance } from '../mirror/conformance.js'
import { oddTexts } from '../mirror/oddTexts.js'
import { all, bank, type DatabaseRow, failure, type Place } from '../mirror/place.js'

const folder = temporaryFolder()
const newFile = () => folder('mirror.db')

const open = (): Promise<Place> => {
  const file = newFile()
  const opened: Array<InstanceType<typeof DatabaseSync>> = []
  const connect = () => {
    const database = new DatabaseSync(file, { timeout: 5000 })
    database.exec('PRAGMA synchronous = OFF')
    opened.push(database)
    return database
  }
  const reader = connect()
  return Promise.resolve({
    createMirror: (settings = {}) => createMirror({ database: connect(), ...settings }),
    query: (sql) => Promise.resolve(reader.prepare(sql).all() as ReadonlyArray<DatabaseRow>),
    table: (name) => `rxbank_${name}`,
    close: () => {
      for (const database of opened) database.close()
      return Promise.resolve()
    },
  })
}

conformance('SQLite', open)
oddTexts('SQLite', open, 30)

describe('createMirror of SQLite', () => {
  const { user, id } = bank({ transactions: 1500 })

  it('says that somebody else writes', async () => {
    const file = newFile()
    const [database, other] = [new DatabaseSync(file, { timeout: 0 }), new DatabaseSync(file, { timeout: 0 })]
    const mirror = createMirror({ database })
    await all(mirror.migrate())
    other.exec('BEGIN IMMEDIATE')
    expect(await failure(mirror.claim(id))).toMatchObject({ reason: 'busy', code: 'SQLITE_BUSY', isTransient: true })
    other.exec('ROLLBACK')
    database.exec('BEGIN')
    expect(await failure(mirror.claim(id))).toMatchObject({ reason: 'busy', code: undefined })
    database.exec('ROLLBACK')
    expect(await all(mirror.claim(id))).toHaveLength(1)
  })

  it('goes on after the disk was full', async () => {
    const database = new DatabaseSync(newFile())
    const mirror = createMirror({ database })
    await all(mirror.migrate())
    database.exec('PRAGMA max_page_count = 100')
    const error = await failure(mirror.sync(user, { id }))
    expect(error).toBeInstanceOf(MirrorError)
    expect(error).toMatchObject({ reason: 'full', code: 'SQLITE_FULL' })
    database.exec('PRAGMA max_page_count = 1000000')
    await all(mirror.sync(user, { id }))
    expect(database.prepare('SELECT count(*) AS rows FROM rxbank_transactions').all()).toMatchObject([{ rows: 1500 }])
  })

  it('says that the database is closed, and refuses what is none', async () => {
    const database = new DatabaseSync(newFile())
    const mirror = createMirror({ database })
    database.close()
    expect(await failure(mirror.claim(id))).toMatchObject({ reason: 'unavailable' })
    expect(() => createMirror({ database: {} as never })).toThrow('a DatabaseSync')
  })
})
