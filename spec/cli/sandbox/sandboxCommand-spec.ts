import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { firstValueFrom } from 'rxjs'
import { profiles } from '../../../lib/cli/profiles.js'
import { createClient, StatusError } from '../../../lib/index.js'
import { createWebhooks, toNodeHandler } from '../../../lib/node.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { buildCommandLine, type CommandLine, type Running } from '../../helpers/commandLine.js'
import { httpServer } from '../../helpers/httpServer.js'

interface Listening {
  readonly base_url: string
  readonly client_id: string
  readonly client_secret: string
  readonly curl: ReadonlyArray<string>
  readonly time: string
  readonly profile: string
  readonly users: ReadonlyArray<{ readonly uuid: string; readonly email: string; readonly password: string }>
}

describe('rxbank sandbox', () => {
  let cli: CommandLine
  let running: Running

  beforeAll(() => {
    cli = buildCommandLine()
  })

  afterEach(async () => {
    running.child.kill('SIGKILL')
    await running.ended
  })

  const start = async (...args: ReadonlyArray<string>): Promise<Listening> => {
    running = cli.start(['sandbox', '--port', '0', '--profile', 'documented', ...args])
    return JSON.parse(await running.line()) as Listening
  }

  const clientOf = ({ base_url, client_id, client_secret }: Listening) =>
    createClient({
      profile: documentedProfile,
      baseUrl: base_url,
      clientId: client_id,
      clientSecret: client_secret,
      retry: { count: 0 },
    })

  it('prints commands that a shell runs, the last of which uses a token', async () => {
    const { curl } = await start()
    const outputs = await Promise.all(curl.map((command) => promisify(execFile)('sh', ['-c', command])))
    const answers = outputs.map(({ stdout }) => JSON.parse(stdout) as Readonly<Record<string, unknown>>)
    expect(answers.map((answer) => Object.keys(answer).sort())).toEqual([
      ['pagination', 'resources'],
      ['access_token', 'expires_at', 'user'],
      ['pagination', 'resources'],
    ])
    expect(answers[2]?.resources).toHaveLength(2)
  })

  it.each(profiles)('plays $name, for a client of that profile and for a shell', async (profile) => {
    const listening = await start('--profile', profile.name)
    const { base_url: baseUrl, client_id: clientId, client_secret: clientSecret } = listening
    expect(listening.profile).toBe(profile.name)
    const client = createClient({ profile, baseUrl, clientId, clientSecret, retry: { count: 0 } })
    const { uuid, email, password } = listening.users[0] ?? { uuid: '', email: '', password: '' }
    const user = client.user(profile.name === 'bridge2025' ? { userUuid: uuid } : { email, password })
    await expect(firstValueFrom(user.accounts.all())).resolves.toHaveProperty('id')
    const outputs = await Promise.all(listening.curl.map((line) => promisify(execFile)('sh', ['-c', line])))
    const [banks, token, accounts] = outputs.map(({ stdout }) => JSON.parse(stdout) as object)
    expect([banks, accounts]).toMatchObject([{ resources: expect.any(Array) }, { resources: [{}, {}] }])
    expect(token).toHaveProperty('access_token')
  })

  it('answers 429 beyond the limits of the profile if it is told to', async () => {
    const status = async (...args: ReadonlyArray<string>): Promise<number | undefined> => {
      const { base_url, curl } = await start('--profile', 'bridge2021', ...args)
      const { stdout } = await promisify(execFile)('sh', ['-c', curl[1] ?? ''])
      const { access_token } = JSON.parse(stdout) as { readonly access_token: string }
      const headers = {
        'Bridge-Version': '2021-06-01',
        'Client-Id': 'sandbox-client',
        'Client-Secret': 'sandbox-secret',
        Authorization: `Bearer ${access_token}`,
      }
      const answers = []
      for (let count = 0; count < 61; count++) answers.push(await fetch(`${base_url}/v2/items`, { headers }))
      running.child.kill('SIGKILL')
      await running.ended
      return answers.at(-1)?.status
    }
    expect(await status()).toBe(200)
    expect(await status('--enforce-limits')).toBe(429)
  })

  it('has a life of two years, or with --transactions that many random rows', async () => {
    const count = async (...args: ReadonlyArray<string>): Promise<number> => {
      const rows = await clientOf(await start(...args))
        .user({ externalUserId: 'A6J' })
        .transactions.all()
        .toArray()
      running.child.kill('SIGKILL')
      await running.ended
      return rows.length
    }
    expect(await count()).toBeGreaterThan(24 * 40)
    expect(await count('--transactions', '7')).toBe(7)
  })

  it.each([
    [['--refresh', '1h'], 'authenticating'],
    [[], 'finished'],
  ])('refreshes all items if it is told to: %j', async (args, status) => {
    const user = clientOf(await start(...args)).user({ externalUserId: 'A6J' })
    const { id } = await firstValueFrom(user.items.all())
    await expect(firstValueFrom(user.items.refreshStatus(id))).resolves.toMatchObject({ status })
  })

  it('fails as it is told to, so often as it is told to', async () => {
    const listening = await start(
      ...['--fault', 'rate-limit:on=banks,retryAfter=2', '--fault', 'server-error:on=categories,status=503,times=all'],
    )
    const { banks, categories } = clientOf(listening)
    const refused = firstValueFrom(banks.all())
    await expect(refused).rejects.toMatchObject({ _tag: 'StatusError', status: 429, retryAfter: { value: 2000 } })
    await expect(firstValueFrom(banks.all())).resolves.toHaveProperty('id')
    for (let index = 0; index < 3; index++)
      await expect(firstValueFrom(categories.all())).rejects.toBeInstanceOf(StatusError)
  })

  it('knows the application by the id that it is given', async () => {
    const listening = await start('--client-id', 'my-app')
    expect(listening.client_id).toBe('my-app')
    await expect(firstValueFrom(clientOf(listening).banks.all())).resolves.toHaveProperty('id')
  })

  it('gives the same data from the same seed and the same --now', async () => {
    const read = async (...args: ReadonlyArray<string>): Promise<unknown> => {
      const client = clientOf(await start(...args))
      const row = await firstValueFrom(client.user({ externalUserId: 'A6J' }).transactions.all())
      running.child.kill('SIGKILL')
      await running.ended
      return row
    }
    const first = await read('--now', '2026-01-31', '--seed', '7')
    expect(await read('--now', '2026-01-31', '--seed', '7')).toEqual(first)
    expect(await read('--now', '2026-01-31', '--seed', '8')).not.toEqual(first)
    expect(first).toMatchObject({ updated_at: expect.any(Date) })
    expect((first as { readonly updated_at: Date }).updated_at.getTime()).toBeLessThan(Date.UTC(2026, 1, 1))
  })

  it.each(['1h', '9s', '8s', '1s'])(
    'tells of refreshes every %s by webhooks, and how they were answered',
    async (every) => {
      const { handler, events$ } = createWebhooks({ secrets: ['sandbox-webhook-secret'] })
      const server = await httpServer(toNodeHandler(handler))
      const event = firstValueFrom(events$)
      await start('--webhook', server.url, '--refresh', every, '--speed', '10')
      const reported = JSON.parse(await running.line()) as object
      await server.close()
      const { _tag, content } = await event
      expect(_tag).toBe('ItemRefreshed')
      expect(reported).toMatchObject({ type: 'Webhook', event: 'item.refreshed', status: 200 })
      expect(content).toMatchObject({
        status_code: 0,
        user_uuid: (reported as { readonly user_uuid: string }).user_uuid,
      })
    },
  )

  it('has a clock that begins when it is told to, and goes faster', async () => {
    const listening = await start('--now', '2026-01-31T23:59:00Z', '--speed', '100000')
    const begun = Date.parse(listening.time)
    expect(begun).toBeGreaterThanOrEqual(Date.UTC(2026, 0, 31, 23, 59))
    const dates: Array<number> = []
    // A round trip takes a millisecond or more, which is a minute and more of its time.
    for (let index = 0; index < 5; index++) {
      const { headers } = await fetch(`${listening.base_url}/v2/banks`)
      dates.push(Date.parse(headers.get('date') ?? ''))
    }
    expect([...dates].sort((a, b) => a - b)).toEqual(dates)
    expect((dates[4] ?? NaN) - (dates[0] ?? NaN)).toBeGreaterThan(60_000)
    const { duration } = JSON.parse(await running.line()) as { readonly duration: number }
    expect(duration).toBeLessThan(10_000)
  })
})

describe('rxbank sandbox, told what it does not know,', () => {
  let cli: CommandLine

  beforeAll(() => {
    cli = buildCommandLine()
  })

  it('helps on one screen, and lists faults and routes as a topic', async () => {
    const lines = async (...args: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
      (await cli.run(['sandbox', '--help', ...args])).stdout.trimEnd().split('\n')
    const screen = await lines()
    expect(screen.length).toBeLessThanOrEqual(40)
    expect(screen.filter((line) => line.length > 80)).toEqual([])
    expect(screen.join('\n')).toContain('"rxbank sandbox --help faults"')
    const topic = await lines('faults')
    expect(topic.filter((line) => line.length > 80)).toEqual([])
    expect(topic.join('\n')).toMatch(
      /^Usage: rxbank sandbox --fault [^]*\n {2}rate-limit [^]*\nRoutes:\n {2}accounts, /,
    )
  })

  it.each([
    [['--help', 'fault'], "unknown help topic 'fault'\n(Did you mean faults?)\n"],
    [['--fault', 'rate-limt'], 'did you mean rate-limit?'],
    [['--fault', 'latency'], 'latency needs ms: milliseconds, 0 or more, as in latency:ms='],
    [['--client-id', "a'b"], "Expected letters, digits, '.', '_' and '-'."],
    [['--speed', '0'], 'Expected an integer, 1 to 100000.'],
    [['--now', 'noon'], 'Expected a date or time'],
    [['--profile', 'bridge2012'], 'did you mean bridge2018?\n'],
    [['--profile', 'staging'], 'documented.\n'],
    [['--profile', 'toString'], 'Expected one of bridge2025, bridge2021, bridge2018, documented.'],
    [['--webhook', 'localhost:3000'], 'Expected a URL'],
    [['--webhook', '/hooks'], 'Expected a URL'],
  ])('refuses %j', async (args, said) => {
    const { code, stdout, stderr } = await cli.run(['sandbox', ...args])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(said)
  })
})
