import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildCommandLine, type CommandLine, type Running } from '../helpers/commandLine.js'
import type { Ended } from '../helpers/commandProcess.js'
import { httpServer } from '../helpers/httpServer.js'

interface Line {
  readonly time: string
  readonly type: string
  readonly [field: string]: unknown
}

const linesOf = (stdout: string): ReadonlyArray<Line> =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

/** What a `curl` command sends. */
const fetchLike = (curl: string): Promise<Response> => {
  const quoted = Array.from(curl.matchAll(/(-H |-d |)'([^']*)'/g), ([, option = '', text = '']) => ({ option, text }))
  const headers = quoted.flatMap(({ option, text }) => (option === '-H ' ? [text.split(': ') as [string, string]] : []))
  const body = quoted.find(({ option }) => option === '-d ')?.text
  const url = quoted.find(({ option }) => option === '')?.text ?? ''
  return fetch(url, { headers, ...(body === undefined ? {} : { method: 'POST', body }) })
}

const isRefused = async (url: string): Promise<boolean> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
  return error.code === 'ECONNREFUSED'
}

// The demo takes its time, and processes on a busy machine take theirs.
describe('the command line', () => {
  let cli: CommandLine

  beforeAll(() => {
    cli = buildCommandLine()
  })

  describe('usage', () => {
    it('tells its version', async () => {
      const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
      expect(await cli.runAlone(['--version'])).toStrictEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    })

    it('helps with examples and exit codes, on 80 columns', async () => {
      const { stdout } = await cli.run(['--help'])
      const names = Array.from(stdout.matchAll(/^ {2}(?!help)(\w+) /gm), ([, name = '']) => name)
      expect(names).toContain('pull')
      const helps = await Promise.all([[], ...names.map((name) => [name])].map((args) => cli.run([...args, '--help'])))
      for (const { code, stdout: text } of helps) {
        expect(code).toBe(0)
        expect(text.split('\n').filter((line) => line.length > 80)).toStrictEqual([])
      }
      for (const { stdout: text } of helps) expect(text).toMatch(/\$ rxbank/)
      for (const exitCode of [0, 1, 2, 130, 143, 129])
        expect(stdout).toMatch(new RegExp(`Exit codes:[^]*\\b${String(exitCode)}\\b`))
    })

    it.each([
      [['dmo'], "unknown command 'dmo'\n(Did you mean demo?)"],
      [['dmo', '--help'], "unknown command 'dmo'\n(Did you mean demo?)"],
      [['unknown', '--help'], "unknown command 'unknown'\n"],
      [['fleet', 'users', 'lst', '--help'], "unknown command 'lst'\n(Did you mean list?)"],
      [['help', 'dmo'], "unknown command 'dmo'\n(Did you mean demo?)"],
      [['demo', '--onse'], "unknown option '--onse'\n(Did you mean --once?)"],
      [['demo', 'now'], 'too many arguments'],
      [['sandbox', '--port', '70000'], 'Expected an integer, 0 to 65535.'],
      [['sandbox', '--users', '0'], 'Expected an integer, 1 to 100000.'],
      [['sandbox', '--token-lifetime', '2h'], 'Expected an integer, 1000 or more.'],
      [['demo', '--seed'], 'argument missing'],
    ])('refuses %j with the exit code 2', async (args, said) => {
      const { code, stdout, stderr } = await cli.run(args)
      expect(code).toBe(2)
      expect(stdout).toBe('')
      expect(stderr).toContain(said)
    })

    it('shows its help as a mistake when it is told nothing', async () => {
      const { code, stdout, stderr } = await cli.run([])
      expect([code, stdout]).toStrictEqual([2, ''])
      expect(stderr).toContain('Usage: rxbank')
    })
  })

  it('fails with a message if nothing is left that could finish a command', async () => {
    const program =
      "import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; fs.promises.open = () => new Promise(() => undefined); syncBuiltinESMExports()"
    const { code, stderr } = await cli.runAlone(
      ['doctor', '--client-id', 'id', '--base-url', 'http://127.0.0.1:9', '--output', join(tmpdir(), 'never.json')],
      {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}`,
      },
    )
    expect([code, stderr]).toStrictEqual([
      1,
      'error: the command ended before it was done; please report this, with its arguments\n',
    ])
  })

  describe('demo, piped', () => {
    let ended: Ended
    let lines: ReadonlyArray<Line>
    const of = (type: string): ReadonlyArray<Line> => lines.filter((line) => line.type === type)

    beforeAll(async () => {
      ended = await cli.runAlone(['demo', '--seed', '3'])
      lines = linesOf(ended.stdout)
    })

    it('ends by itself, and well', () => {
      expect([ended.code, ended.stderr]).toStrictEqual([0, ''])
      expect(lines.at(-1)).toMatchObject({ type: 'Summary', tokens: 2, lists: 1, refreshes: 1 })
    })

    it('writes an object a line, each with its time', () => {
      for (const { time, type } of lines) {
        expect(new Date(time).toISOString()).toBe(time)
        expect(type).toMatch(/^[A-Z][A-Za-z]+$/)
      }
    })

    it('shows the token renewed before it expires', () => {
      const [first, second] = of('TokenRenewed')
      expect(new Date(second?.time ?? '').getTime()).toBeLessThan(Date.parse(String(first?.expires_at)))
      expect(of('TokenIssued')).toHaveLength(2)
    })

    it('shows pages to the last', () => {
      const pages = of('PageRead').filter(({ list }) => list === 1)
      expect(pages.map(({ page }) => page)).toStrictEqual(Array.from({ length: 60 }, (_, index) => index + 1))
      expect(pages.filter(({ last }) => last).map(({ page, rows }) => [page, rows])).toStrictEqual([[60, 500]])
    })

    it('shows a fault, and its retry', () => {
      const [fault] = of('FaultInjected')
      expect(fault).toMatchObject({ page: 15, status: 429 })
      expect(of('Retried')[0]).toMatchObject({ error: { status: 429, page: 15 }, delay: 1000 })
    })

    it('shows a refresh to its end', () => {
      const statuses = of('RefreshStatusReceived').map(({ status }) => status)
      expect(statuses[0]).toBe('authenticating')
      expect(of('RefreshStatusReceived').find(({ last }) => last)).toMatchObject({ status: 'finished' })
    })

    it('shows stocks that have changed', () => {
      expect(of('StockUpdated').filter(({ previous_price }) => previous_price !== null).length).toBeGreaterThan(0)
    })

    it('shows no secret and no token', () => {
      expect(ended.stdout).not.toMatch(/sandbox-secret|access_token|bearer|authorization/i)
      expect(ended.stdout).not.toMatch(/[\da-f]{40}-[\da-f]{8}-/)
    })
  })

  it('demo ends quietly when its reader leaves', async () => {
    const shell = spawn('bash', ['-c', `${cli.shellCommand} demo | head -n 1; echo "\${PIPESTATUS[*]}"`])
    let stdout = ''
    let stderr = ''
    shell.stdout.on('data', (text) => (stdout += String(text)))
    shell.stderr.on('data', (text) => (stderr += String(text)))
    await once(shell, 'close')
    expect(stdout).toMatch(/^\{.*"type":"Started".*\}\n0 0\n$/)
    expect(stderr).toBe('')
  })

  it('demo ends well at Ctrl-C, with its summary', async () => {
    const running = cli.start(['demo'])
    expect(await running.line()).toContain('"type":"Started"')
    running.child.kill('SIGINT')
    const { code, stdout, stderr } = await running.ended
    expect([code, stderr]).toStrictEqual([0, ''])
    expect(linesOf(stdout).at(-1)).toMatchObject({ type: 'Summary' })
  })

  it.each(['demo', 'sandbox'])('%s says in one line that its port is in use', async (command) => {
    const server = await httpServer(() => undefined)
    const { port } = new URL(server.url)
    const { code, stdout, stderr } = await cli.run([command, '--port', port])
    await server.close()
    expect([code, stdout]).toStrictEqual([1, ''])
    expect(stderr).toBe(`error: port ${port} is in use; choose another, or 0 for any that is free\n`)
  })

  it('shows the stack of a failure only if DEBUG is set', async () => {
    const server = await httpServer(() => undefined)
    const { stderr } = await cli.run(['sandbox', '--port', new URL(server.url).port], { DEBUG: '1' })
    await server.close()
    expect(stderr).toMatch(/is in use[^\n]*\n {4}at /)
  })

  describe('sandbox, piped', () => {
    let running: Running
    let listening: Line

    beforeEach(async () => {
      running = cli.start(['sandbox', '--port', '0', '--profile', 'documented', '--users', '2', '--seed', '5'])
      listening = JSON.parse(await running.line()) as Line
    })

    afterEach(async () => {
      running.child.kill('SIGKILL')
      await running.ended
    })

    it('prints commands that work, and then what was asked, without query and credentials', async () => {
      const { curl, base_url } = listening as unknown as { readonly curl: ReadonlyArray<string>; base_url: string }
      const answers = await Promise.all(curl.slice(0, 2).map(fetchLike))
      expect(answers.map(({ status }) => status)).toStrictEqual([200, 200])
      const banks = (await answers[0]?.json()) as { readonly resources: ReadonlyArray<unknown> }
      const token = (await answers[1]?.json()) as { readonly access_token: string }
      expect(banks.resources).toHaveLength(2)
      await fetch(`${base_url}/v2/stocks?client_secret=c4n4ry`, {
        headers: { 'Service-Version': '2021-06-01', Authorization: `Bearer ${token.access_token}` },
      })
      running.child.kill('SIGINT')
      const { stdout } = await running.ended
      const requests = linesOf(stdout).slice(1)
      expect(requests.map(({ method, path }) => `${String(method)} ${String(path)}`).sort()).toStrictEqual([
        'GET /v2/banks',
        'GET /v2/stocks',
        'POST /v2/authenticate',
      ])
      expect(requests.every(({ duration }) => Number(duration) >= 0)).toBe(true)
      const reported = stdout.slice(stdout.indexOf('\n'))
      for (const secret of ['c4n4ry', 'sandbox-secret', token.access_token]) expect(reported).not.toContain(secret)
    })

    it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends well at %s, and frees its port', async (signal) => {
      running.child.kill(signal)
      const { code, stderr } = await running.ended
      expect([code, stderr]).toStrictEqual([0, ''])
      expect(await isRefused(String(listening.base_url))).toBe(true)
    })

    it('ends well in the middle of a request', async () => {
      const response = fetch(`${String(listening.base_url)}/v2/banks`, {
        method: 'POST',
        body: endless(),
        duplex: 'half',
      } as RequestInit)
      const failed = response.then(
        () => false,
        () => true,
      )
      running.child.kill('SIGINT')
      expect((await running.ended).code).toBe(0)
      expect(await failed).toBe(true)
    })
  })
})

/** A body that begins and does not end. */
const endless = (): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(new Uint8Array(10))
    },
  })
