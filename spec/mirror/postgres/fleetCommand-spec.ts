import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { Pool } from 'pg'
import { firstValueFrom, timer } from 'rxjs'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { Running } from '../../helpers/commandLine.js'
import { asTerminal, serviceCommand } from '../../helpers/serviceCommand.js'
import { type Server, startServer } from './server.js'

interface Told {
  readonly type: string
  readonly [field: string]: unknown
}

describe('rxbank fleet, on PostgreSQL', () => {
  let server: Server
  let url: string
  let pool: Pool
  let tables: string | undefined
  let databases = 0
  const {
    sandbox,
    path,
    run: runIt,
    start: startIt,
  } = serviceCommand({ profile: documentedProfile, users: 12, transactions: 5, stocks: 1 })

  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${String(server.port)}/${database}`

  /** Goes on with a database of its own: empty, or a copy of another one. */
  const create = async (template = 'template1') => {
    const database = `fleet${String(++databases)}`
    const admin = new Pool({ connectionString: urlOf('postgres') })
    await admin.query(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`)
    await admin.end()
    url = urlOf(database)
    pool = new Pool({ connectionString: url })
    return database
  }

  beforeAll(async () => {
    server = await startServer()
  })

  afterAll(() => server.remove())

  const env = () => ({ DATABASE_URL: url, RXBANK_SEAL_KEYS: randomBytes(32).toString('base64') })
  const run = (...words: ReadonlyArray<string>) => runIt(['fleet', ...words], env())

  /** Goes on with a database that has the tables: the command makes them in one that the others are copies of. */
  const migrate = async () => {
    if (tables === undefined) {
      tables = await create()
      await run('migrate')
    }
    await create(tables)
  }

  const rows = async (): Promise<number> => {
    const { rows: counted } = await pool.query<{ count: number }>('SELECT count(*)::int FROM rxbank.transactions')
    return counted[0]?.count ?? NaN
  }

  const ids = () => sandbox().users.map(({ externalUserId }) => externalUserId)
  const running: Array<Running> = []

  afterEach(async () => {
    for (const { child } of running.splice(0)) child.kill('SIGKILL')
    await pool.end()
  })

  const begin = (words: ReadonlyArray<string>, own: Readonly<Record<string, string>>): Running => {
    const one = startIt(['fleet', ...words], own)
    running.push(one)
    return one
  }

  const worker = (shared = env(), ...words: ReadonlyArray<string>): Running =>
    begin(['up', '--every', '500ms', '--feeds', 'transactions', '--verbose', ...words], shared)
  const until = async (from: Running, type: string): Promise<Told> => {
    for (;;) {
      const reported = JSON.parse(await from.line()) as Told
      if (reported.type === type) return reported
    }
  }

  it('refuses to work before the tables are there, and makes them once', async () => {
    await create()
    const before = await run('up')
    expect(before).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: 'error: tables or migrations of the fleet are missing: run rxbank fleet migrate\n',
    })
    const first = await run('migrate')
    expect([first.code, first.stderr]).toStrictEqual([0, ''])
    expect(first.stdout).toMatch(/^\d+ steps applied\n$/)
    expect(await run('migrate')).toStrictEqual({
      code: 0,
      stdout: 'nothing to do: the tables are up to date\n',
      stderr: '',
    })
    expect((await run('migrate', '--changes')).stdout).toBe('1 step applied\n')
    await pool.query('SELECT FROM rxbank.changes')
  })

  it('mirrors the users of a file by two workers, with one token each, and ends at SIGTERM and Ctrl-C', async () => {
    await migrate()
    writeFileSync(path('users.txt'), `${ids().join('\n')}\n\n`)
    expect((await run('users', 'add', '--file', path('users.txt'))).stdout).toBe('12 users added, of 12 given\n')
    expect((await run('users', 'add', 'A6J', 'A6J')).stdout).toBe('0 users added, of 2 given\n')
    const shared = env()
    const [one, other] = [worker(shared, '--limit', '1000/1s'), worker(shared, '--limit', '1000/1s')]
    expect(JSON.parse(await one.line())).toMatchObject({
      type: 'Started',
      database: expect.stringMatching(/^127\.0\.0\.1:\d+\/fleet\d+$/),
      every: 500,
      rounds: 100,
    })
    // Which of the two takes how many rounds is chance.
    while ((await rows()) < 60) await firstValueFrom(timer(20))
    one.child.kill('SIGTERM')
    other.child.kill('SIGINT')
    for (const { ended } of [one, other]) {
      const { code, stdout, stderr } = await ended
      expect([code, stderr]).toStrictEqual([0, ''])
      const reported = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Told)
      expect(reported.slice(-2).map(({ type }) => type)).toContain('Ended')
    }
    expect(await rows()).toBe(60)
    expect(sandbox().journal.counts().routes.authenticate).toBe(12)
    expect(JSON.parse((await run('status')).stdout)).toMatchObject({ budget: { requests: 1000, per: 1000 } })
  })

  it('tells what the fleet is doing: an object, one a second, and a screen', async () => {
    await migrate()
    await run('users', 'add', ...ids())
    const { code, stdout } = await run('status')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toStrictEqual({
      time: expect.any(String),
      users: 12,
      waiting_proofs: [],
      failing: 0,
      suspended: 0,
      suspended_feeds: 0,
      balance_mismatches: 0,
      due: expect.any(Number),
      lag: expect.any(Number),
      held: 0,
      workers: [],
      paused: [],
      budget: null,
    })
    const following = begin(['status', '--watch'], env())
    expect(JSON.parse(await following.line())).toMatchObject({ users: 12 })
    expect(JSON.parse(await following.line())).toMatchObject({ users: 12 })
    following.child.kill('SIGINT')
    expect(await following.ended).toMatchObject({ code: 0, stderr: '' })
    const shown = await begin(['status'], { ...env(), ...asTerminal(80, 'stdout') }).ended
    expect([shown.code, shown.stderr]).toStrictEqual([0, ''])
    expect(shown.stdout).toContain('users    12')
    for (const ofScreens of ['Ctrl-C', 'rows', '\x1b[?1049']) expect(shown.stdout).not.toContain(ofScreens)
    const screen = begin(['status', '--watch'], { ...env(), ...asTerminal(80, 'stdout') })
    let drawn = ''
    // The first screens may be drawn before the database has answered.
    while (!drawn.includes('users    12') || !drawn.includes('Ctrl-C')) drawn += await screen.line()
    screen.child.kill('SIGINT')
    const end = await screen.ended
    expect([end.code, end.stderr, end.stdout.endsWith('\x1b[?1049l')]).toStrictEqual([0, '', true])
  })

  it('drains: all workers end, and a drain of nobody is over at once', async () => {
    await migrate()
    await run('users', 'add', ...ids())
    const [one, other] = [worker(), worker()]
    for (const each of [one, other]) await until(each, 'Started')
    while ((await rows()) === 0) await firstValueFrom(timer(20))
    expect(await run('drain')).toStrictEqual({ code: 0, stdout: 'drained: no worker is left\n', stderr: '' })
    for (const { ended } of [one, other]) {
      const { code, stdout } = await ended
      expect([code, stdout]).toStrictEqual([0, expect.stringContaining('"type":"Stopping","reason":"drain"')])
    }
    expect((await run('drain')).code).toBe(0)
    const again = worker()
    await until(again, 'RoundEnded')
    again.child.kill('SIGTERM')
    expect((await again.ended).code).toBe(0)
  })

  it('says that a worker cannot decrypt the tokens of the others, and goes on', async () => {
    await migrate()
    await run('users', 'add', 'A6J')
    const one = worker()
    await until(one, 'RoundEnded')
    // One user has one round at a time, which this worker might go on taking.
    one.child.kill('SIGINT')
    expect(await one.ended).toMatchObject({ code: 0, stdout: expect.not.stringContaining('TokenStoreFailed') })
    const other = worker()
    expect(await until(other, 'TokenStoreFailed')).toStrictEqual({
      time: expect.any(String),
      type: 'TokenStoreFailed',
      reason: 'unreadable',
      times: 1,
      error: expect.stringContaining('RXBANK_SEAL_KEYS'),
    })
    await until(other, 'RoundEnded')
    other.child.kill('SIGINT')
    expect((await other.ended).code).toBe(0)
  })

  it.each([
    ['permits', 'PermitsFailed', 'ALTER FUNCTION rxbank.lease_permits RENAME TO lease'],
    ['tokens', 'TokenStoreFailed', 'ALTER TABLE rxbank.tokens RENAME TO sealed_tokens'],
  ])('ends where a newer version has changed the tables of %s, and does not begin there', async (of, type, change) => {
    await migrate()
    await run('users', 'add', ...ids())
    const limit = ['--limit', '1000/1s']
    const one = worker(env(), ...limit)
    await until(one, 'RoundEnded')
    await pool.query(`${change}; INSERT INTO rxbank.${of.slice(0, -1)}_migrations VALUES (2)`)
    if (of === 'tokens') sandbox().revokeTokens()
    const stderr = 'error: the tables of the fleet belong to a newer version of rxbank: run that version\n'
    const ended = await one.ended
    expect(ended).toMatchObject({ code: 1, stderr })
    expect(ended.stdout).toContain(
      `"type":"${type}","reason":"newer","times":1,"error":"the tables of the fleet belong to`,
    )
    expect(await run('up', ...limit)).toStrictEqual({ code: 1, stdout: '', stderr })
    expect((await run('status')).code).toBe(of === 'permits' ? 1 : 0)
  })

  it('sets a user aside whom the service does not know, says so, and tries again where told to', async () => {
    await migrate()
    await run('users', 'add', 'nobody', 'A6J')
    const setting = worker()
    expect(await until(setting, 'UserSuspended')).toMatchObject({ user: 'nobody' })
    const listed = (await run('users', 'list', '--suspended')).stdout
    expect(JSON.parse(listed)).toMatchObject({
      id: 'nobody',
      failures: expect.any(Number),
      last_error: expect.stringMatching(/^the service gave no token \(\d+\); check/),
      reason: expect.stringMatching(/^the service gave no token/),
      suspended_feeds: [],
    })
    const { stdout: text } = await runIt(['fleet', 'users', 'list'], { ...env(), ...asTerminal(200, 'stdout') })
    expect(text).toMatch(/^A6J +(every 0\.5 s|no round yet)$/m)
    expect(text).toMatch(
      /^nobody .*, suspended, failed \d+ times since .*, next round in .*: the service gave no token/m,
    )
    expect((await run('users', 'retry', 'A6J')).stdout).toBe('A6J: a round is scheduled\n')
    expect((await run('users', 'retry', '--all')).stdout).toBe('nobody: a round is scheduled\n')
    expect(await run('users', 'retry', 'NOPE')).toMatchObject({ code: 1, stdout: 'NOPE: unknown user\n' })
    expect(await until(setting, 'UserSuspended')).toMatchObject({ user: 'nobody' })
    setting.child.kill('SIGINT')
    await setting.ended
  })

  it('writes all data of a user, as lines of JSON', async () => {
    await migrate()
    await run('users', 'add', 'A6J')
    const reading = worker()
    await until(reading, 'RoundEnded')
    const { code, stdout } = await run('users', 'export', 'A6J')
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Told)
    expect([code, lines[0], lines.at(-1)]).toMatchObject([
      0,
      { format: 'rxbank-export', user: 'A6J', is_known: true },
      { end: true, rows: lines.length - 2 },
    ])
    expect(lines.filter(({ table }) => table === 'transactions')).toHaveLength(await rows())
    expect(await run('users', 'export', 'nobody')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'error: nobody: not found\n',
    })
    reading.child.kill('SIGINT')
    await reading.ended
  })

  it('removes a user with all that is kept of the user', async () => {
    await migrate()
    await run('users', 'add', 'A6J')
    const reading = worker()
    await until(reading, 'RoundEnded')
    expect(await rows()).toBeGreaterThan(0)
    expect((await run('users', 'remove', 'A6J', 'nobody')).stdout).toBe('A6J: removed\nnobody: not found\n')
    reading.child.kill('SIGINT')
    await reading.ended
    expect(await rows()).toBe(0)
    expect((await run('users', 'list')).stdout).toBe('')
    const { rows: tokens } = await pool.query('SELECT * FROM rxbank.tokens')
    expect(tokens).toStrictEqual([])
  })

  it('says that a file of users is not there', async () => {
    await migrate()
    const { code, stderr } = await run('users', 'add', '--file', path('none.txt'))
    expect([code, stderr]).toStrictEqual([
      1,
      `error: ${path('none.txt')} cannot be read: there is no such file or directory\n`,
    ])
  })
})
