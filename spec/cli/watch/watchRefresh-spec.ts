import { watching } from './watching.js'

/** Lets the time of a command go on by ten minutes as soon as it writes. */
const leapAfter = (output: 'stdout' | 'stderr'): Readonly<Record<string, string>> => {
  const program = `const { now } = performance
    const { write } = process.${output}
    let ahead = 0
    performance.now = () => now.call(performance) + ahead
    process.${output}.write = (...args) => {
      ahead = 600_000
      return write.apply(process.${output}, args)
    }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` }
}

describe('rxbank watch refresh', () => {
  const { sandbox, user, env, cli, run, start, reported, close, reopen } = watching(10)

  const item = (): number => user().itemIds[0] ?? NaN
  const args = (...more: ReadonlyArray<string>): ReadonlyArray<string> => [
    ...['refresh', String(item()), '--every', '100ms'],
    ...more,
  ]
  const untilDeadline = (output: 'stdout' | 'stderr', ...more: ReadonlyArray<string>) =>
    cli().runAlone(['watch', ...args('--deadline', '5m', ...more)], { ...env(), ...leapAfter(output) })
  const statusIn = (line: string): unknown => (JSON.parse(line) as { readonly status: unknown }).status

  it('writes every status until it is finished, and ends well', async () => {
    // Longer than a process takes to start on a busy machine.
    const phase = 60_000
    sandbox().refresh(item(), { authenticating: phase, retrieving: phase })
    const running = start(args('--quiet'))
    const statuses = [statusIn(await running.line()), statusIn(await running.line())]
    sandbox().advance(phase)
    while (statuses.at(-1) !== 'retrieving_data') statuses.push(statusIn(await running.line()))
    sandbox().advance(phase)
    const { code, stdout, stderr } = await running.ended
    expect([code, stderr]).toEqual([0, ''])
    const all = stdout.trimEnd().split('\n').map(statusIn)
    expect(all.filter((status, index) => status !== all[index - 1])).toEqual([
      'authenticating',
      'retrieving_data',
      'finished',
    ])
    expect(all.filter((status) => status === 'finished')).toHaveLength(1)
  })

  it.each([
    ['finished_error', 'the bank or the service failed; refresh it again later'],
    ['info_required', 'the bank has a question for the user, to answer in the bank form'],
    ['invalid_creds', 'the bank refused the credentials; the user can edit them in the bank form'],
  ] as const)('ends with 1 when it ended with %s, and says what that means', async (outcome, meaning) => {
    sandbox().refresh(item(), { outcome })
    sandbox().advance(9000)
    const { code, stdout, stderr } = await run(args())
    expect([code, statusIn(stdout)]).toEqual([1, outcome])
    expect(stderr).toBe(`error: the refresh of item ${String(item())} ended with ${outcome}: ${meaning}\n`)
  })

  it('ends with 1 at the deadline, and says what was last', async () => {
    sandbox().refresh(item())
    const { code, stdout, stderr } = await untilDeadline('stdout', '--quiet')
    expect(code).toBe(1)
    expect(stdout.trimEnd().split('\n').map(statusIn)).toContain('authenticating')
    expect(stderr).toBe(
      `error: the refresh of item ${String(item())} has not ended within 5 min 0 s: the last status was authenticating; raise --deadline\n`,
    )
  })

  it('lets no status steer the terminal at the deadline', async () => {
    sandbox().faults.add({
      kind: 'wrong-type',
      on: 'refreshStatus',
      field: 'status',
      value: 'new\x1b[2J',
      times: Infinity,
    })
    const { code, stdout, stderr } = await untilDeadline('stdout', '--quiet')
    expect(code).toBe(1)
    expect(stderr).toContain(': the last status was new?[2J; raise --deadline\n')
    expect(stdout + stderr).not.toContain('\x1b')
  })

  it('says at the deadline that there was no response', async () => {
    sandbox().faults.add({ kind: 'server-error', on: 'refreshStatus', times: Infinity })
    const { code, stdout, stderr } = await untilDeadline('stderr')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/items\.refreshStatus: 500; retry in /)
    expect(stderr).toContain('has not ended within 5 min 0 s: there was no response; raise --deadline\n')
  })

  it('continues when the service is available again after an outage', async () => {
    sandbox().refresh(item())
    const running = start(args())
    const news = reported(running)
    await running.line()
    close()
    let line = ''
    while (!line.includes('no response')) line = await news.line()
    await reopen()
    sandbox().advance(9000)
    expect((await running.ended).code).toBe(0)
  })

  it('knows no item that is not there', async () => {
    const { code, stdout, stderr } = await run(['refresh', '1'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^error: items\.refreshStatus: 404 [^\n]*check the base URL and the id\n$/)
  })

  it.each([
    [['refresh', 'abc'], 'Expected an integer, 0 or more.'],
    [['refresh'], "missing required argument 'item'"],
    [['refresh', '1', '--deadline', 'soon'], 'Expected a time such as 500ms, 30s, 5m or 2h'],
    [['refrehs', '1'], '(Did you mean refresh?)'],
    [[], 'Usage: rxbank watch'],
  ])('refuses %j', async (argv, said) => {
    const { code, stdout, stderr } = await run(argv)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(said)
  })

  it('ends with 1 when the credentials are refused', async () => {
    const { code, stdout, stderr } = await cli().run(['watch', ...args()], {
      ...env(),
      RXBANK_CLIENT_SECRET: 'wr0ng-s3cret',
    })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('check the client id, the client secret and the user')
    expect(stderr).not.toContain('wr0ng-s3cret')
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('is not done at %s, and says so', async (signal, expected) => {
    sandbox().refresh(item())
    const running = start(args())
    await running.line()
    running.child.kill(signal)
    expect((await running.ended).code).toBe(expected)
  })
})
