import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { buildCommandLine, type CommandLine } from '../helpers/commandLine.js'
import { character } from '../helpers/text.js'
import { canary } from './values.js'

type Args = ReadonlyArray<string>

interface Said {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const commands = ['banks', 'categories', 'pull', 'watch', 'token', 'sandbox', 'demo', 'help', 'refresh', 'stocks']
const flags = [
  ...[
    '--json',
    '--language',
    '--output',
    '-o',
    '--since',
    '--limit',
    '--quiet',
    '-q',
    '--every',
    '--deadline',
    '--once',
  ],
  ...['--checkpoint', '--reveal', '--port', '--seed', '--users', '--token-lifetime', '--client-id', '--fault', '--now'],
  ...['--speed', '--refresh', '--base-url', '--service-version', '--user-uuid', '--external-user-id', '--credentials'],
  ...['--version', '--help', '-V', '-h', '--', '-', '---', '--no-json', '--=', '-o=', '--limit=', '-qqq', '-qo', '-zz'],
]
const values = [
  ...[
    'fr',
    'de',
    '0',
    '1',
    '501',
    '-1',
    '1e3',
    '0x1',
    'NaN',
    '9'.repeat(400),
    '',
    ' ',
    '\n',
    '\0',
    '\u001b[31mred',
    '\ud800',
  ],
  ...[
    'transactions',
    'items',
    '2026-01-31',
    '2026-02-30',
    '5m',
    '5',
    '0ms',
    '99999999999d',
    'latency:ms=1',
    'cut',
    'x:',
    ':,=',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '--__proto__',
    '--constructor',
    'x'.repeat(100_000),
    '../..',
    '/dev/null',
  ],
]
const word = fc.oneof(
  { arbitrary: fc.constantFrom(...commands), weight: 3 },
  { arbitrary: fc.constantFrom(...flags), weight: 4 },
  { arbitrary: fc.constantFrom(...values), weight: 3 },
  {
    arbitrary: fc.tuple(fc.constantFrom(...flags), fc.constantFrom(...values)).map((pair) => pair.join('=')),
    weight: 2,
  },
  { arbitrary: fc.string({ unit: character, maxLength: 5 }), weight: 1 },
)
const argv: fc.Arbitrary<Args> = fc.array(word, { maxLength: 6 })

/** Ways in which somebody may put a secret on the command line, by a flag that there is not. */
const reported = fc.constantFrom<Args>(
  ...['--client-secret', '--clientSecret', '--CLIENT_SECRET', '--password', '--passwd', '-password'].flatMap((flag) => [
    [flag, canary],
    [`${flag}=${canary}`],
  ]),
  ...['--secrt', '--token', '--pwd', '--pass', '--bearer', '--authorization'].map((flag) => [`${flag}=${canary}`]),
  ...['-s', '-p', '-x', '-t'].flatMap((flag) => [[`${flag}${canary}`], [`${flag}=${canary}`]]),
)
const leaking = fc.tuple(argv, reported, argv).map((parts) => parts.flat())

/** Arguments that are wrong, and what is said of them. */
const wrong: ReadonlyArray<readonly [args: Args, said: string]> = [
  [
    ['pull', 'banks', '--limit', '501'],
    "option '--limit <n>' argument '501' is invalid. Expected an integer, 1 to 500.",
  ],
  [['pull', 'banks', '--since', '2026-02-30'], "option '--since <date>'"],
  [
    ['categories', '--language', 'de'],
    "option '--language <language>' argument 'de' is invalid. Allowed choices are en, fr.",
  ],
  [['watch', 'refresh', '1', '--every', '5'], "option '--every <time>'"],
  [['sandbox', '--fault', 'x'], "option '--fault <kind:key=value,...>'"],
  [['sandbox', '--fault', '-p=x'], "argument '-p' is invalid.\n"],
  [['token', '--lmit=5'], "unknown option '--lmit'"],
  [['banks', '--output', 'x'], "unknown option '--output'"],
  // Here, "--" is the value of an option, and ends no options.
  [['pull', '--output', '--', '--clientSecret=x'], "unknown option '--clientSecret'\n"],
  [['pull', '--output', '--', "--bearer='=x"], "unknown option '--bearer'\n"],
  [['pull', '-o', '--bearer=x'], 'error: wrong resource. Allowed choices are'],
]

/** Parses each list of arguments as the command line does, in one process, with commands that do nothing. */
const program = (modules: string): string => `
  import { text } from 'node:stream/consumers'
  import { reportError } from '${modules}/reportError.js'
  import { createProgram } from '${modules}/program.js'
  import { refuseSecrets } from '${modules}/service/refuseSecrets.js'
  import { splitValues } from '${modules}/splitValues.js'

  const silence = (command) => {
    if (command.commands.length === 0) command.action(() => undefined)
    command.commands.forEach(silence)
  }
  const report = process.stdout.write.bind(process.stdout)
  let said
  process.stdout.write = (text) => (said.stdout += text)
  process.stderr.write = (text) => (said.stderr += text)
  const all = []
  for (const args of JSON.parse(await text(process.stdin))) {
    all.push((said = { code: 0, stdout: '', stderr: '' }))
    try {
      const program = createProgram()
      silence(program)
      refuseSecrets(args)
      await program.parseAsync(splitValues(args), { from: 'user' })
    } catch (error) {
      said.code = reportError(error)
    }
  }
  report(JSON.stringify(all))
`

describe('the arguments of the command line', () => {
  let cli: CommandLine
  let all: Promise<ReadonlyArray<Said>> | undefined

  beforeAll(() => {
    cli = buildCommandLine()
  })

  const parse = async (lists: ReadonlyArray<Args>): Promise<ReadonlyArray<Said>> => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program(cli.modules)])
    child.stdin.end(JSON.stringify(lists))
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect(stderr).toBe('')
    return JSON.parse(stdout) as ReadonlyArray<Said>
  }

  const stack = /\n {4}at |node:internal|TypeError|RangeError/

  it('are taken, or refused with the exit code 2 and a reason, never with a stack', async () => {
    const lists = fc.sample(argv, 600)
    const all = await parse(lists)
    expect(all).toHaveLength(lists.length)
    all.forEach(({ code, stdout, stderr }, index) => {
      const args = JSON.stringify(lists[index])
      expect([args, [0, 2].includes(code)]).toStrictEqual([args, true])
      expect([args, stack.test(stdout + stderr)]).toStrictEqual([args, false])
      if (code === 2) expect([args, /^error: |Usage: rxbank/.test(stderr)]).toStrictEqual([args, true])
    })
    expect(new Set(all.map(({ code }) => code))).toStrictEqual(new Set([0, 2]))
  })

  it('show no secret that somebody put there by mistake', async () => {
    const lists = fc.sample(leaking, 600)
    const all = await parse(lists)
    all.forEach(({ stdout, stderr }, index) => {
      if ((stdout + stderr).includes(canary))
        throw new Error(`${JSON.stringify(lists[index])} shows ${stdout}${stderr}`)
    })
  })

  it.each(wrong)('are told by name if they are wrong: %j', async (args, said) => {
    // One process parses those of all cases.
    all ??= parse(wrong.map(([each]) => each))
    const { code, stderr } = (await all)[wrong.findIndex(([each]) => each === args)] as Said
    expect(code).toBe(2)
    expect(stderr).toContain(said)
  })

  it('of a real process end it with 2 and no stack', async () => {
    const lists: ReadonlyArray<Args> = [
      ['--__proto__'],
      ['banks', '-zz'],
      ['\ud800'],
      ['pull', '--limit=x', 'constructor'],
    ]
    for (const args of lists) {
      const { code, stdout, stderr } = await cli.runAlone(args)
      expect([code, stdout, stack.test(stderr)]).toStrictEqual([2, '', false])
    }
  })
})
