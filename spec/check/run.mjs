// Checks one file: types, lint and format, and its specs. `npm run check -- --help` says more.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, watch } from 'node:fs'
import { relative } from 'node:path'
import { Command } from 'commander'
import { importersOf, specsOf } from '../layout/coverage.mjs'
import suites from '../support/suites/slowSpecs.cjs'
import { alike } from './alike.mjs'
import { formatted } from './formatted.mjs'

const command = new Command('npm run check --')
  .description('Checks a file: its types and those of the files that import it, its lint and format, and its specs.')
  .argument('<file>', 'a file of lib/ or spec/, such as lib/http/backoff.ts')
  .option('--watch', 'go on, and check again after each change of a file')
  .addHelpText('after', '\nStatus: 0 when all is good, 1 when not, 2 for wrong arguments.')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()

const file = relative('', command.args[0]).replaceAll('\\', '/')

if (!/^(lib|spec)\/.+\.ts$/.test(file)) command.error(`error: "${file}" is no TypeScript file of lib/ or spec/`)
if (!existsSync(file)) {
  const others = alike(file)
  const hint = others.length === 0 ? '' : `; there is\n${others.map((other) => `  ${other}`).join('\n')}`
  command.error(`error: there is no file "${file}"${hint}`, { exitCode: 2 })
}

const run = (args, env = process.env) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
    child.on('close', (code) => resolve({ isGood: code === 0, output: Buffer.concat(chunks).toString() }))
  })

const say = (name, isGood, output = '') => {
  console.log(`${name}: ${isGood ? 'good' : 'NOT GOOD'}`)
  if (output !== '') console.log(output.trimEnd())
}

/** To check more files than that takes longer than anybody waits. */
const mostImporters = 10

/** Types, and the rules that need them; the types of all that the files import are those that `npm run types` finds. */
const runTypes = (files) =>
  // The compiler is a program in Go, and ends before it has to collect garbage.
  run(['node_modules/oxlint/bin/oxlint', '--type-aware', '--type-check', ...files], { ...process.env, GOGC: 'off' })

const runLint = (files) => run(['node_modules/oxlint/bin/oxlint', '-c', 'oxlint.config.js', ...files])

const formatOf = async (name) => {
  const text = readFileSync(name, 'utf8')
  return (await formatted(name, text)) === text ? '' : `${name} is not formatted: npm run format\n`
}

/** One spec is sooner done without the bundle of all modules; several run in one context. */
const runSpecs = (specs) =>
  run(
    [
      ...['--max-semi-space-size=64', '--single-threaded-gc', 'node_modules/jest/bin/jest.js'],
      ...['--filter=./spec/support/suites/grouped.cjs', '--runTestsByPath', ...specs],
    ],
    { ...process.env, SPECS_MODULES: specs.length === 1 ? 'apart' : 'shared' },
  )

const slow = new Set(suites.slowSpecs.flatMap(({ files }) => files))

/** The specs that are worth waiting for: the slow ones are where a file has no others, or is one. */
const worthWaiting = (specs) => {
  const quick = specs.filter((spec) => !slow.has(spec))
  return quick.length === 0 ? specs : quick
}

const checkAll = async () => {
  const started = performance.now()
  const all = specsOf(file)
  const specs = worthWaiting(all)
  const left = all.filter((spec) => !specs.includes(spec))
  const running = specs.length === 0 ? undefined : runSpecs(specs)
  const importers = importersOf(file)
  const isCentral = importers.length > mostImporters
  const types = runTypes([...new Set([file, ...specs, ...(isCentral ? [] : importers)])])
  const lint = runLint([file])
  const wrongFormat = await formatOf(file)
  const { isGood: areTypesGood, output: wrong } = await types
  say('types', areTypesGood, areTypesGood ? '' : wrong)
  if (isCentral) console.log(`${importers.length} files import it: npm run types checks them`)
  const { isGood: isLintGood, output: found } = await lint
  const isStyleGood = isLintGood && wrongFormat === ''
  say('lint and format', isStyleGood, isStyleGood ? '' : `${found}${wrongFormat}`)
  const ended = await running
  if (ended === undefined) console.log('specs: none was run, for none is of this file or imports it')
  else say(`specs (${specs.join(', ')})`, ended.isGood, ended.output)
  if (left.length > 0) console.log(`npm run specs:slow runs ${left.join(', ')}`)
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`)
  return areTypesGood && isStyleGood && ended?.isGood !== false
}

process.exitCode = (await checkAll()) ? 0 : 1

if (command.opts().watch === true) {
  let isRunning = false
  let isStale = false
  const again = async () => {
    isStale = true
    if (isRunning) return
    isRunning = true
    while (isStale) {
      isStale = false
      // Editors write a file in several steps.
      await new Promise((resolve) => setTimeout(resolve, 50))
      console.log(`\n${new Date().toLocaleTimeString()}`)
      process.exitCode = (await checkAll()) ? 0 : 1
    }
    isRunning = false
  }
  for (const folder of ['lib', 'spec']) watch(folder, { recursive: true }, () => void again())
}
