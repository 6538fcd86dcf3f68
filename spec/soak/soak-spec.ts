import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { soakConfig, usage } from './SoakConfig.js'
import { type Sample, verdict } from './verdict.js'

const sample = (index: number, changes: Partial<Sample> = {}): Sample => ({
  seconds: index,
  heap: 20e6 + (index % 3) * 1e5,
  rss: 90e6,
  handles: 8 + (index % 2),
  sockets: index % 3,
  requests: 10 * index,
  tokens: index,
  updates: 5 * index,
  errors: 0,
  ends: 0,
  ...changes,
})

const run = (changes: (index: number) => Partial<Sample> = () => ({}), count = 100): ReadonlyArray<Sample> =>
  Array.from({ length: count }, (_, index) => sample(index, changes(index)))

describe('the verdict of a soak', () => {
  it('is flat when the last tenth is as the second', () => {
    const { isFlat, lines } = verdict(run())
    expect([isFlat, lines[0]]).toEqual([true, 'heap: 20.10 MB to 20.09 MB, flat'])
    expect(lines.at(-1)).toBe('flat')
  })

  it('does not look at how it warms up', () => {
    expect(verdict(run((index) => (index < 10 ? { heap: 5e6, handles: 1 } : {}))).isFlat).toBe(true)
  })

  it.each([
    ['heap', (index: number) => ({ heap: 20e6 * (1 + index / 1000) })],
    ['handles', (index: number) => ({ handles: 8 + Math.floor(index / 25) })],
    ['sockets', (index: number) => ({ sockets: Math.floor(index / 40) })],
    ['requests', (index: number) => ({ requests: Math.min(index, 5) })],
    ['updates', () => ({ updates: 7 })],
  ])('is not flat if there is something with %s', (name, changes) => {
    const { isFlat, lines } = verdict(run(changes))
    expect([isFlat, lines.at(-1)]).toEqual([false, 'not flat'])
    expect(lines.filter((line) => /NOT FLAT|STANDS STILL/.test(line)).map((line) => line.split(':')[0])).toEqual([name])
  })

  it('tells that a run was too short', () => {
    expect(verdict(run(undefined, 19)).lines).toEqual(['too short to tell: 19 samples, and it needs 20'])
    expect([verdict(run(undefined, 19)).isFlat, verdict(run(undefined, 20)).isFlat]).toEqual([false, true])
  })
})

describe('the arguments of a soak', () => {
  it('have defaults', () => {
    expect(soakConfig([])).toEqual({ minutes: 30, every: 18, seed: 1 })
    expect(soakConfig(['--minutes', '0.5'])).toEqual({ minutes: 0.5, every: 1, seed: 1 })
  })

  it('are numbers, or ask for help', () => {
    expect(soakConfig(['--minutes', '2', '--every=0.5', '--seed', '7'])).toEqual({ minutes: 2, every: 0.5, seed: 7 })
    expect(soakConfig(['--help', '--minutes', 'many'])).toBe('help')
    for (const name of ['--minutes', '--every', '--seed', '--help']) expect(usage).toContain(`  ${name}`)
  })

  it.each([
    [['--minutes', 'many'], '--minutes', 'a number above 0'],
    [['--minutes', '0'], '--minutes', 'a number above 0'],
    [['--minutes', '-5'], '--minutes', 'a number above 0'],
    [['--minutes=-5'], '--minutes', 'a number above 0'],
    [['--minutes', '--every'], '--minutes', 'a number above 0'],
    [['--minutes'], '--minutes', 'a number above 0'],
    [['--minutes='], '--minutes', 'a number above 0'],
    [['--minutes', 'Infinity'], '--minutes', 'a number above 0'],
    [['--every', ''], '--every', 'a number above 0'],
    [['--seed', '1.5'], '--seed', 'a whole number, 0 or more (is 1.5)'],
    [['--seed'], '--seed', 'a whole number, 0 or more (is NaN)'],
    [['--minute', '1'], '--minute', 'no such option; did you mean --minutes?'],
    [['-m'], '-m', expect.stringContaining('no such option')],
    [['30'], '30', 'no such option'],
  ])('%j is a typed error', (args, name, expected) => {
    const issues = expect.arrayContaining([{ path: `/${name}`, expected }])
    expect(() => soakConfig(args)).toThrow(expect.objectContaining({ _tag: 'ConfigError', issues }) as Error)
  })
})

describe('npm run soak', () => {
  const start = (args: ReadonlyArray<string>) => {
    const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe']
    const child = spawn('npm', ['run', '--silent', 'soak', '--', ...args], { stdio, detached: true })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    const lines = createInterface(child.stdout)
    const printed: Array<string> = []
    lines.on('line', (line) => printed.push(line))
    return { child, lines, printed, errors: () => errors, ended: once(child, 'close') }
  }
  const isSample = (line: string): boolean => /^ +\d/.test(line)

  const columns = (line = ''): ReadonlyArray<string> => line.trim().split(/ +/)

  it('watches a sandbox in another process and prints what it sees, until it is interrupted', async () => {
    const { child, lines, printed, ended } = start(['--minutes', '10', '--every', '0.1'])
    let isInterrupted = false
    lines.on('line', (line) => {
      const [, , , , , requests, , updates] = columns(line).map(Number)
      if (isInterrupted || !isSample(line) || !requests || !updates || child.pid === undefined) return
      isInterrupted = true
      // As from a terminal: to the whole group.
      process.kill(-child.pid, 'SIGINT')
    })
    await ended
    expect(columns(printed[0])).toEqual(
      'seconds heap rss handles sockets requests tokens updates errors ends'.split(' '),
    )
    expect(isInterrupted).toBe(true)
    expect(printed.at(-1)).toMatch(/flat$|^too short to tell: \d+ samples, and it needs 20$/)
  })

  it('ends when its time is over, with 0 if it was flat', async () => {
    const { printed, ended } = start(['--minutes', '0.04', '--every', '0.1'])
    const [code] = (await ended) as [number]
    expect(printed.some(isSample)).toBe(true)
    expect(code).toBe(printed.at(-1) === 'flat' ? 0 : 1)
  })

  it('refuses a wrong option, and tells how it is used', async () => {
    const wrong = start(['--minutes', 'many'])
    expect([(await wrong.ended)[0], wrong.errors()]).toEqual([
      2,
      'soak: wrong configuration: --minutes: expected a number above 0\n',
    ])
    const help = start(['--help'])
    expect([(await help.ended)[0], help.printed.join('\n')]).toEqual([0, usage.trimEnd()])
  })
})
