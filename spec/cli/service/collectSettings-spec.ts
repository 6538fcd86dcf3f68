import { writeFileSync } from 'node:fs'
import { collectSettings } from '../../../lib/cli/service/collectSettings.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'

describe('gather', () => {
  const path = temporaryFolder()
  const nothing = (): NodeJS.ProcessEnv => ({ XDG_CONFIG_HOME: path() })
  const file = (content: object): string => {
    writeFileSync(path('credentials.json'), JSON.stringify(content), { mode: 0o600 })
    return path('credentials.json')
  }
  const valuesOf = (gathered: ReturnType<typeof collectSettings>): object =>
    Object.fromEntries(Object.entries(gathered).flatMap(([name, given]) => (given ? [[name, given.value]] : [])))

  it('takes flags before the environment, and that before the file', () => {
    const credentials = file({ baseUrl: 'file', clientId: 'file', clientSecret: 'file', serviceVersion: 'file' })
    const env = { ...nothing(), RXBANK_BASE_URL: 'variable', RXBANK_CLIENT_ID: 'variable', RXBANK_CLIENT_SECRET: 'x' }
    expect(valuesOf(collectSettings({ credentials, baseUrl: 'flag' }, env))).toStrictEqual({
      baseUrl: 'flag',
      clientId: 'variable',
      clientSecret: 'x',
      serviceVersion: 'file',
    })
  })

  it('says where each was given', () => {
    const credentials = file({ clientSecret: 's' })
    const { baseUrl, clientId, clientSecret } = collectSettings(
      { credentials, baseUrl: 'flag' },
      { ...nothing(), RXBANK_CLIENT_ID: 'variable' },
    )
    expect([baseUrl?.source, clientId?.source, clientSecret?.source]).toStrictEqual([
      '--base-url',
      'RXBANK_CLIENT_ID',
      `"clientSecret" in ${credentials}`,
    ])
  })

  it('takes an empty variable for none', () => {
    const credentials = file({ clientId: 'file' })
    expect(valuesOf(collectSettings({ credentials }, { ...nothing(), RXBANK_CLIENT_ID: '' }))).toStrictEqual({
      clientId: 'file',
    })
    expect(valuesOf(collectSettings({}, { ...nothing(), RXBANK_CREDENTIALS: '' }))).toStrictEqual({})
  })

  it('finds the file by its flag, its variable, or among the settings of the user', () => {
    const credentials = file({ clientId: 'here' })
    expect(valuesOf(collectSettings({ credentials }, nothing()))).toStrictEqual({ clientId: 'here' })
    expect(valuesOf(collectSettings({}, { ...nothing(), RXBANK_CREDENTIALS: credentials }))).toStrictEqual({
      clientId: 'here',
    })
    expect(
      collectSettings({ credentials }, { ...nothing(), RXBANK_CREDENTIALS: path('missing') }).clientId?.value,
    ).toBe('here')
  })

  it('refuses a file that was named and is not there', () => {
    expect(() => collectSettings({ credentials: path('missing') }, nothing())).toThrow(
      `there is no credentials file ${path('missing')}`,
    )
    expect(() => collectSettings({}, { ...nothing(), RXBANK_CREDENTIALS: path('missing') })).toThrow(
      'there is no credentials file',
    )
  })

  it('takes the user who is named nearest, in whatever way', () => {
    const credentials = file({ userUuid: 'file' })
    const env = { ...nothing(), RXBANK_EMAIL: 'variable', RXBANK_PASSWORD: 'p' }
    expect(valuesOf(collectSettings({ credentials, externalUserId: 'flag' }, env))).toStrictEqual({
      password: 'p',
      externalUserId: 'flag',
    })
    expect(valuesOf(collectSettings({ credentials }, env))).toStrictEqual({ password: 'p', email: 'variable' })
    expect(valuesOf(collectSettings({ credentials }, nothing()))).toStrictEqual({ userUuid: 'file' })
  })

  it('refuses two users who are named in one place', () => {
    expect(() => collectSettings({ userUuid: 'a', externalUserId: 'b' }, nothing())).toThrow(
      'several users are set, by --user-uuid and --external-user-id; remove all except one',
    )
  })
})
