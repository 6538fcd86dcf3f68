import { execFileSync } from 'node:child_process'
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs'
import * as os from 'node:os'
import { defaultCredentialsFile, readCredentials } from '../../../lib/cli/service/collectSettings.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'

describe('readCredentials', () => {
  const path = temporaryFolder()
  const write = (content: string, mode = 0o600, name = 'credentials.json'): string => {
    writeFileSync(path(name), content)
    chmodSync(path(name), mode)
    return path(name)
  }
  const refusal = (file: string): string => {
    try {
      readCredentials(file)
    } catch (error) {
      return (error as Error).message
    }
    throw new Error('it was not refused')
  }

  it('reads what it says', () => {
    const content = { baseUrl: 'https://bank.example', clientId: 'id', clientSecret: 's', email: 'e', password: 'p' }
    expect(readCredentials(write(JSON.stringify(content)))).toStrictEqual(content)
    expect(readCredentials(write('{}', 0o400))).toStrictEqual({})
  })

  it('knows where there is none', () => {
    expect(readCredentials(path('missing.json'))).toBeUndefined()
  })

  it.each([0o640, 0o604, 0o660, 0o610, 0o666])(
    'refuses one that others have access to (%i), with the remedy',
    (mode) => {
      const file = write('{}', mode)
      expect(refusal(file)).toBe(`other users have access to the credentials file; run: chmod 600 ${file}`)
    },
  )

  it('writes the remedy for a shell', () => {
    const file = write('{}', 0o644, "my $(file)'s.json")
    const [, command = ''] = refusal(file).split('run: ')
    execFileSync('sh', ['-c', command])
    expect(readCredentials(file)).toStrictEqual({})
  })

  it('asks the target of a link, and not the link', () => {
    symlinkSync(write('{}', 0o644), path('open.json'))
    expect(refusal(path('open.json'))).toContain('other users have access')
    symlinkSync(write('{}', 0o600, 'closed'), path('closed.json'))
    expect(readCredentials(path('closed.json'))).toStrictEqual({})
  })

  it('refuses one of another user', () => {
    const file = write('{}')
    const me = process.getuid?.() ?? 0
    const getuid = jest.spyOn(process, 'getuid').mockReturnValue(me + 1)
    expect(refusal(file)).toContain('belongs to another user')
    getuid.mockRestore()
  })

  it('refuses what is no file', () => {
    chmodSync(path(), 0o700)
    expect(refusal(path())).toContain('is not a file')
    expect(refusal('/dev/zero')).toContain('is not a file')
  })

  it('says why one cannot be read', () => {
    expect(refusal(`${write('{}')}/below`)).toContain('cannot be read: a part of its path is not a directory')
  })

  it.each([
    ['', 'is empty'],
    ['{"clientSecret":"c4n4ry"', 'is not JSON'],
    ['["c4n4ry"]', 'is wrong: the whole file: expected an object'],
    ['{"clientSecret":["c4n4ry"]}', 'is wrong: clientSecret: expected string'],
    ['{"client_secret":"c4n4ry"}', 'client_secret: expected no such option; did you mean clientSecret?'],
    ['{"baseUrl":1,"clientId":2}', 'baseUrl: expected string; clientId: expected string'],
  ])('refuses %j and repeats nothing of it', (content, said) => {
    const message = refusal(write(content))
    expect(message).toContain(said)
    expect(message).not.toContain('c4n4ry')
  })
})

describe('defaultCredentialsFile', () => {
  afterEach(() => {
    jest.restoreAllMocks()
  })

  it('is among the settings of the user', () => {
    expect(defaultCredentialsFile({ XDG_CONFIG_HOME: '/settings' })).toBe('/settings/rxbank/credentials.json')
    expect(defaultCredentialsFile({})).toBe(`${os.homedir()}/.config/rxbank/credentials.json`)
  })

  it('does not follow a relative XDG_CONFIG_HOME, as the standard says', () => {
    expect(defaultCredentialsFile({ XDG_CONFIG_HOME: 'settings' })).toBe(defaultCredentialsFile({}))
    expect(defaultCredentialsFile({ XDG_CONFIG_HOME: '' })).toBe(defaultCredentialsFile({}))
  })
})
