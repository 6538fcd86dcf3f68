import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import { filter, firstValueFrom } from 'rxjs'
import { bridge2021, bridge2025 } from '../../../lib/bridge.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { asTerminal, serviceCommand } from '../../helpers/serviceCommand.js'

const rowsOf = (stdout: string): ReadonlyArray<Record<string, unknown>> =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** Makes functions of `fs` behave otherwise in a command. */
const withFs = (code: string): Readonly<Record<string, string>> => {
  const program = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; ${code}; syncBuiltinESMExports()`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` }
}

describe('rxbank pull', () => {
  const { sandbox, path, env, run, runAlone, start, shellCommand } = serviceCommand({
    profile: documentedProfile,
    transactions: 1200,
  })
  /** Emits once when transactions were asked for so often. */
  const asked = (times: number): Promise<unknown> => {
    const { changes$, counts } = sandbox().journal
    return firstValueFrom(changes$.pipe(filter(() => counts().routes.transactions === times)))
  }
  /** Resolves when the sandbox is asked for a page of transactions that it will not answer. */
  const silentPage = (after: number): Promise<unknown> => {
    sandbox().faults.add({ kind: 'silence', on: 'transactions', after, times: Infinity })
    return asked(after + 1)
  }
  const shell = async (command: string) => {
    const child = execFile('bash', ['-c', command], { env: { ...process.env, ...env() } })
    let [stdout, stderr] = ['', '']
    child.stdout?.on('data', (text) => (stdout += String(text)))
    child.stderr?.on('data', (text) => (stderr += String(text)))
    await once(child, 'close')
    return { stdout, stderr }
  }

  it('writes an OFX document, and says what it leaves out', async () => {
    const { code, stdout, stderr } = await run(['pull', 'transactions', '--ofx'])
    expect(code).toBe(0)
    expect(stdout.match(/<FITID>\d+<\/FITID>/g)).toHaveLength(1200)
    expect(stderr).toBe(
      '1,200 transactions written; 0 rows left out: pending, removed, without an exact amount, or in another currency than the account\n' +
        'many programs read only one account of a document: write a file for each with --output FOLDER/\n',
    )
    expect(stdout.endsWith('</OFX>\n')).toBe(true)
  })

  it.each([
    [['accounts', '--ofx'], '--ofx supports transactions, not accounts'],
    [['transactions', '--ofx', '--csv'], '--ofx excludes --csv, --json, --since'],
    [['transactions', '--ofx', '--since', '2026-01-01'], '--ofx excludes --csv, --json, --since'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await run(['pull', ...args])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })

  it.each([
    ['accounts', 'id'],
    ['banks', 'name'],
    ['categories', 'categories'],
    ['items', 'id'],
    ['stocks', 'updated_at'],
    ['transactions', 'raw_description'],
    ['users', 'external_user_id'],
  ])('writes %s, a line each, with the names of the API', async (resource, field) => {
    const { code, stdout, stderr } = await run(['pull', resource])
    const rows = rowsOf(stdout)
    expect(code).toBe(0)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((row) => field in row)).toHaveLength(rows.length)
    expect(stderr).toMatch(
      new RegExp(`^${String(rows.length).replace('1200', '1,200')} ${resource} in \\d+ pages? and .* m?s\\n$`),
    )
  })

  it.each([
    ['transaction', 'transactions'],
    ['category', 'categories'],
    ['bank', 'banks'],
  ])('takes %s for %s', async (singular, plural) => {
    const { code, stderr } = await run(['pull', singular])
    expect([code, stderr.includes(` ${plural} in `)]).toStrictEqual([0, true])
  })

  it('says that the profile has no account information', async () => {
    const { code, stdout, stderr } = await run(['pull', 'accounts-information'])
    expect([code, stdout]).toStrictEqual([1, ''])
    expect(stderr).toContain('accounts.information')
  })

  it('writes a table to a terminal, page after page under one head, and lines of JSON there if it is told to', async () => {
    const { stdout } = await run(['pull', 'stocks', '--limit', '15'], asTerminal(60, 'stdout'))
    const [head = '', ...lines] = stdout.split('\n').slice(0, -1)
    expect(head).toMatch(/^ +ID {2}/)
    expect(lines).toHaveLength(40)
    expect(lines.filter((line) => line.length > 60 || !/^ +\d+ /.test(line))).toStrictEqual([])
    const { stdout: json } = await run(['pull', 'stocks', '--json'], asTerminal(60, 'stdout'))
    expect(rowsOf(json)).toHaveLength(40)
  })

  it('writes lines of JSON into a file, though it be started on a terminal', async () => {
    await run(['pull', 'stocks', '-o', path('out')], asTerminal(60, 'stdout'))
    expect(rowsOf(readFileSync(path('out'), 'utf8'))).toHaveLength(40)
  })

  it.each([{}, asTerminal(60, 'stdout')])('writes CSV if it is told to, wherever to: %p', async (own) => {
    const { stdout } = await run(['pull', 'stocks', '--csv', '--limit', '15'], own)
    const [head = '', ...lines] = stdout.split('\n').slice(0, -1)
    expect(head.split(',')).toContain('current_price')
    expect(head.endsWith(',others')).toBe(true)
    expect(lines).toHaveLength(40)
  })

  it('writes moments as the wire has them, and every row once', async () => {
    const rows = rowsOf((await run(['pull', 'transactions', '--limit', '500', '--quiet'])).stdout)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1200)
    for (const { updated_at } of rows) expect(updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('writes what changed since a moment', async () => {
    const [user] = sandbox().users
    const [id = 0] = sandbox().insertTransactions(user?.uuid ?? '', 1)
    const since = new Date(sandbox().now() - 1000).toISOString()
    const { stdout } = await run(['pull', 'transactions', '--since', since])
    expect(rowsOf(stdout).map((row) => row.id)).toStrictEqual([id])
    expect(rowsOf((await run(['pull', 'stocks', '--since', '2999-01-01'])).stdout)).toStrictEqual([])
  })

  it('requests the next page when the last one is written', async () => {
    const reader = await shell(`${shellCommand()} pull transactions --limit 1 | (read -r line; echo "$line")`)
    expect(rowsOf(reader.stdout)).toHaveLength(1)
    expect(sandbox().journal.counts().routes.transactions).toBeLessThan(1200)
  })

  it('ends quietly when its reader leaves', async () => {
    const { stdout, stderr } = await shell(
      `${shellCommand()} pull transactions | head -n 1 >/dev/null; echo "\${PIPESTATUS[*]}"`,
    )
    expect([stdout, stderr]).toStrictEqual(['0 0\n', ''])
  })

  it('writes a file whole, for its owner alone', async () => {
    const { code, stdout, stderr } = await runAlone(['pull', 'transactions', '--output', path('out')])
    expect([code, stdout]).toStrictEqual([0, ''])
    expect(stderr).toContain(`written to ${path('out')}\n`)
    expect(rowsOf(readFileSync(path('out'), 'utf8'))).toHaveLength(1200)
    expect(statSync(path('out')).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('aborts the request in flight at %s, and leaves the older file', async (signal, exitCode) => {
    writeFileSync(path('out'), 'old')
    const silent = silentPage(1)
    const { child, ended } = start(['pull', 'transactions', '-o', path('out')])
    await silent
    expect(existsSync(path('out.partial'))).toBe(true)
    child.kill(signal)
    const { code, stderr } = await ended
    expect([code, stderr]).toStrictEqual([exitCode, `interrupted; ${path('out')} was not written\n`])
    expect(readdirSync(path())).toStrictEqual(['out'])
    expect(readFileSync(path('out'), 'utf8')).toBe('old')
    expect(sandbox().journal.counts()).toMatchObject({ aborted: 1, inFlight: 0 })
  })

  it('has written whole lines when it is interrupted', async () => {
    const silent = silentPage(2)
    const { child, ended } = start(['pull', 'transactions'])
    await silent
    child.kill('SIGINT')
    const { code, stdout, stderr } = await ended
    expect([code, stderr]).toStrictEqual([130, 'interrupted\n'])
    expect(rowsOf(stdout)).toHaveLength(1000)
  })

  it('ends at a signal while its reader does not read', async () => {
    const first = asked(1)
    const { child, ended } = start(['pull', 'transactions'])
    child.stdout?.pause()
    await first
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(143)
    child.stdout?.resume()
    await ended
    expect(sandbox().journal.counts().routes.transactions).toBe(1)
  })

  it('ends soon after Ctrl-C though its reader has stalled', async () => {
    execFileSync('mkfifo', [path('pipe')])
    const opening = open(path('pipe'), 'r')
    const child = execFile('bash', ['-c', `exec ${shellCommand()} pull transactions > ${path('pipe')}`], {
      env: { ...process.env, ...env() },
    })
    const exited = once(child, 'exit')
    const reader = await opening
    // A page is longer than what a pipe holds.
    await reader.read(Buffer.alloc(1))
    child.kill('SIGINT')
    expect(await exited).toStrictEqual([130, null])
    await reader.close()
  })

  it.each(['before', 'after'])(
    'finishes when Ctrl-C comes %s the file is in its place, and says so',
    async (moment) => {
      writeFileSync(path('out'), 'old')
      const late = `const { rename } = fs.promises
      const turn = () => new Promise(setImmediate)
      const interrupt = async () => { process.kill(process.pid, 'SIGINT'); for (let n = 0; n < 5; n++) await turn() }
      fs.promises.rename = async (...paths) => {
        if ('${moment}' === 'before') await interrupt()
        await rename(...paths)
        if ('${moment}' === 'after') await interrupt()
      }`
      const { code, stderr } = await runAlone(['pull', 'transactions', '-o', path('out')], withFs(late))
      expect([code, stderr]).toStrictEqual([
        0,
        expect.stringMatching(/^1,200 transactions in 3 pages and .*, written to .*out\n$/),
      ])
      expect(rowsOf(readFileSync(path('out'), 'utf8'))).toHaveLength(1200)
      expect(readdirSync(path())).toStrictEqual(['out'])
    },
  )

  it('does not say of a device that it was not written', async () => {
    const silent = silentPage(1)
    const { child, ended } = start(['pull', 'transactions', '-o', '/dev/null'])
    await silent
    child.kill('SIGINT')
    const { code, stderr } = await ended
    expect([code, stderr]).toStrictEqual([130, 'interrupted\n'])
  })

  it.each(['>', '>>'])('says that the file behind %s could not take all', async (redirection) => {
    writeFileSync(path('out'), '')
    const { stdout, stderr } = await shell(
      `(ulimit -f 10; ${shellCommand()} pull stocks --quiet ${redirection} ${path('out')}); echo $?`,
    )
    expect([stdout, stderr]).toStrictEqual([
      '1\n',
      'error: the output cannot be written: the file has become too large\n',
    ])
  })

  it('adds to a file that others write to as well', async () => {
    const pull = `${shellCommand()} pull stocks --quiet`
    await shell(`(${pull}; echo '{}'; ${pull}) > ${path('out')}; ${pull} >> ${path('out')}`)
    expect(rowsOf(readFileSync(path('out'), 'utf8'))).toHaveLength(121)
  })

  it('ends with what the disk behind its output says', async () => {
    const broken = `fs.fdatasync = (fd, done) => done(Object.assign(new Error('EIO'), { code: 'EIO' }))`
    const child = execFile('bash', ['-c', `${shellCommand()} pull stocks > ${path('out')}; echo $?`], {
      env: { ...process.env, ...env(), ...withFs(broken) },
    })
    let said = ''
    child.stdout?.on('data', (text) => (said += String(text)))
    child.stderr?.on('data', (text) => (said += String(text)))
    await once(child, 'close')
    expect(said).toBe('error: the output cannot be written: the disk failed\n1\n')
  })

  it('requests nothing that the version does not have, as a wrong setting', async () => {
    const { code, stdout, stderr } = await run(['pull', 'stocks', '--service-version', '2018-06-15'])
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr).toMatch(/, or set --service-version to 2021-06-01 or later\n$/)
    expect(sandbox().journal.counts().started).toBe(0)
  })

  it('says that the disk is full, and leaves the older file', async () => {
    writeFileSync(path('out'), 'old')
    const { stdout, stderr } = await shell(
      `ulimit -f 40; ${shellCommand()} pull transactions -o ${path('out')}; echo $?`,
    )
    expect(stdout).toBe('1\n')
    expect(stderr).toBe(`error: ${path('out')} cannot be written: the file has become too large\n`)
    expect(readdirSync(path())).toStrictEqual(['out'])
    expect(readFileSync(path('out'), 'utf8')).toBe('old')
  })

  it('says once that the disk of its output is full', async () => {
    const { stdout, stderr } = await shell(`${shellCommand()} pull stocks > /dev/full; echo $?`)
    expect([stdout, stderr]).toStrictEqual(['1\n', 'error: the output cannot be written: the disk is full\n'])
  })

  it('does its work if it can say nothing of it', async () => {
    const { stdout } = await shell(`${shellCommand()} pull stocks 2>/dev/full | wc -l; echo "\${PIPESTATUS[0]}"`)
    expect(stdout).toBe('40\n0\n')
  })

  it('says what failed, and on which page, and leaves no half of a file', async () => {
    sandbox().faults.add({ kind: 'html', on: 'transactions', after: 1, times: Infinity })
    const { code, stderr } = await run(['pull', 'transactions', '-o', path('out')])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^(retry in .*\n)+error: transactions\.list \(page 2\): text\/html instead of JSON, perhaps a page of a proxy or a portal; check the base URL\n$/,
    )
    expect(readdirSync(path())).toStrictEqual([])
  })

  it('says so when the service is gone in the middle', async () => {
    writeFileSync(path('out'), 'old')
    sandbox().faults.add({ kind: 'disconnect', on: 'transactions', after: 1, times: Infinity })
    const { code, stderr } = await run(['pull', 'transactions', '-o', path('out')])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^(retry in .*\n)+error: transactions\.list \(page 2\): no response from http:\/\/127\.0\.0\.1:\d+ .*; check the base URL/,
    )
    expect(readFileSync(path('out'), 'utf8')).toBe('old')
    expect(readdirSync(path())).toStrictEqual(['out'])
  })

  it('shows how far it is on a terminal, in one line that is cleared', async () => {
    const { stderr } = await run(['pull', 'transactions', '-o', path('out')], asTerminal(30, 'stderr'))
    const drawn = stderr.split('\r').map((text) => stripVTControlCharacters(text))
    expect(drawn[1]).toMatch(/^500 transactions {2}1 page/)
    expect(drawn[3]).toMatch(/^1,200 transactions {2}3 pages?/)
    for (const text of drawn.slice(1, -1)) expect(text.length).toBeLessThan(30)
    expect(stderr.slice(stderr.lastIndexOf('\r'))).toContain('\r\x1b[K1,200 transactions in 3 pages and ')
  })

  it('says on a terminal why nothing comes', async () => {
    sandbox().faults.add({ kind: 'rate-limit', retryAfter: 0, on: 'transactions', after: 1 })
    const { code, stderr } = await run(['pull', 'transactions', '-o', path('out')], asTerminal(80, 'stderr'))
    expect(code).toBe(0)
    expect(stripVTControlCharacters(stderr)).toMatch(/\rretry in .*: the service answered 429\r/)
  })

  it('says in lines why nothing comes if stderr is no terminal, unless it is told not to', async () => {
    const fail = () => sandbox().faults.add({ kind: 'rate-limit', retryAfter: 0, on: 'stocks' })
    fail()
    const { stderr } = await run(['pull', 'stocks', '-o', path('out')])
    expect(stderr).toMatch(/^retry in .*: the service answered 429\n40 stocks /)
    fail()
    expect((await run(['pull', 'stocks', '-q', '-o', path('out')])).stderr).toBe('')
  })

  it.each([
    ['rows that scroll by', asTerminal(80, 'stdout', 'stderr')],
    ['what reads them', asTerminal(80, 'stderr')],
  ])('draws nothing into %s', async (_, env) => {
    const { stderr } = await run(['pull', 'stocks'], env)
    expect(stderr).toMatch(/^40 stocks in 1 page and .*\n$/)
  })

  it('is silent when it is told so', async () => {
    const { stderr } = await run(['pull', 'stocks', '-q', '-o', path('out')], asTerminal(80, 'stderr'))
    expect(stderr).toBe('')
  })

  it.each([
    [
      ['pull', 'itms'],
      'Allowed choices are accounts, accounts-information, banks, categories, items, stocks, transactions, users. Did you mean items?',
    ],
    [['pull', 'stocks', '--csv', '--json'], '--csv and --json exclude each other'],
    [['pull', 'stocks', '--limit', '501'], 'Expected an integer, 1 to 500.'],
    [['pull', 'stocks', '--since', 'yesterday'], 'Expected a date or time such as 2026-01-31'],
    [['pull', 'banks', '--since', '2026-01-31'], '--since supports stocks and transactions, not banks'],
    [['pull', 'stocks', '--otput=x'], '(Did you mean --output?)'],
    [['pull', 'stocks', '-o', ''], 'Expected the path of a file.'],
    [['pull', 'stocks', '--credentials', ''], 'Expected the path of a file.'],
    [['pull'], "missing required argument 'resource'"],
  ])('refuses %j with the exit code 2, before it asks', async (args, said) => {
    const { code, stdout, stderr } = await run(args)
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr).toContain(said)
    expect(sandbox().journal.counts().started).toBe(0)
  })
})

describe('rxbank pull of a list with a row that cannot be decoded', () => {
  const { sandbox, run } = serviceCommand({ profile: bridge2021, transactions: 12 })

  it('ends with an error, or leaves the row out and says so, also if it is quiet', async () => {
    const [id = 0] = sandbox().insertTransactions(sandbox().users[0]?.uuid ?? '', 1)
    sandbox().updateTransaction(id, { amount: 'n/a' } as object)
    const options = ['pull', 'transactions', '--profile', 'bridge2021', '--quiet']
    const refused = await run(options)
    expect([refused.code, refused.stdout]).toStrictEqual([1, ''])
    const { code, stdout, stderr } = await run([...options, '--on-invalid-row', 'report'])
    expect([code, rowsOf(stdout).length]).toStrictEqual([0, 12])
    expect(stderr).toMatch(/^12 transactions in 1 page and .*, without 1 row that could not be decoded\n$/)
  })

  it('writes account information, a line for each item', async () => {
    const { code, stdout } = await run(['pull', 'accounts-information', '--profile', 'bridge2021', '--quiet'])
    const reported = rowsOf(stdout).map(({ item_id }) => item_id)
    expect([code, reported]).toStrictEqual([0, [...(sandbox().users[0]?.itemIds ?? [])].reverse()])
  })
})

describe('rxbank pull of more pages than the limit allows in a minute', () => {
  const { sandbox, start } = serviceCommand({ profile: bridge2025, transactions: 700 })

  it('says on stderr that it waits, and for which limit', async () => {
    const { child, ended } = start(['pull', 'transactions', '--limit', '10'], { RXBANK_PROFILE: 'bridge2025' })
    const text = await new Promise<string>((resolve) => {
      child.stderr?.once('data', (chunk) => resolve(String(chunk)))
    })
    expect(text).toMatch(/^waiting \d+ s: the user's limit is 60 requests in 60 s\n$/)
    expect(sandbox().journal.counts().inFlight).toBe(0)
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
  })
})
