import { randomBytes } from 'node:crypto'
import { CommandError, usageError } from '../../../lib/cli/CommandError.js'
import { allSettings, databaseName, databaseUrl, sealKeys } from '../../../lib/cli/fleet/fleetSettings.js'

const messageOf = (action: () => unknown): string => {
  try {
    action()
  } catch (error) {
    if (error instanceof CommandError && error.exitCode === 2) return error.message
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('the settings of a fleet', () => {
  it('take the database from the variable of rxbank, or else from the usual one', () => {
    const own = 'postgres://a@h/own'
    const usual = 'postgresql://b@h/usual'
    expect(databaseUrl({ RXBANK_DATABASE_URL: own, DATABASE_URL: usual })).toBe(own)
    expect(databaseUrl({ RXBANK_DATABASE_URL: '', DATABASE_URL: usual })).toBe(usual)
    expect(messageOf(() => databaseUrl({}))).toMatch(
      /^missing setting: database; set RXBANK_DATABASE_URL or DATABASE_URL, such as /,
    )
  })

  it.each(['http://u:c4n4ry@h/d', 'c4n4ry', 'postgres://u:c4n4ry@h', 'postgres://u:c4n4ry@h/'])(
    'refuse %s, without a word of it',
    (url) => {
      const message = messageOf(() => databaseUrl({ DATABASE_URL: url }))
      expect(message).toBe('wrong database, from DATABASE_URL: expected postgres://USER:PASSWORD@HOST:PORT/DATABASE')
    },
  )

  it('show of a database where it is, and not how it is reached', () => {
    expect(databaseName('postgres://user:c4n4ry@db.example:5433/bank?sslkey=c4n4ry')).toBe('db.example:5433/bank')
  })

  it('take keys that seal tokens, none if none are given', () => {
    const keys = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
    expect(sealKeys({ RXBANK_SEAL_KEYS: keys.join(' , ') })).toStrictEqual(keys)
    expect(sealKeys({})).toStrictEqual([])
    expect(sealKeys({ RXBANK_SEAL_KEYS: '' })).toStrictEqual([])
  })

  it.each(['c4n4ry', randomBytes(31).toString('base64'), `${randomBytes(32).toString('base64')},c4n4ry`])(
    'refuse keys as %s, without a word of them',
    (keys) => {
      expect(messageOf(() => sealKeys({ RXBANK_SEAL_KEYS: keys }))).toBe(
        'wrong seal keys, from RXBANK_SEAL_KEYS: expected 32 bytes in base64 each, separated by commas',
      )
    },
  )

  it('are told all at once if several are wrong, a line each', () => {
    const wrong = (message: string) => () => {
      throw usageError(message)
    }
    expect(messageOf(() => allSettings(wrong('one'), () => 1, wrong('two')))).toBe('one\ntwo')
    expect(
      allSettings(
        () => 1,
        () => 'a',
      ),
    ).toStrictEqual([1, 'a'])
  })

  it('leave any other failure as it is', () => {
    const broken = () => {
      throw new TypeError('broken')
    }
    expect(() => allSettings(broken)).toThrow(TypeError)
  })
})
