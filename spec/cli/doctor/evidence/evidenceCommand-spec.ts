import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { filter, firstValueFrom } from 'rxjs'
import type { EvidenceFile } from '../../../../lib/cli/doctor/evidence/EvidenceFile.js'
import { httpServer } from '../../../helpers/httpServer.js'
import { asTerminal, serviceCommand } from '../../../helpers/serviceCommand.js'

describe('rxbank doctor --output', () => {
  const { sandbox, path, run, runAlone, start } = serviceCommand()
  const evidence = (): EvidenceFile => JSON.parse(readFileSync(path('own.json'), 'utf8')) as EvidenceFile
  const withFile = ['doctor', '--output'] as const

  it('writes a file that only its owner can read, and says what is in it', async () => {
    const { code, stdout, stderr } = await run([...withFile, path('own.json')])
    expect([code, stderr]).toStrictEqual([0, ''])
    expect(stdout).toMatch(/\nAssumptions\n✓ \d+ assumptions seen to hold\n/)
    expect(stdout.replace(/\s+/g, ' ')).toContain(`→ Read ${path('own.json')}, send it to us`)
    expect(statSync(path('own.json')).mode & 0o777).toBe(0o600)
    expect(readFileSync(path('own.json'), 'utf8')).toMatch(
      /^{\n {2}"about": "What rxbank doctor saw of a bank data service/,
    )
    expect(evidence()).toMatchObject({ evidence: 1, profile: 'documented', complete: true })
  })

  it('has no secret, no address, and no name of a user or a file in it', async () => {
    await run([...withFile, path('own.json')])
    const text = readFileSync(path('own.json'), 'utf8')
    const [user] = sandbox().users
    const { clientId, clientSecret } = sandbox().credentials
    for (const secret of [clientId, clientSecret, user?.uuid, user?.email, '127.0.0.1', path(), 'A6J'])
      expect(text).not.toContain(secret)
  })

  it('is one line on standard output with --json, and the file is the same', async () => {
    const { stdout } = await run([...withFile, path('own.json'), '--json'])
    expect(stdout.split('\n')).toHaveLength(2)
    expect(evidence().evidence).toBe(1)
  })

  it('replaces a file as a whole, and keeps the old one after Ctrl-C', async () => {
    writeFileSync(path('own.json'), 'old')
    sandbox().faults.add({ kind: 'silence', on: 'users', times: Infinity })
    const isAsked = firstValueFrom(sandbox().journal.changes$.pipe(filter(({ route }) => route === 'users')))
    const { child, ended } = start([...withFile, path('own.json')])
    await isAsked
    child.kill('SIGINT')
    const { code, stderr } = await ended
    expect([code, stderr, readFileSync(path('own.json'), 'utf8')]).toStrictEqual([130, 'interrupted\n', 'old'])
    expect(existsSync(path('own.json.partial'))).toBe(false)
    sandbox().faults.clear()
    await run([...withFile, path('own.json')])
    expect(evidence().evidence).toBe(1)
  })

  it('writes what a wrong secret shows, and ends with 1', async () => {
    const { code, stdout } = await run([...withFile, path('own.json')], { RXBANK_CLIENT_SECRET: 'c4n4ry' })
    expect(code).toBe(1)
    expect(stdout + readFileSync(path('own.json'), 'utf8')).not.toContain('c4n4ry')
    expect(evidence().assumptions.find(({ id }) => id === 'error.body')?.outcome).toBe('holds')
  })

  it('writes nothing if nothing answers, or if it cannot write, which it says first', async () => {
    const server = await httpServer(() => undefined)
    await server.close()
    const gone = await run([...withFile, path('own.json')], { RXBANK_BASE_URL: server.url })
    expect([gone.code, existsSync(path('own.json'))]).toStrictEqual([1, false])
    expect(gone.stderr).toContain('was not written: the service gave no response to learn from\n')
    mkdirSync(path('folder'))
    for (const target of [path('none', 'own.json'), path('folder')]) {
      const { code, stderr } = await run([...withFile, target])
      expect([code, stderr]).toStrictEqual([1, expect.stringMatching(/^error: .* cannot be written: /)])
    }
    expect(sandbox().journal.counts().started).toBe(0)
  })

  it('survives an answer whose gzip is broken, and a server that cuts off', async () => {
    const server = await httpServer((request, response) => {
      if (request.url?.includes('categories') === true) response.writeHead(200, { 'Content-Length': '99' }).end('{"r')
      else response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('c4n4ry')
    })
    const { code, stderr } = await run([...withFile, path('own.json')], { RXBANK_BASE_URL: server.url })
    await server.close()
    expect([code, stderr.includes('c4n4ry')]).toStrictEqual([1, false])
  })

  it.each([30, 40, 80])('fits on a terminal of %i columns', async (columns) => {
    const row = { kind: 'wrong-type', on: 'stocks', field: 'id', value: 'c4n4ry', times: Infinity } as const
    sandbox().faults.add(row)
    const { stdout } = await run(
      [...withFile, 'own.json'].map((each) => (each === 'own.json' ? path(each) : each)),
      {
        ...asTerminal(columns, 'stdout', 'stderr'),
      },
    )
    for (const line of stdout.split('\n')) expect(Array.from(line).length).toBeLessThanOrEqual(columns)
    expect(stdout).not.toContain('c4n4ry')
  })

  it('shows no cursor movements on a dumb terminal', async () => {
    const env = { ...asTerminal(80, 'stdout', 'stderr'), TERM: 'dumb', NO_COLOR: '1' }
    const { stdout, stderr } = await runAlone([...withFile, path('own.json')], env)
    for (const control of ['\r', '\x1b']) expect(stdout + stderr).not.toContain(control)
  })
})
