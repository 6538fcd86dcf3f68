import { mkdtempSync } from 'node:fs'
import { request, type RequestOptions } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { buildCommandLine, type CommandLine, type Running } from '../../helpers/commandLine.js'

const agent = () => new Client({ name: 'an agent', version: '1.0.0' })

describe('rxbank mcp', () => {
  let cli: CommandLine

  beforeAll(() => {
    cli = buildCommandLine()
  })

  it('helps on 80 columns', async () => {
    const { code, stdout } = await cli.run(['mcp', '--help'])
    expect(code).toBe(0)
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it.each<[string, ReadonlyArray<string>, number, RegExp]>([
    ['no database', [], 2, /--user/],
    ['no database for a user', ['--user', 'A6J'], 2, /choose one of --sqlite FILE, --postgres and --sandbox/],
    ['two databases', ['--user', 'A6J', '--sandbox', '--postgres'], 2, /choose one/],
    ['a file that is not there', ['--user', 'A6J', '--sqlite', '/nonexistent/bank.db'], 1, /cannot be opened/],
    ['no URL of PostgreSQL', ['--user', 'A6J', '--postgres'], 2, /missing setting: database/],
    ['a user that is not there', ['--user', 'Z9Z', '--sandbox'], 1, /no such user/],
  ])('refuses %s', async (_, args, expected, message) => {
    const { code, stdout, stderr } = await cli.runAlone(['mcp', ...args])
    expect([code, stdout]).toEqual([expected, ''])
    expect(stderr).toMatch(message)
  })

  it('makes no file where there is none', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'rxbank-mcp-')), 'bank.db')
    const { code } = await cli.runAlone(['mcp', '--user', 'A6J', '--sqlite', file])
    expect(code).toBe(1)
  })

  it('prints the SQL of a role that can only read', async () => {
    const { code, stdout } = await cli.run(['mcp', 'role', '--schema', 'bank'])
    expect(code).toBe(0)
    expect(stdout).toContain('GRANT SELECT ON "bank"."booked_transactions" TO rxbank_reader;')
    expect(stdout).not.toMatch(/GRANT (ALL|INSERT|UPDATE|DELETE)/)
  })

  it('answers an agent over standard input and output, and ends with it', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(cli.modules, 'main.js'), 'mcp', '--sandbox'],
      stderr: 'ignore',
    })
    const client = agent()
    await client.connect(transport)
    const { structuredContent } = await client.callTool({ name: 'list_accounts', arguments: {} })
    expect((structuredContent as { readonly accounts: ReadonlyArray<unknown> }).accounts).toHaveLength(8)
    const found = await client.callTool({ name: 'find_transfers', arguments: {} })
    const { transfers } = found.structuredContent as {
      readonly transfers: ReadonlyArray<{ readonly to: { readonly description: string } }>
    }
    expect(transfers.map(({ to }) => to.description)).toEqual(
      expect.arrayContaining([
        'Virement épargne mensuelle',
        expect.stringMatching(/^Virement de /),
        'Échéance reçue',
        'Règlement du relevé de carte',
      ]),
    )
    const known = await client.callTool({ name: 'find_recurring', arguments: {} })
    const { recurring } = known.structuredContent as {
      readonly recurring: ReadonlyArray<{ readonly last_description: string }>
    }
    expect(recurring.map(({ last_description }) => last_description)).toEqual(
      expect.arrayContaining([
        ...[/^Salaire /, /^Loyer /].map((text) => expect.stringMatching(text) as unknown),
        'Netflix',
        'Orange',
        'EDF',
      ]),
    )
    const { pid } = transport
    await client.close()
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH')
  })

  it('answers an error to a request of more than a megabyte, and lives on', async () => {
    const { child, line, ended } = cli.start(['mcp', '--sandbox'])
    const request = (id: number, method: string, params: unknown) =>
      void child.stdin?.write(`${JSON.stringify({ method, params, jsonrpc: '2.0', id })}\n`)
    const answer = async () => JSON.parse(await line()) as Readonly<Record<string, unknown>>
    const clientInfo = { name: 'an agent', version: '1.0.0' }
    request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    expect(await answer()).toMatchObject({ id: 1, result: {} })
    request(2, 'tools/call', { name: 'list_accounts', arguments: { text: 'a'.repeat(11_000_000) } })
    expect(await answer()).toEqual({
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32600, message: 'the request has more than 1000000 bytes' },
    })
    request(3, 'tools/call', { name: 'list_consents', arguments: {} })
    expect(await answer()).toMatchObject({ id: 3, result: { structuredContent: { next_offset: null } } })
    child.stdin?.end()
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('ends at %s although the agent listens', async (signal) => {
    const { child, line, ended } = cli.start(['mcp', '--sandbox'])
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`)
    await line()
    child.kill(signal)
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  it('ends when the agent no longer reads', async () => {
    const { child, line, ended } = cli.start(['mcp', '--sandbox'])
    const ping = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`
    child.stdin?.on('error', () => undefined)
    child.stdin?.write(ping)
    await line()
    child.stdout?.destroy()
    child.stdin?.write(ping)
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  describe('over HTTP', () => {
    let served: Running
    let url: string
    let authorization: string

    beforeAll(async () => {
      served = cli.start(['mcp', '--sandbox', '--http', '0'])
      const lines = await new Promise<string>((resolve) => {
        let text = ''
        served.child.stderr?.on('data', (chunk) => {
          text += String(chunk)
          if (/Bearer \S+\n/.test(text)) resolve(text)
        })
      })
      url = /http:\S+/.exec(lines)?.[0] ?? ''
      authorization = /Bearer \S+/.exec(lines)?.[0] ?? ''
    })

    afterAll(async () => {
      served.child.kill('SIGINT')
      expect((await served.ended).code).toBe(0)
    })

    const post = (options: RequestOptions, body: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const sent = request(url, { method: 'POST', ...options }, (answer) => {
          resolve(answer.statusCode)
          answer.resume()
        })
        sent.on('error', reject).end(body)
      })

    it('answers an agent that has the token', async () => {
      const client = agent()
      await client.connect(
        new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } }),
      )
      const { structuredContent } = await client.callTool({ name: 'list_consents', arguments: {} })
      expect((structuredContent as { readonly consents: ReadonlyArray<unknown> }).consents).toHaveLength(2)
      await client.close()
    })

    it.each<[string, Readonly<Record<string, string>>, number]>([
      ['without a token', {}, 401],
      ['with another token', { authorization: 'Bearer x' }, 401],
      ['with an empty token', { authorization: 'bearer ' }, 401],
      ['with a token of another scheme', { authorization: 'Basic x' }, 401],
      ['of another host', { host: 'bank.example' }, 403],
      ['of a web page', { origin: 'https://evil.example' }, 403],
    ])('refuses a request %s', async (_, headers, status) => {
      expect(await post({ headers }, '{}')).toBe(status)
    })

    it.each(['bearer', 'BEARER', 'Bearer ', 'bEaReR'])('accepts the token after %j', async (scheme) => {
      const [, token = ''] = authorization.split(' ')
      expect(await post({ headers: { authorization: `${scheme} ${token}` }, path: '/' }, '{}')).toBe(404)
      expect(await post({ headers: { authorization: `${scheme} ${token.toUpperCase()}x` } }, '{}')).toBe(401)
    })

    it('refuses a request of more than a megabyte, and one to another path', async () => {
      expect(await post({ headers: { authorization } }, ' '.repeat(1_000_001))).toBe(413)
      expect(await post({ headers: { authorization }, path: '/' }, '{}')).toBe(404)
    })
  })
})
