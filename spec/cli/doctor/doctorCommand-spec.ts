import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify, stripVTControlCharacters } from 'node:util'
import { filter, firstValueFrom } from 'rxjs'
import type { DoctorReport } from '../../../lib/cli/doctor/DoctorReport.js'
import { httpServer } from '../../helpers/httpServer.js'
import { rawServer } from '../../helpers/rawServer.js'
import { asTerminal, serviceCommand } from '../../helpers/serviceCommand.js'

const canary = 'c4n4ry'

const reportIn = (stdout: string): DoctorReport => JSON.parse(stdout) as DoctorReport

describe('rxbank doctor', () => {
  const { sandbox, url, path, run, runAlone, start, shellCommand } = serviceCommand()

  it('says that all is well, and ends with 0', async () => {
    const { code, stdout, stderr } = await runAlone(['doctor'])
    expect([code, stderr]).toStrictEqual([0, ''])
    expect(stdout).toContain(`\n✓ reachability  ✓ tcp `)
    expect(stdout).toContain('\n  client secret  RXBANK_CLIENT_SECRET\n')
    expect(stdout).toMatch(/\n✓ Everything works\. \d+ requests in [^\n]+\.\n$/)
  })

  it('is one line of JSON, the same', async () => {
    const { code, stdout, stderr } = await run(['doctor', '--json'])
    expect([code, stderr, stdout.split('\n')]).toStrictEqual([0, '', [expect.any(String), '']])
    expect(reportIn(stdout)).toMatchObject({ report: 1, verdict: 'ok', first: null, complete: true })
    expect(reportIn(stdout).service.origin).toBe(url())
  })

  it('says what is wrong, what to do first, and ends with 1', async () => {
    const { code, stdout, stderr } = await run(['doctor'], { RXBANK_CLIENT_SECRET: 'wrong' })
    expect([code, stderr]).toStrictEqual([1, ''])
    expect(stdout).toContain('✗ the client secret is not accepted\n')
    expect(stdout).toMatch(/\n→ Do this first: check the client secret: it may have been replaced\n$/)
  })

  it('ends with 2 where too little is given, or something wrong', async () => {
    const missing = await run(['doctor'], { RXBANK_BASE_URL: '', RXBANK_CLIENT_ID: '' })
    expect([missing.code, missing.stdout]).toStrictEqual([2, ''])
    expect(missing.stderr).toMatch(/^error: missing settings: base URL, client id\n/)
    const wrong = await run(['doctor', '--base-url', `http://bank.example/${canary}`])
    expect([wrong.code, wrong.stdout]).toStrictEqual([2, ''])
    expect(wrong.stderr).toMatch(/^error: wrong base URL, from --base-url/)
    const user = await run(['doctor', '--user-uuid', canary])
    expect(user.code).toBe(2)
    expect(wrong.stderr + user.stderr).not.toContain(canary)
    const profile = await run(['doctor', '--profile', 'bridge2020'])
    expect([profile.code, profile.stderr]).toStrictEqual([2, expect.stringContaining('did you mean bridge20')])
    expect(sandbox().journal.counts().started).toBe(0)
  })

  it('does with an id alone what can be done', async () => {
    const { code, stdout } = await run(['doctor', '--json'], { RXBANK_CLIENT_SECRET: '', RXBANK_EXTERNAL_USER_ID: '' })
    expect(code).toBe(0)
    expect(reportIn(stdout)).toMatchObject({
      verdict: 'warning',
      first: expect.stringContaining('RXBANK_CLIENT_SECRET'),
    })
  })

  it('takes everything from a pipe, which can be read but once', async () => {
    const content = JSON.stringify({
      profile: 'documented',
      baseUrl: url(),
      ...sandbox().credentials,
      externalUserId: 'A6J',
    })
    writeFileSync(path('own.json'), content, { mode: 0o600 })
    const command = `${shellCommand()} doctor --json --credentials <(cat ${path('own.json')})`
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { env: { PATH: process.env.PATH ?? '' } })
    expect(reportIn(stdout)).toMatchObject({ verdict: 'ok' })
    expect(reportIn(stdout).settings).toContainEqual({
      name: 'clientSecret',
      label: 'client secret',
      source: expect.stringMatching(/^"clientSecret" in \/dev\/fd\//),
    })
  })

  it('takes the address of a profile, and says that it is the wrong one', async () => {
    const { code, stdout } = await run(['doctor', '--profile', 'bridge2021', '--json'])
    expect(code).toBe(1)
    expect(reportIn(stdout)).toMatchObject({ service: { profile: 'bridge2021' }, first: 'try --profile documented' })
  })

  it('names a variable that names a proxy, and not what it names', async () => {
    const { stdout } = await run(['doctor'], { HTTP_PROXY: `http://user:${canary}@127.0.0.1:1` })
    expect(stdout).toContain('! HTTP_PROXY names a proxy, which is not used')
    expect(stdout).not.toContain(canary)
  })

  it.each([30, 40, 80, 120])('fits on a terminal of %i columns', async (columns) => {
    sandbox().faults.add({ kind: 'wrong-type', on: 'stocks', field: 'id', value: 'x', times: Infinity })
    const { code, stdout, stderr } = await run(['doctor'], asTerminal(columns, 'stdout', 'stderr'))
    expect(code).toBe(1)
    for (const line of stdout.split('\n')) expect(Array.from(line).length).toBeLessThanOrEqual(columns)
    expect(stdout).not.toContain('…')
    expect(stripVTControlCharacters(stdout)).toBe(stdout)
    expect(stdout.replace(/\s+/g, ' ')).toContain('/resources/0/id: expected id')
    expect(stderr).toContain('checking banks.list')
  })

  it('has colours on a terminal alone', async () => {
    const colours = await runAlone(['doctor'], { ...asTerminal(80, 'stdout'), NO_COLOR: '', FORCE_COLOR: '1' })
    expect(colours.stdout).toContain('\x1b[32m✓\x1b[39m')
    const plain = await run(['doctor'])
    expect(plain.stdout).not.toContain('\x1b')
  })

  it('ends at Ctrl-C with what is known and 130', async () => {
    sandbox().faults.add({ kind: 'silence', on: 'users', times: Infinity })
    for (const args of [['doctor'], ['doctor', '--json']]) {
      const isAsked = firstValueFrom(sandbox().journal.changes$.pipe(filter(({ route }) => route === 'users')))
      const { child, ended } = start(args)
      await isAsked
      child.kill('SIGINT')
      const { code, stdout, stderr } = await ended
      expect([code, stderr]).toStrictEqual([130, 'interrupted\n'])
      expect(stdout).toContain('banks.list')
    }
  })

  it('ends quietly when nobody reads', async () => {
    const { child, ended } = start(['doctor'])
    child.stdout?.destroy()
    expect((await ended).code).toBe(0)
  })

  describe('of a strange service', () => {
    const hostile = async (
      listener: (request: IncomingMessage, response: ServerResponse) => void,
    ): Promise<{ readonly report: DoctorReport; readonly code: number | null; readonly asked: number }> => {
      const server = await httpServer(listener)
      const { code, stdout, stderr } = await run(['doctor', '--json'], {
        RXBANK_BASE_URL: server.url,
        RXBANK_CLIENT_ID: canary,
        RXBANK_CLIENT_SECRET: canary,
      })
      await server.close()
      expect(stderr).toBe('')
      expect(stdout).not.toContain(canary)
      return { report: reportIn(stdout), code, asked: server.requests.length }
    }

    it.each<readonly [string, (request: IncomingMessage, response: ServerResponse) => void, RegExp, number]>([
      ['closes at once', (request) => request.socket.destroy(), /^check the base URL and its port/, 2],
      [
        'shows a page',
        (_, response) => response.setHeader('Content-Type', 'text/html').end(`<p>${canary}`),
        /open it in a browser/,
        4,
      ],
      [
        'refuses everybody',
        (_, response) => response.writeHead(401).end(`{"type":"x","message":"${canary}"}`),
        /^check the client id/,
        7,
      ],
      ['only fails', (_, response) => response.writeHead(500).end(canary), /^try again later/, 3],
      [
        'leads elsewhere',
        (_, response) => response.writeHead(301, { Location: `https://else.example/${canary}` }).end(),
        /^check the base URL/,
        3,
      ],
      // Four of its profile, and one of each other profile.
      ['knows no path', (_, response) => response.writeHead(404).end(), /a path before \/v2 may be missing/, 7],
      ['says nothing', (_, response) => response.end(), /^check the base URL/, 4],
      ['wants to be left alone', (_, response) => response.writeHead(429, { 'Retry-After': '120' }).end(), /^wait/, 1],
      [
        'says a lot',
        (_, response) => response.end(`{"resources":[{"id":1,"long":"${canary.repeat(1_500_000)}"}]}`),
        /^check --profile/,
        4,
      ],
      [
        'sends too much',
        (_, response) => response.end(`{"resources":["${'x'.repeat(20_000_000)}"]}`),
        /^check the base URL/,
        4,
      ],
    ])('that %s', async (_, listener, first, requests) => {
      const { report, asked, code } = await hostile(listener)
      expect(report.first).toMatch(first)
      expect([code, asked]).toStrictEqual([1, requests])
    })

    it('that lives in another time', async () => {
      const { report } = await hostile((_, response) => {
        response.setHeader('Date', new Date(Date.now() - 86_400_000).toUTCString())
        response.end('{"resources":[]}')
      })
      const clock = report.areas.find(({ name }) => name === 'clock')
      expect(clock).toMatchObject({
        verdict: 'failure',
        findings: [{ message: expect.stringContaining('24 h 0 min ahead') }],
      })
    })

    it('that is not there, or does not speak TLS', async () => {
      const gone = await rawServer((socket) => socket.end('hello\n'))
      const tls = await run(['doctor', '--json'], { RXBANK_BASE_URL: gone.url.replace('http:', 'https:') })
      await gone.close()
      const refused = await run(['doctor', '--json'], { RXBANK_BASE_URL: gone.url })
      expect([tls.code, refused.code]).toStrictEqual([1, 1])
      expect(reportIn(tls.stdout).first).toContain('whether it uses http instead of https')
      expect(reportIn(refused.stdout)).toMatchObject({ requests: 0, first: expect.stringContaining('its port') })
    })

    it('that never answers, before the time is over', async () => {
      const server = await httpServer(() => undefined)
      const { child, ended } = start(['doctor', '--json'], { RXBANK_BASE_URL: server.url })
      while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
      child.kill('SIGTERM')
      const { code, stdout } = await ended
      await server.close()
      expect(code).toBe(143)
      expect(reportIn(stdout)).toMatchObject({ complete: false, requests: 1, operations: [] })
    })
  })

  it('has no secret, no token and no name of a user in what it says', async () => {
    const [user] = sandbox().users
    const { clientId, clientSecret } = sandbox().credentials
    const who = { RXBANK_EXTERNAL_USER_ID: '', RXBANK_EMAIL: user?.email ?? '', RXBANK_PASSWORD: user?.password ?? '' }
    const ends = await Promise.all([run(['doctor'], who), run(['doctor', '--json'], who), run(['doctor'])])
    for (const { stdout, stderr, code } of ends) {
      expect(code).toBe(0)
      const reported = (stdout + stderr).replaceAll(path(), '')
      for (const secret of [clientId, clientSecret, user?.email, user?.password, user?.uuid, 'A6J', /[\da-f]{40}-/])
        expect(reported).not.toMatch(secret ?? '')
    }
  })
})
