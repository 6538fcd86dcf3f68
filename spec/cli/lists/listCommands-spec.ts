import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { firstValueFrom } from 'rxjs'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { asTerminal, serviceCommand } from '../../helpers/serviceCommand.js'

describe.each(['banks', 'categories'])('rxbank %s', (command) => {
  const { sandbox, url, run, runAlone, start } = serviceCommand({ profile: documentedProfile, banks: 700 })
  const linesOf = (stdout: string): ReadonlyArray<string> => stdout.split('\n').slice(0, -1)

  it('writes lines of JSON if nobody looks, and if it is told to', async () => {
    const piped = await runAlone([command])
    const reported = await run([command, '--json'], asTerminal(40, 'stdout'))
    for (const line of linesOf(piped.stdout)) expect(JSON.parse(line)).toHaveProperty('name')
    expect([piped.code, piped.stderr]).toStrictEqual([0, ''])
    expect(reported.stdout).toBe(piped.stdout)
  })

  it.each([30, 100])('is a table that fits on a terminal of %i columns', async (columns) => {
    const { code, stdout } = await run([command], asTerminal(columns, 'stdout'))
    const lines = linesOf(stdout)
    expect(code).toBe(0)
    expect(lines[0]).toMatch(/^ +ID .*NAME$/)
    expect(lines.filter((line) => line.includes('NAME'))).toHaveLength(1)
    expect(lines.length).toBeGreaterThan(100)
    for (const line of lines) expect(Array.from(line).length).toBeLessThanOrEqual(columns)
  })

  it('asks with the client id alone', async () => {
    const { code } = await run([command], { RXBANK_CLIENT_SECRET: '', RXBANK_EXTERNAL_USER_ID: '' })
    expect(code).toBe(0)
    for (const { headers } of sandbox().journal.entries()) {
      expect(Object.keys(headers)).toContain('client-id')
      expect(Object.keys(headers)).not.toContain('client-secret')
    }
  })

  it('says what is missing, and what is wrong', async () => {
    const missing = await run([command], { RXBANK_BASE_URL: '', RXBANK_CLIENT_ID: '' })
    expect(missing.code).toBe(2)
    expect(missing.stderr).toMatch(/^error: missing settings: base URL, client id\n/)
    const refused = await run([command, '--client-id', 'nobody'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('401 unauthorized: the service refused the client id; check it')
  })

  it('says that the base URL leads elsewhere', async () => {
    sandbox().faults.add({ kind: 'redirect', to: 'https://elsewhere.example', times: Infinity })
    const { code, stderr } = await run([command, '--base-url', `${url()}/gate`])
    expect(code).toBe(1)
    expect(stderr).toContain('302: a redirect, which is not followed; check the base URL')
  })

  it('ends with 130 at Ctrl-C', async () => {
    sandbox().faults.add({ kind: 'silence', times: Infinity })
    const isAsked = firstValueFrom(sandbox().journal.changes$)
    const { child, ended } = start([command])
    await isAsked
    child.kill('SIGINT')
    expect(await ended).toStrictEqual({ code: 130, stdout: '', stderr: 'interrupted\n' })
  })
})

describe('rxbank categories', () => {
  const { run } = serviceCommand()

  it('speaks the language that it is asked for', async () => {
    const [french, english] = await Promise.all(
      ['fr', 'en'].map((language) => run(['categories', '--language', language], asTerminal(80, 'stdout'))),
    )
    expect(french?.stdout).toContain('     235    Coiffeur\n')
    expect(english?.stdout).toContain('     235    Hairdresser\n')
  })

  it('knows two languages', async () => {
    const { code, stderr } = await run(['categories', '--language', 'de'])
    expect(code).toBe(2)
    expect(stderr).toContain('Allowed choices are en, fr.')
  })
})

describe('rxbank banks', () => {
  const { sandbox, env, run, shellCommand } = serviceCommand()

  it('says why it waits, and clears that before it continues', async () => {
    sandbox().faults.add({ kind: 'rate-limit', retryAfter: 0, on: 'banks' })
    const terminals = asTerminal(80, 'stdout', 'stderr')
    const child = execFile('bash', ['-c', `${shellCommand()} banks 2>&1`], {
      env: { ...process.env, ...env(), ...terminals },
    })
    let shown = ''
    child.stdout?.on('data', (text) => (shown += String(text)))
    await once(child, 'close')
    expect(shown.split('\x1b[K').map((text) => text.trim().slice(0, 8))).toStrictEqual(['retry in', '', 'ID  COUN'])
  })

  it('clears it before it says what failed', async () => {
    sandbox().faults.add({ kind: 'rate-limit', retryAfter: 0, on: 'banks', times: Infinity })
    const { code, stderr } = await run(['banks'], asTerminal(80, 'stderr'))
    expect(code).toBe(1)
    expect(stderr).toContain('\r\x1b[Kerror: banks.list: 429')
  })

  it('lets no name steer the terminal', async () => {
    sandbox().faults.add({ kind: 'wrong-type', field: 'name', value: 'Bank\x1b[2J\x9b\u202ered' })
    const { stdout } = await run(['banks'], asTerminal(80, 'stdout'))
    expect(stdout).toContain('Bank?[2J??red')
    expect(stripVTControlCharacters(stdout)).toBe(stdout)
    expect(stdout).not.toContain('\u202e')
  })
})
