import { buildCommandLine, type CommandLine } from '../../helpers/commandLine.js'

const canary = 'c4n4ry'
const nowhere = `postgres://rxbank:${canary}@127.0.0.1:1/bank`
const bank = {
  HOME: '/nonexistent',
  RXBANK_BASE_URL: 'http://127.0.0.1:1',
  RXBANK_CLIENT_ID: 'app',
  RXBANK_CLIENT_SECRET: canary,
  DATABASE_URL: nowhere,
}

/** Settings of Node that make a package one that is not installed. */
const without = (name: string) => {
  const hook = `export const resolve=(s,c,n)=>{if(s!=='${name}')return n(s,c);throw Object.assign(new Error("Cannot find package '${name}' imported from x"),{code:'ERR_MODULE_NOT_FOUND'})}`
  const main = `import{register}from'node:module';register('data:text/javascript,'+encodeURIComponent(${JSON.stringify(hook)}))`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(main)}` }
}

const commands: ReadonlyArray<ReadonlyArray<string>> = [
  ['up'],
  ['status'],
  ['users', 'add', 'A6J'],
  ['users', 'remove', 'A6J'],
  ['users', 'list'],
  ['users', 'retry', 'A6J'],
  ['drain'],
  ['migrate'],
]

describe('rxbank fleet', () => {
  let cli: CommandLine

  beforeAll(() => {
    cli = buildCommandLine()
  })

  const fleet = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
    cli.run(['fleet', ...args], { ...bank, ...env })
  const fleetAlone = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
    cli.runAlone(['fleet', ...args], { ...bank, ...env })

  it('helps with examples, on 80 columns', async () => {
    const helps = await Promise.all([[], ['users'], ...commands].map((words) => fleet([...words, '--help'])))
    for (const { code, stdout } of helps) {
      expect(code).toBe(0)
      expect(stdout).toMatch(/\$ (rxbank|cut .* rxbank) fleet/)
      expect(stdout.split('\n').filter((line) => line.length > 80)).toStrictEqual([])
    }
  })

  it.each(commands)('says that there is no database, and nothing of how it is reached: %s %s', async (...words) => {
    const { code, stdout, stderr } = await fleetAlone(words.filter(Boolean))
    expect([code, stdout]).toStrictEqual([1, ''])
    expect(stderr).toBe(
      'error: the database cannot be reached (ECONNREFUSED); check RXBANK_DATABASE_URL or DATABASE_URL, and whether the database is running\n',
    )
  })

  it('shows no secret if it shows the stack, either', async () => {
    for (const { stdout, stderr } of await Promise.all(commands.map((words) => fleet(words, { DEBUG: '1' }))))
      expect(stdout + stderr).not.toContain(canary)
  })

  it('tells all settings that are missing or wrong, a line each', async () => {
    const wrong = { DATABASE_URL: `http://u:${canary}@h/d`, RXBANK_SEAL_KEYS: canary, RXBANK_CLIENT_ID: '' }
    const { code, stdout, stderr } = await fleet(['up', '--every', '10m', '--max-interval', '5m'], wrong)
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(
      stderr.split('\n').filter((line) => /^(error: )?(wrong|missing settings|--max-interval)/.test(line)),
    ).toStrictEqual([
      'error: wrong database, from DATABASE_URL: expected postgres://USER:PASSWORD@HOST:PORT/DATABASE',
      'wrong seal keys, from RXBANK_SEAL_KEYS: expected 32 bytes in base64 each, separated by commas',
      'missing settings: client id',
      '--max-interval is shorter than --every',
    ])
    expect(stderr).not.toContain(canary)
  })

  it.each(commands)('needs to be told of a database: %s %s', async (...words) => {
    const { code, stderr } = await fleet(words.filter(Boolean), { DATABASE_URL: '' })
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^error: missing setting: database; set RXBANK_DATABASE_URL or DATABASE_URL, such as postgres:\/\//,
    )
  })

  it.each([
    [['up', '--limit', '2000'], 'Expected requests and a time, such as 2000/5m.'],
    [['up', '--feeds', 'stock'], 'Expected some of items, accounts'],
    [['up', '--every', '15'], 'Expected a time such as'],
    [['up', '--rounds', '0'], 'Expected an integer, 1 to 10000.'],
    [['up', '--database-url', nowhere], "unknown option '--database-url'"],
    [['users', 'add'], 'no user is given'],
    [['users', 'remove'], "missing required argument 'id'"],
    [['users', 'retry'], 'pass ids of users, or --all'],
    [['users', 'retry', 'A6J', '--all'], 'pass ids of users, or --all'],
    [['drian'], 'Did you mean drain?'],
  ])('refuses %j with the exit code 2', async (args, said) => {
    const { code, stdout, stderr } = await fleet(args)
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr).toContain(said)
    expect(stderr).not.toContain(canary)
  })

  it('says what to install if a package is missing', async () => {
    const [pg, worker] = await Promise.all([
      fleetAlone(['up'], without('pg')),
      fleetAlone(['migrate'], without('graphile-worker')),
    ])
    const said = (name: string) =>
      `error: a fleet needs ${name}, which is not installed: npm install pg graphile-worker\n`
    expect(pg).toStrictEqual({ code: 1, stdout: '', stderr: said('pg') })
    expect(worker).toStrictEqual({ code: 1, stdout: '', stderr: said('graphile-worker') })
  })

  it('leaves other commands to do without these packages', async () => {
    expect((await cli.runAlone(['--help'], without('pg'))).code).toBe(0)
    expect((await fleetAlone(['--help'], without('pg'))).code).toBe(0)
  })
})
