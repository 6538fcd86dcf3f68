import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { sqliteError } from '../../../lib/mirror/sqlite/sqliteTransaction.js'

const canary = 'CANARY'

describe('sqliteError', () => {
  it.each([
    [5, 'busy', 'SQLITE_BUSY'],
    [517, 'busy', 'SQLITE_BUSY'],
    [6, 'busy', 'SQLITE_LOCKED'],
    [13, 'full', 'SQLITE_FULL'],
    [8, 'denied', 'SQLITE_READONLY'],
    [266, 'unavailable', 'SQLITE_IOERR'],
    [18, 'unwritable', 'SQLITE_TOOBIG'],
    [1, 'failed', 'ERR_SQLITE_ERROR'],
  ])('the result %d is %s', (errcode, reason, code) => {
    const error = Object.assign(new Error(canary), { code: 'ERR_SQLITE_ERROR', errcode })
    expect(sqliteError(error)).toMatchObject({ _tag: 'MirrorError', reason, code })
    expect(String(sqliteError(error))).not.toContain(canary)
  })

  it('is known by what SQLite says, where the binding gives no number', () => {
    const error = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' })
    expect(sqliteError(error)).toMatchObject({ reason: 'full', code: 'SQLITE_FULL' })
  })

  it.each([
    ['SQLITE_BUSY_SNAPSHOT', 'busy', 'SQLITE_BUSY'],
    ['SQLITE_IOERR_WRITE', 'unavailable', 'SQLITE_IOERR'],
    ['SQLITE_LOCKED', 'busy', 'SQLITE_LOCKED'],
    ['SQLITE_CONSTRAINT_UNIQUE', 'failed', 'SQLITE_CONSTRAINT_UNIQUE'],
  ])('the code %s of better-sqlite3 is %s', (code, reason, result) => {
    expect(sqliteError(Object.assign(new Error(canary), { code }))).toMatchObject({ reason, code: result })
  })

  it.each([
    ['The database connection is not open', 'unavailable'],
    ['This database connection is busy executing a query', 'busy'],
  ])('what better-sqlite3 says without a code, %p, is %s', (said, reason) => {
    expect(sqliteError(new TypeError(said))).toMatchObject({ reason, code: undefined })
  })

  it('a closed database is unavailable, anything else has failed', () => {
    expect(sqliteError({ code: 'ERR_INVALID_STATE' })).toMatchObject({ reason: 'unavailable' })
    for (const thrown of [undefined, null, canary, {}, new Error(canary)])
      expect(sqliteError(thrown)).toMatchObject({ reason: 'failed', code: undefined })
    const own = new MirrorError({ reason: 'unwritable' })
    expect(sqliteError(own)).toBe(own)
  })
})
