import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { promisify, stripVTControlCharacters } from 'node:util'
import { firstValueFrom } from 'rxjs'
import { asTerminal, serviceCommand } from '../../helpers/serviceCommand.js'

const token = /[\da-f]{40}-[\da-f-]{36}/

describe('rxbank token', () => {
  const { sandbox, url, path, env, run, runAlone, start, shellCommand } = serviceCommand()
  const shell = (command: string, own: Readonly<Record<string, string>> = {}) =>
    promisify(execFile)('bash', ['-c', command], { env: { PATH: process.env.PATH ?? '', ...env(), ...own } })

  it('says whose it is and when it expires, and not what it is', async () => {
    const { code, stdout, stderr } = await runAlone(['token'])
    const [user] = sandbox().users
    expect([code, stderr]).toStrictEqual([0, ''])
    const expiry = /^expires {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, in 2 h 0 min$/
    expect(stdout.split('\n')).toStrictEqual([
      `user     A6J (${String(user?.uuid)})`,
      expect.stringMatching(expiry),
      '',
    ])
    expect(stdout).not.toMatch(token)
  })

  it('is JSON', async () => {
    const { stdout } = await run(['token', '--json'])
    const reported = JSON.parse(stdout) as Record<string, unknown>
    expect(Object.keys(reported)).toStrictEqual(['user', 'expires_at', 'expires_in'])
    expect(reported).toMatchObject({ user: { external_user_id: 'A6J' } })
  })

  it('is revealed alone on standard output, and works', async () => {
    const { code, stdout, stderr } = await run(['token', '--reveal'])
    expect(code).toBe(0)
    expect(stderr).toMatch(/^user .*\nexpires .*\n$/)
    const headers = {
      'Service-Version': '2021-06-01',
      'Client-Id': sandbox().credentials.clientId,
      'Client-Secret': sandbox().credentials.clientSecret,
      Authorization: `Bearer ${stdout.trimEnd()}`,
    }
    expect((await fetch(`${url()}/v2/items`, { headers })).status).toBe(200)
  })

  it('shows how to use it so that no list of processes has it', async () => {
    const { stdout: help } = await run(['token', '--help'])
    expect(help).toContain('$ rxbank token --reveal | ')
    expect(help).not.toContain('$(')
  })

  it('asks for any user in any way', async () => {
    const [, user] = sandbox().users
    const nobody = { RXBANK_EXTERNAL_USER_ID: '' }
    const answers = await Promise.all([
      run(['token', '--json', '--user-uuid', user?.uuid ?? '']),
      run(['token', '--json', '--external-user-id', user?.externalUserId ?? '']),
      run(['token', '--json'], { ...nobody, RXBANK_USER_UUID: user?.uuid ?? '' }),
      run(['token', '--json'], { ...nobody, RXBANK_EMAIL: user?.email ?? '', RXBANK_PASSWORD: user?.password ?? '' }),
    ])
    for (const { stdout } of answers) expect(JSON.parse(stdout)).toMatchObject({ user: { uuid: user?.uuid } })
  })

  describe('with a file', () => {
    const none = { RXBANK_BASE_URL: '', RXBANK_CLIENT_ID: '', RXBANK_CLIENT_SECRET: '', RXBANK_EXTERNAL_USER_ID: '' }
    const content = () => JSON.stringify({ baseUrl: url(), ...sandbox().credentials, externalUserId: 'A6J' })
    const write = (file: string, mode = 0o600): string => {
      writeFileSync(file, content())
      chmodSync(file, mode)
      return file
    }

    it('takes everything from the one it is told of', async () => {
      const file = write(path('own.json'))
      expect((await run(['token', '--credentials', file], none)).code).toBe(0)
      expect((await run(['token'], { ...none, RXBANK_CREDENTIALS: file })).code).toBe(0)
    })

    it('finds the one among the settings of the user', async () => {
      mkdirSync(path('.config', 'rxbank'), { recursive: true })
      write(path('.config', 'rxbank', 'credentials.json'))
      expect((await run(['token'], none)).code).toBe(0)
    })

    it('takes it from a pipe, so that it need not be on a disk', async () => {
      write(path('own.json'))
      const { stdout } = await shell(`${shellCommand()} token --credentials <(cat ${path('own.json')})`, none)
      expect(stdout).toContain('A6J')
    })

    it('refuses one that others can read, also behind a link, and shows nothing of it', async () => {
      symlinkSync(write(path('open.json'), 0o644), path('link.json'))
      const { code, stdout, stderr } = await run(['token', '--credentials', path('link.json')], none)
      expect([code, stdout]).toStrictEqual([2, ''])
      expect(stderr).toBe(
        `error: other users have access to the credentials file; run: chmod 600 ${path('link.json')}\n`,
      )
      expect(sandbox().journal.counts().started).toBe(0)
    })
  })

  it('does without a home', async () => {
    const { stdout } = await shell(`env -u HOME ${shellCommand()} token`)
    expect(stdout).toContain('A6J')
  })

  it('says all that is missing', async () => {
    const { code, stdout, stderr } = await run(['token'], { RXBANK_BASE_URL: '', RXBANK_CLIENT_SECRET: '' })
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr).toMatch(/^error: missing settings: base URL, client secret\n/)
  })

  it.each([{ RXBANK_CLIENT_SECRET: 'wrong' }, { RXBANK_EXTERNAL_USER_ID: 'nobody' }])(
    'says what to check when the service refuses %j',
    async (wrong) => {
      const { code, stdout, stderr } = await run(['token'], wrong)
      expect([code, stdout]).toStrictEqual([1, ''])
      expect(stderr).toMatch(
        /^error: the service gave no token \(40\d .*check the client id, the client secret and the user\n$/,
      )
    },
  )

  it('gives up on a service that does not mend', async () => {
    sandbox().faults.add({ kind: 'rate-limit', on: 'authenticate', times: Infinity, retryAfter: 0 })
    const { code, stderr } = await run(['token'], asTerminal(60, 'stderr'))
    expect(code).toBe(1)
    const drawn = stderr.split('\r').map((text) => stripVTControlCharacters(text))
    expect(drawn[1]).toMatch(/^retry in .*: the service answered 429$/)
    expect(drawn.at(-1)).toMatch(/^error: authenticate: 429 .*: too many requests; try again later\n$/)
    expect(sandbox().journal.counts().routes.authenticate).toBe(4)
  })

  it('outlives a service that mends', async () => {
    sandbox().faults.add({ kind: 'disconnect', on: 'authenticate' })
    expect((await run(['token'])).code).toBe(0)
  })

  it('ends with 130 at Ctrl-C', async () => {
    sandbox().faults.add({ kind: 'silence', times: Infinity })
    const isAsked = firstValueFrom(sandbox().journal.changes$)
    const { child, ended } = start(['token'])
    await isAsked
    child.kill('SIGINT')
    expect(await ended).toStrictEqual({ code: 130, stdout: '', stderr: 'interrupted\n' })
  })

  it('ends quietly when nobody reads', async () => {
    const child = execFile('bash', ['-c', `${shellCommand()} token | true; echo "\${PIPESTATUS[0]}"`], {
      env: { ...process.env, ...env() },
    })
    let said = ''
    child.stdout?.on('data', (text) => (said += String(text)))
    child.stderr?.on('data', (text) => (said += String(text)))
    await once(child, 'close')
    expect(said).toBe('0\n')
  })

  describe('secrets', () => {
    const canary = 'c4n4ry'

    it.each(['--client-secret', '--password', '--clientSecret', '--client-secert'])(
      'refuses %s, and does not repeat it',
      async (flag) => {
        for (const args of [[flag, canary], [`${flag}=${canary}`]]) {
          const { code, stdout, stderr } = await run(['token', ...args])
          expect([code, stdout]).toStrictEqual([2, ''])
          expect(stderr).not.toContain(canary)
        }
      },
    )

    it('says why, and what to use instead', async () => {
      const { stderr } = await run(['token', '--client-secret', canary])
      expect(stderr).toContain('error: --client-secret: secrets are not allowed as flags')
      expect(stderr).toContain('Set RXBANK_CLIENT_SECRET, or put "clientSecret" into a credentials file')
    })

    it.each(['-x', '-p', '-s'])('does not repeat what stands behind %s', async (letter) => {
      const { code, stderr } = await run(['token', `${letter}${canary}`])
      expect(code).toBe(2)
      expect(stderr).not.toContain(canary)
    })

    it.each<ReadonlyArray<string>>([['token'], ['pull', 'items'], ['banks']])(
      'shows none whatever fails: rxbank %s',
      async (...args) => {
        const secrets = {
          RXBANK_CLIENT_SECRET: canary,
          RXBANK_EMAIL: 'jane@bank.example',
          RXBANK_PASSWORD: canary,
          RXBANK_EXTERNAL_USER_ID: '',
          DEBUG: '1',
        }
        const ends = await Promise.all([
          run(args, secrets),
          run(args, { ...secrets, RXBANK_BASE_URL: 'http://127.0.0.1:1' }),
          run(args, { ...secrets, RXBANK_BASE_URL: `https://user:${canary}@bank.example` }),
          run(args, { ...secrets, RXBANK_CLIENT_SECRET: `${canary} \u00e9` }),
        ])
        expect(ends.map(({ code }) => code)).not.toContain(null)
        for (const { stdout, stderr } of ends) expect(stdout + stderr).not.toContain(canary)
        for (const { stderr } of ends.slice(1)) expect(stderr).toMatch(/\n {4}at /)
      },
    )
  })
})
