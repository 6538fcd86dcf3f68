import { writeFileSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import { chaos } from './chaos.js'
import { type Finding, holds } from './Finding.js'
import { limited } from './limited.js'
import { permits } from './permits.js'
import { steady } from './steady.js'

const whole = (text: string): number => {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It is a whole number.')
  return Number(text)
}
const number = (flags: string, about: string, value: number) => new Option(flags, about).argParser(whole).default(value)

interface Options {
  readonly users: number
  readonly workers: number
  readonly every: number
  readonly rounds: number
  readonly seconds: number
  readonly hurries: number
  readonly cpu: number
  readonly requests: number
  readonly per: number
  readonly windows: number
  readonly kills: number
  readonly stalls: number
  readonly crashes: number
  readonly storms: number
  readonly seed: number
  readonly only?: ReadonlyArray<string>
  readonly tap?: true
  readonly json?: string
}

const scenes = ['steady', 'limited', 'permits', 'chaos'] as const

const options = new Command('npm run load --')
  .description('Measures a fleet: PostgreSQL, a service and workers, each a process of its own.')
  .addOption(number('--users <number>', 'users of the fleet', 10_000))
  .addOption(number('--workers <number>', 'worker processes', 3))
  .addOption(number('--every <seconds>', 'seconds between rounds of a user', 60))
  .addOption(number('--rounds <number>', 'rounds of each user before it is measured, in “steady”', 4))
  .addOption(number('--seconds <seconds>', 'how long it is measured', 60))
  .addOption(number('--hurries <number>', 'users that are run now meanwhile', 100))
  .addOption(number('--cpu <times>', 'how many times the CPU of a bare watcher a round may take', 2))
  .addOption(number('--requests <number>', 'the limit of the application, in “limited”', 200))
  .addOption(number('--per <seconds>', 'the window of that limit', 10))
  .addOption(number('--windows <number>', 'how many windows it is measured, with a kill in each', 5))
  .addOption(number('--kills <number>', 'kills of workers, in “chaos”', 200))
  .addOption(number('--stalls <number>', 'workers that are stopped for longer than their lease', 10))
  .addOption(number('--crashes <number>', 'restarts and crashes of PostgreSQL', 4))
  .addOption(number('--storms <number>', 'times that the service answers 429 or 503 to all', 4))
  .addOption(number('--seed <number>', 'what is done when, in “chaos”', 1))
  .addOption(new Option('--only <scene...>', 'what to run; all if none is named').choices(scenes))
  .option('--tap', 'print a line of TAP for each bar')
  .option('--json <file>', 'where to write what was measured')
  .parse()
  .opts<Options>()

const run = {
  steady: () => {
    const { users, workers, every, rounds, seconds, hurries, cpu } = options
    return steady({ users, workers, every: every * 1000, rounds, measured: seconds * 1000, hurries, cpu })
  },
  limited: () => {
    const { workers, requests, per, windows } = options
    return limited({ users: 2 * requests, workers, requests, per: per * 1000, windows })
  },
  permits: () => {
    const limits = [2000, 20_000].map((requests) => ({ requests, per: 10_000 }))
    return permits({ limits, rate: 150, measured: options.seconds * 1000 })
  },
  chaos: () => {
    const { workers, kills, stalls, crashes, storms, seed, users } = options
    return chaos({ users: Math.min(users, 500), workers, every: 3000, kills, stalls, crashes, storms, seed })
  },
}

const figure = (value: number): string => value.toFixed(value >= 100 || Number.isInteger(value) ? 0 : 2)

const line = (finding: Finding): string => {
  const { name, value, unit, most, least } = finding
  const bar = most !== undefined ? `at most ${String(most)}` : least !== undefined ? `at least ${String(least)}` : ''
  const verdict = bar === '' ? '' : holds(finding) ? 'holds' : 'MISSED'
  return `${name.padEnd(58)}${`${figure(value)} ${unit}`.padStart(14)}  ${bar.padEnd(14)}${verdict}`.trimEnd()
}

const main = async (): Promise<void> => {
  const found: Array<Finding & { readonly scene: string }> = []
  for (const scene of options.only ?? scenes) {
    console.log(`\n${scene}`)
    for (const finding of await run[scene as (typeof scenes)[number]]()) {
      found.push({ scene, ...finding })
      console.log(line(finding))
      if (options.tap !== undefined && (finding.most ?? finding.least) !== undefined)
        console.log(`${holds(finding) ? 'ok' : 'not ok'} - load, ${scene}: ${finding.name}`)
    }
  }
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(found, null, 2)}\n`)
  if (options.tap !== undefined) console.log('# end')
  process.exit(options.tap !== undefined && !found.every(holds) ? 1 : 0)
}

void main()
