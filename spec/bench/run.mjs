/**
 * Benchmarks of the built package beside its peers: each run of a suite in a process of its own, medians and ratios of
 * the runs as a table and as JSON. `harness/compare.mjs` says what a suite is and how it is measured.
 */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError, Option } from 'commander'
import { environment } from './harness/environment.mjs'
import { prepare } from './harness/prepare.mjs'
import { openReport } from './harness/report.mjs'
import { suites } from './harness/suites.mjs'
import { summary } from './harness/summary.mjs'
import { table } from './harness/table.mjs'

const count = (text) => {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1 to 999.')
  return Number(text)
}

const names = suites.map(({ name }) => name)
const width = Math.max(...names.map(({ length }) => length))

const wanted = new Command('npm run bench --')
  .description('Measures the built package beside its peers, and prints medians and ratios with their range.')
  .addOption(
    new Option('-s, --suite <name...>', 'what to measure; all if none is named').choices(names).default([], 'all'),
  )
  .addOption(new Option('-r, --runs <number>', 'runs of each suite').argParser(count).default(5))
  .addOption(
    new Option('-j, --json <file>', 'where to write an array of { suite, name, median, unit, ratio, … }').argParser(
      (file) => resolve(file),
    ),
  )
  .addOption(new Option('-q, --quick', 'one run of few rounds, to try it out: the figures mean nothing').default(false))
  .addOption(new Option('--no-build', 'measure dist/ as it stands'))
  .addHelpText(
    'after',
    `
Suites:
${suites.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')}

It builds first, and installs the peers into spec/bench/ where they are missing. A ratio is taken in each
round against the reference beside it: the median of rounds, then of runs, with the range of the runs.
The exit status is 0 also where a bar is missed; the table says so.`,
  )
  .allowExcessArguments(false)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()
  .opts()

process.chdir(fileURLToPath(new URL('../../', import.meta.url)))

let current

/** Starts a process in a group of its own, so that with it goes whatever it has started. */
const started = (child) => {
  current = child
  child.once('exit', () => (current = undefined))
  return child
}

const interrupts = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }
for (const [signal, status] of Object.entries(interrupts))
  process.once(signal, () => {
    if (current?.pid !== undefined) process.kill(-current.pid, 'SIGKILL')
    process.exit(status)
  })

const command = async (name, ...args) => {
  // What it prints is no part of the table.
  const child = started(spawn(name, args, { stdio: ['ignore', 2, 2], detached: true }))
  const [status, signal] = await once(child, 'exit')
  if (status !== 0) throw new Error(`“${[name, ...args].join(' ')}” ended with ${status ?? signal}`)
}

// So many forced collections would throw away the code of sides that wait for their turn.
const nodeFlags = ['--expose-gc', '--no-flush-bytecode']

const program = fileURLToPath(new URL('harness/runSuite.mjs', import.meta.url))

const runOnce = async ({ name, flags = [] }) => {
  const args = [name, ...(wanted.quick ? ['quick'] : [])]
  const child = started(fork(program, args, { execArgv: [...nodeFlags, ...flags], detached: true }))
  let reported = { error: 'it told nothing' }
  child.once('message', (message) => (reported = message))
  // What it told has come when its channel closes, which may be after its end.
  const [[status, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  if ('error' in reported) throw new Error(`${name} ended with ${status ?? signal}: ${reported.error}`)
  return reported
}

const runSuite = async (suite) => {
  const runs = []
  for (let run = 1; run <= wanted.runs; run += 1) {
    process.stderr.write(`${suite.name}: run ${run} of ${wanted.runs}\n`)
    runs.push(await runOnce(suite))
  }
  return summary(runs)
}

const main = async () => {
  if (wanted.quick) wanted.runs = 1
  const report = await openReport(wanted.json)
  await prepare({ command, build: wanted.build })
  process.stdout.write(`${await environment()}\n`)
  const measured = []
  for (const suite of suites.filter(({ name }) => wanted.suite.length === 0 || wanted.suite.includes(name))) {
    const done = await runSuite(suite)
    process.stdout.write(`${table(done)}\n`)
    measured.push(done)
  }
  await report.write(measured)
}

await main().catch((error) => {
  process.stderr.write(`bench: ${error.message}\n`)
  process.exitCode = 1
})
