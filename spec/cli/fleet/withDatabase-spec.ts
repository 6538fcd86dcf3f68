import { throwError } from 'rxjs'
import { databaseErrorText, withDatabaseErrorText } from '../../../lib/cli/fleet/withDatabase.js'
import { FleetError } from '../../../lib/fleet.js'
import { MirrorError, SchemaRefused } from '../../../lib/postgres.js'

describe('the words for a database that fails', () => {
  it.each([
    [
      new MirrorError({ reason: 'unavailable', code: 'ECONNREFUSED' }),
      'the database cannot be reached (ECONNREFUSED); check RXBANK_DATABASE_URL or DATABASE_URL, and whether the database is running',
    ],
    [
      new FleetError({ reason: 'denied', code: '28P01' }),
      'the database refuses the password or the user (28P01); check both in RXBANK_DATABASE_URL or DATABASE_URL',
    ],
    [
      new MirrorError({ reason: 'denied', code: '28000' }),
      'the database does not let this user log in (28000); check the user of RXBANK_DATABASE_URL or DATABASE_URL, and pg_hba.conf',
    ],
    [
      new MirrorError({ reason: 'denied', code: '42501' }),
      'the user of RXBANK_DATABASE_URL or DATABASE_URL lacks a privilege in the database (42501)',
    ],
    [
      new FleetError({ reason: 'denied' }),
      'the database does not allow it; check the user and the password of RXBANK_DATABASE_URL or DATABASE_URL',
    ],
    [new FleetError({ reason: 'outdated' }), 'tables or migrations of the fleet are missing: run rxbank fleet migrate'],
    [
      new SchemaRefused({ found: 0, known: 1 }),
      'tables or migrations of the fleet are missing: run rxbank fleet migrate',
    ],
    [
      new SchemaRefused({ found: 2, known: 1 }),
      'the tables of the fleet belong to a newer version of rxbank: run that version',
    ],
    [
      new FleetError({ reason: 'denied', code: '3D000' }),
      'the server has no database with the name in RXBANK_DATABASE_URL or DATABASE_URL (3D000)',
    ],
    [new MirrorError({ reason: 'full' }), 'the database has no room left'],
    [
      new MirrorError({ reason: 'unavailable', code: 'NO_RESPONSE' }),
      'the database did not answer in time, so the connection was closed (NO_RESPONSE); check the database and the network',
    ],
    [
      new MirrorError({ reason: 'unavailable', code: 'NO_CONNECTION' }),
      'no connection to the database was free in time (NO_CONNECTION); check its load, or run fewer --rounds',
    ],
    [
      new MirrorError({ reason: 'busy', code: '55P03' }),
      'another session has locked tables for too long (55P03); see pg_locks',
    ],
  ])('are, for %s', (error, words) => {
    expect(databaseErrorText(error)).toBe(words)
    const errors: Array<unknown> = []
    throwError(() => error)
      .pipe(withDatabaseErrorText())
      .subscribe({ error: (reported) => errors.push(reported) })
    expect(errors).toMatchObject([{ name: 'CommandError', message: words, exitCode: 1 }])
  })

  it('are none for anything else, which stays what it is', () => {
    const error = new TypeError('broken')
    expect(databaseErrorText(error)).toBeUndefined()
    const errors: Array<unknown> = []
    throwError(() => error)
      .pipe(withDatabaseErrorText())
      .subscribe({ error: (reported) => errors.push(reported) })
    expect(errors).toStrictEqual([error])
  })
})
