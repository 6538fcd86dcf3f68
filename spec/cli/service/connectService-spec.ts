import { collectSettings } from '../../../lib/cli/service/collectSettings.js'
import {
  connectApplication,
  connectService,
  connectWithNewUser,
  connectWithUser,
  profileOf,
} from '../../../lib/cli/service/connectService.js'
import type { ServiceOptions } from '../../../lib/cli/service/serviceOptions.js'
import { UnsupportedByVersion } from '../../../lib/index.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'

const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'

describe('connecting', () => {
  const path = temporaryFolder()
  const { env } = process

  beforeEach(() => {
    process.env = { XDG_CONFIG_HOME: path() }
  })

  afterEach(() => {
    process.env = env
  })

  const refusal = (connect: (options: ServiceOptions) => unknown, options: ServiceOptions = {}) => {
    try {
      connect(options)
    } catch (error) {
      return error as Error & { readonly exitCode: number }
    }
    throw new Error('it was not refused')
  }

  it('says all that is missing, and how to give it', () => {
    const { message, exitCode } = refusal(connectWithUser)
    expect(exitCode).toBe(2)
    expect(message.split('\n')[0]).toBe('missing settings: client id, client secret, user')
    for (const way of ['RXBANK_CLIENT_ID', 'RXBANK_CLIENT_SECRET', '"externalUserId"', 'RXBANK_EMAIL']) {
      expect(message).toContain(way)
    }
    expect(message).not.toContain('--client-secret')
  })

  it('needs for what is public the client id alone', () => {
    expect(refusal(connectService).message).toContain('missing settings: client id\n')
    expect(connectService({ clientId: 'id' })).toHaveProperty('banks')
  })

  it('is to the service of bridge2025, unless another profile is named', () => {
    expect(profileOf({}).name).toBe('bridge2025')
    process.env.RXBANK_PROFILE = 'bridge2018'
    expect(profileOf(collectSettings({}, process.env)).name).toBe('bridge2018')
    expect(profileOf(collectSettings({ profile: 'documented' }, process.env)).name).toBe('documented')
  })

  it('needs no base URL if the profile has one', () => {
    expect(refusal(connectService, { profile: 'documented' }).message).toContain(
      'missing settings: base URL, client id\n',
    )
    expect(refusal(connectService, { profile: 'bridge2021' }).message).toContain('missing settings: client id\n')
    expect(connectService({ profile: 'bridge2021', clientId: 'id' })).toHaveProperty('banks')
    process.env.RXBANK_PROFILE = 'bridge2018'
    expect(connectService({ clientId: 'id' })).toHaveProperty('banks')
    expect(refusal(connectService, { profile: 'documented', clientId: 'id' }).message).toContain(
      'missing settings: base URL\n',
    )
  })

  it('says of a profile that is none if it was named, and what may be meant', () => {
    process.env.RXBANK_PROFILE = 'bridge-2021'
    const { message, exitCode } = refusal(connectService, { clientId: 'id' })
    expect(exitCode).toBe(2)
    expect(message).toBe(
      'wrong profile, from RXBANK_PROFILE: expected one of bridge2025, bridge2021, bridge2018, documented; did you mean bridge2021?',
    )
    expect(refusal(connectService, { profile: 'c4n4ry', clientId: 'id' }).message).not.toContain('c4n4ry')
  })

  it('names users as the API version of the profile knows them', () => {
    process.env = { ...process.env, RXBANK_CLIENT_SECRET: 's', RXBANK_PASSWORD: 'p' }
    const named = { profile: 'bridge2018', clientId: 'id' }
    expect(() => connectWithUser({ ...named, userUuid: uuid })).toThrow(UnsupportedByVersion)
    process.env.RXBANK_EMAIL = 'jane@bank.example'
    expect(connectWithUser(named).user).toHaveProperty('token$')
  })

  it('needs for the application its secret, too', () => {
    const options = { baseUrl: 'https://bank.example', clientId: 'id' }
    expect(refusal(connectApplication, options).message).toContain('missing settings: client secret\n')
    process.env.RXBANK_CLIENT_SECRET = 'secret'
    expect(connectApplication(options)).toHaveProperty('users')
  })

  it('connects a user named in any way', () => {
    process.env = { ...process.env, RXBANK_CLIENT_SECRET: 'secret', RXBANK_PASSWORD: 'p' }
    const options = { baseUrl: 'https://bank.example', clientId: 'id' }
    expect(connectWithUser({ ...options, userUuid: uuid }).user).toHaveProperty('token$')
    expect(connectWithUser({ ...options, externalUserId: 'A6J' }).user).toHaveProperty('token$')
    process.env.RXBANK_EMAIL = 'jane@bank.example'
    expect(connectWithUser(options).user).toHaveProperty('token$')
  })

  it('misses the password of who is named by email', () => {
    process.env = { ...process.env, RXBANK_CLIENT_SECRET: 's', RXBANK_EMAIL: 'jane@bank.example' }
    const { message } = refusal(connectWithUser, { baseUrl: 'https://bank.example', clientId: 'id' })
    expect(message).toMatch(/^missing settings: password\n/)
  })

  it('needs for a new user the external id, whatever else names a user', () => {
    process.env = { ...process.env, RXBANK_CLIENT_SECRET: 's', RXBANK_EMAIL: 'jane@bank.example' }
    expect(refusal(connectWithNewUser, { clientId: 'id' }).message).toMatch(/^missing settings: external id\n/)
    expect(connectWithNewUser({ clientId: 'id', externalUserId: 'A6J' })).toHaveProperty('user$')
    expect(connectService({ clientId: 'id' })).toHaveProperty('banks')
  })

  it('says of what is wrong if it was given, and repeats no value', () => {
    process.env = { ...process.env, RXBANK_CLIENT_SECRET: 'c4n 4ry', RXBANK_SERVICE_VERSION: 'c4n4ry' }
    const { message, exitCode } = refusal(connectWithUser, { baseUrl: 'ftp://c4n4ry', clientId: 'id', userUuid: uuid })
    expect(exitCode).toBe(2)
    expect(message).toContain('wrong base URL, from --base-url: expected an https URL')
    expect(message).toContain('wrong client secret, from RXBANK_CLIENT_SECRET: expected printable characters')
    expect(message).toContain('wrong version, from RXBANK_SERVICE_VERSION')
    expect(message).not.toMatch(/c4n ?4ry/)
  })

  it('says so of a user, too', () => {
    process.env.RXBANK_CLIENT_SECRET = 's'
    const options = { baseUrl: 'https://bank.example', clientId: 'id', userUuid: 'c4n4ry' }
    const { message } = refusal(connectWithUser, options)
    expect(message).toContain('from --user-uuid: expected UUID')
    expect(message).not.toContain('c4n4ry')
  })
})
