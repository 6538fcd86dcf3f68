import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { reveal } from '../../../lib/index.js'
import type { JournalEntry } from '../../../lib/sandbox.js'
import type { Running } from '../../helpers/commandLine.js'
import { byId, type Row, rowsIn, rowsOf, watching } from './watching.js'

const isRound = ({ route, query }: JournalEntry): boolean =>
  route === 'transactionsUpdated' && !query.includes('after=')
/** Reads all lines that nobody asks for: a process whose output is not read waits. */
const drain = (running: Running): void => {
  running.line().then(
    () => drain(running),
    () => undefined,
  )
}
const isPage = (number: number) => {
  let pages = 0
  return ({ route, status }: JournalEntry): boolean =>
    route === 'transactionsUpdated' && status === 200 && ++pages === number
}

describe('rxbank watch transactions', () => {
  const { cli, sandbox, user, env, path, run, start, reported, request, close, reopen, rows } = watching(2200)

  const args = (...more: ReadonlyArray<string>): ReadonlyArray<string> => [
    ...['transactions', '--every', '100ms', '--checkpoint', path('at.json')],
    ...more,
  ]
  const toFile = (): ReadonlyArray<string> => args('--output', path('rows.ndjson'))

  /** A second round is asked for when the checkpoint of the first one is kept. */
  const secondRound = async (): Promise<void> => {
    let rounds = 0
    await request((entry) => entry.status === 'pending' && isRound(entry) && ++rounds === 2)
  }

  const untilSecondRound = async (argv: ReadonlyArray<string>, signal: NodeJS.Signals) => {
    const second = secondRound()
    const running = start(argv)
    drain(running)
    await second
    running.child.kill(signal)
    return running.ended
  }

  const shell = async (command: string): Promise<{ readonly stdout: string; readonly stderr: string }> => {
    const child = spawn('bash', ['-c', command], { env: { ...process.env, ...env() } })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (text) => (stdout += String(text)))
    child.stderr.on('data', (text) => (stderr += String(text)))
    await once(child, 'close')
    return { stdout, stderr }
  }

  it('writes what there is, a row a line, then what changes', async () => {
    const running = start(args())
    const lines: Array<Row> = []
    while (lines.length < 2200) lines.push(JSON.parse(await running.line()) as Row)
    expect(byId(lines)).toEqual(byId(await rows()))
    const [added = NaN] = sandbox().insertTransactions(user().uuid, 1)
    expect(JSON.parse(await running.line())).toMatchObject({ id: added, is_deleted: false })
    sandbox().deleteTransaction(added)
    expect(JSON.parse(await running.line())).toMatchObject({ id: added, is_deleted: true })
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends well at %s, and continues from there without a row again',
    async (signal) => {
      const { code, stderr } = await untilSecondRound([...toFile(), '--quiet'], signal)
      expect([code, stderr]).toEqual([0, ''])
      expect(existsSync(path('at.json.lock'))).toBe(false)
      const before = rowsOf(path('rows.ndjson')).length
      const [added = NaN] = sandbox().insertTransactions(user().uuid, 1)
      expect((await untilSecondRound(toFile(), signal)).code).toBe(0)
      const again = rowsOf(path('rows.ndjson')).slice(before)
      expect(again.map(({ id }) => id)).toEqual([added])
    },
  )

  it('ends at once at a second Ctrl-C, also while nobody reads what it writes', async () => {
    const child = spawn('bash', ['-c', `exec ${cli().shellCommand} watch transactions --quiet`], {
      env: { ...process.env, ...env() },
    })
    const ended = once(child, 'exit')
    await once(child.stdout, 'readable')
    while (child.signalCode === null && child.exitCode === null) {
      child.kill('SIGINT')
      await setImmediate()
    }
    // The first one is enough where all was written by then.
    expect([
      [null, 'SIGINT'],
      [0, null],
    ]).toContainEqual(await ended)
  })

  it.each([
    ['in a file', true],
    ['on a pipe', false],
  ])('misses nothing, and repeats nothing that it has finished, however often it is killed: %s', async (_, isFile) => {
    const argv = isFile ? toFile() : args()
    let piped = ''
    const written = (): string => (isFile ? readFileSync(path('rows.ndjson'), 'utf8') : piped)
    const removeIncompleteLine = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1)

    const moments: ReadonlyArray<(entry: JournalEntry) => boolean> = [
      ({ route }) => route === 'authenticate',
      (entry) => isRound(entry) && entry.status === 'pending',
      isPage(1),
      isPage(3),
      isPage(5),
      isPage(2),
    ]
    for (const moment of moments) {
      const met = request(moment)
      const running = start(argv)
      drain(running)
      await met
      running.child.kill('SIGKILL')
      piped += removeIncompleteLine((await running.ended).stdout)
      sandbox().insertTransactions(user().uuid, 2)
    }
    piped += removeIncompleteLine((await untilSecondRound(argv, 'SIGKILL')).stdout)
    const before = removeIncompleteLine(written())
    const [added = NaN] = sandbox().insertTransactions(user().uuid, 1)
    const { code, stdout } = await untilSecondRound(argv, 'SIGTERM')
    piped += stdout

    expect(code).toBe(0)
    expect(byId(rowsIn(written()))).toEqual(byId(await rows()))
    expect(written().startsWith(before)).toBe(true)
    const again = rowsIn(written().slice(before.length))
    expect(again.map(({ id }) => id)).toEqual([added])
  })

  it('cuts off half a line that a kill has left, and says so', async () => {
    await untilSecondRound(toFile(), 'SIGKILL')
    const before = readFileSync(path('rows.ndjson'), 'utf8')
    appendFileSync(path('rows.ndjson'), '{"id":1,"descr')
    const { stderr } = await untilSecondRound(toFile(), 'SIGTERM')
    expect(stderr).toContain(
      `removed an incomplete last line of ${path('rows.ndjson')}; its row will be written again\n`,
    )
    expect(readFileSync(path('rows.ndjson'), 'utf8').startsWith(before)).toBe(true)
    expect(byId(rowsOf(path('rows.ndjson')))).toEqual(byId(await rows()))
  })

  it('continues after the file could not take more, from what it had written', async () => {
    const argv = toFile().map((arg) => `'${arg}'`)
    const { stderr } = await shell(`ulimit -f 300; ${cli().shellCommand} watch ${argv.join(' ')} --quiet`)
    expect(stderr).toBe(`error: ${path('rows.ndjson')} cannot be written: the file has become too large\n`)
    expect(readFileSync(path('rows.ndjson'), 'utf8').endsWith('\n')).toBe(false)
    expect(existsSync(path('at.json'))).toBe(false)
    expect((await untilSecondRound(toFile(), 'SIGTERM')).code).toBe(0)
    expect(byId(rowsOf(path('rows.ndjson')))).toEqual(byId(await rows()))
  })

  it.each([
    ['an output', '> /dev/full', 'the output'],
    ['a file', '--output /dev/full', '/dev/full'],
  ])('ends in one line on a full disk, %s, and has kept no checkpoint', async (_, redirected, name) => {
    const argv = args('--quiet').map((arg) => `'${arg}'`)
    const { stdout, stderr } = await shell(`${cli().shellCommand} watch ${argv.join(' ')} ${redirected}; echo $? >&2`)
    expect([stdout, stderr]).toEqual(['', `error: ${name} cannot be written: the disk is full\n1\n`])
    expect(existsSync(path('at.json'))).toBe(false)
  })

  it('ends when the file behind its output could not take more, and has kept no checkpoint', async () => {
    // All rows are one page: no later write tells that this one was cut short.
    const watch = `${cli().shellCommand} watch stocks --quiet --every 100ms --checkpoint ${path('at.json')}`
    const { stderr } = await shell(`ulimit -f 10; ${watch} >> ${path('rows.ndjson')}; echo $? >&2`)
    expect(stderr).toBe('error: the output cannot be written: the file has become too large\n1\n')
    expect(existsSync(path('at.json'))).toBe(false)
  })

  it('ends quietly when its reader leaves, and has kept no checkpoint', async () => {
    const argv = args('--quiet').map((arg) => `'${arg}'`)
    const { stdout, stderr } = await shell(
      `${cli().shellCommand} watch ${argv.join(' ')} | head -n 1; echo "\${PIPESTATUS[*]}"`,
    )
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^\{"id":.*\}\n0 0\n$/)
    expect(existsSync(path('at.json'))).toBe(false)
  })

  it('begins with --since, and the checkpoint goes before it', async () => {
    const since = new Date(sandbox().now()).toISOString()
    const [added = NaN] = sandbox().insertTransactions(user().uuid, 1)
    await untilSecondRound([...toFile(), '--since', since], 'SIGTERM')
    const found = rowsOf(path('rows.ndjson'))
    expect(found.map(({ id }) => id)).toContain(added)
    expect(found.length).toBeLessThan(2200)
    await untilSecondRound([...toFile(), '--since', '2000-01-01'], 'SIGTERM')
    expect(rowsOf(path('rows.ndjson')).length).toBeLessThan(2200)
  })

  it('continues when the service is available again after an outage, and prints both', async () => {
    const running = start(toFile())
    const news = reported(running)
    expect(await news.line()).toMatch(
      /^\d\d:\d\d:\d\d transactions\.updated: everything works; the next round is in \d/,
    )
    close()
    expect(await news.line()).toMatch(/^\d\d:\d\d:\d\d transactions\.updated: no response \(\w+\); retry in /)
    await reopen()
    let line = ''
    while (!line.includes('everything works')) line = await news.line()
    const [added = NaN] = sandbox().insertTransactions(user().uuid, 1)
    await secondRound()
    await secondRound()
    running.child.kill('SIGTERM')
    expect((await running.ended).code).toBe(0)
    expect(rowsOf(path('rows.ndjson')).map(({ id }) => id)).toContain(added)
  })

  it('ends with a row that cannot be read, and has kept no checkpoint beyond it', async () => {
    sandbox().faults.add({ kind: 'wrong-type', on: 'transactionsUpdated', after: 2, field: 'updated_at', value: 42 })
    const running = start(toFile())
    const { code, stderr } = await running.ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: transactions\.updated\W+page 3\W[^\n]*updated_at[^\n]*\n$/)
    expect(rowsOf(path('rows.ndjson'))).toHaveLength(1000)
    expect(existsSync(path('at.json'))).toBe(false)
  })

  it('tells nothing secret', async () => {
    sandbox().faults.add({ kind: 'server-error', on: 'authenticate' })
    sandbox().faults.add({ kind: 'unauthorized', on: 'transactionsUpdated' })
    sandbox().faults.add({ kind: 'rate-limit', on: 'transactionsUpdated', retryAfter: 0 })
    const tokens: Array<string> = []
    sandbox().journal.changes$.subscribe(({ headers: { authorization } }) => {
      if (typeof authorization === 'object') tokens.push(reveal(authorization).replace(/^Bearer /, ''))
    })
    const { code, stdout, stderr } = await untilSecondRound(args(), 'SIGTERM')
    expect(code).toBe(0)
    expect(stderr).toMatch(/no token: 500; retry in /)
    expect(stderr).toMatch(/transactions\.updated: 429; retry in /)
    expect(tokens.length).toBeGreaterThan(0)
    for (const secret of ['sandbox-secret', ...tokens]) expect(stdout + stderr).not.toContain(secret)
  })

  it.each([
    [
      'not whole',
      '{"format":"rxb',
      'it is incomplete or not JSON; restore it from a copy, or remove it to start without checkpoints',
    ],
    ['of another kind', '{"id":1}', 'it is not a checkpoint file: expected'],
  ])('refuses a checkpoint file that is %s, and touches nothing', async (_, content, said) => {
    writeFileSync(path('at.json'), content)
    writeFileSync(path('rows.ndjson'), '{"half')
    const { code, stdout, stderr } = await start(toFile()).ended
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`error: checkpoint file ${path('at.json')}: ${said}`)
    expect(readFileSync(path('at.json'), 'utf8')).toBe(content)
    expect(readFileSync(path('rows.ndjson'), 'utf8')).toBe('{"half')
  })

  it('refuses a checkpoint file that another command uses, and leaves its output alone', async () => {
    const second = secondRound()
    const first = start(toFile())
    await second
    const { code, stderr } = await start(toFile()).ended
    expect(code).toBe(1)
    expect(stderr).toContain(
      `process ${String(first.child.pid)} uses it; end that process, use another file, or remove `,
    )
    first.child.kill('SIGTERM')
    expect((await first.ended).code).toBe(0)
    expect(rowsOf(path('rows.ndjson'))).toHaveLength(2200)
  })

  it('says that it may not write the checkpoint, before it writes a row', async () => {
    const closed = path('closed')
    mkdirSync(closed)
    chmodSync(closed, 0o500)
    // Who is root may write anywhere but here.
    const directory = process.getuid?.() === 0 ? '/sys/kernel' : closed
    const { code, stdout, stderr } = await start(['transactions', '--checkpoint', `${directory}/at.json`]).ended
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^error: checkpoint file .*\/at\.json: (this process may not|the disk is read-only)[^\n]*\n$/,
    )
  })

  it('adds to no file that is another server', async () => {
    writeFileSync(path('rows.ndjson'), 'notes of mine')
    const { code, stderr } = await start(toFile()).ended
    expect([code, stderr]).toEqual([
      1,
      `error: ${path('rows.ndjson')} does not end with a line of JSON; choose another file\n`,
    ])
    expect(readFileSync(path('rows.ndjson'), 'utf8')).toBe('notes of mine')
  })

  it.each([
    [['--every', '60'], 'Expected a time such as 500ms, 30s, 5m or 2h, 0.1 s or more.'],
    [['--every', '10ms'], '0.1 s or more'],
    [['--since', 'yesterday'], 'Expected a date or time'],
    [['--checkpiont', 'x'], '(Did you mean --checkpoint?)'],
    [['--checkpoint', ''], 'Expected the path of a file.'],
    [['--output', ''], 'Expected the path of a file.'],
    [['--output', 'x', '--checkpoint', './x'], '--output and --checkpoint name the same file'],
  ])('refuses %j', async (more, said) => {
    const { code, stderr } = await run(['transactions', ...more])
    expect(code).toBe(2)
    expect(stderr).toContain(said)
  })

  it('watches stocks as well', async () => {
    sandbox().touchStocks(user().uuid, 1)
    const running = start(['stocks', '--every', '100ms'])
    expect(JSON.parse(await running.line())).toHaveProperty('ticker')
    running.child.kill('SIGTERM')
    expect((await running.ended).code).toBe(0)
  })
})
