// Types, lint and layers beside the quick specs: one after the other they leave a core idle. What jest is to be told may
// follow. As soon as a source is not good the specs end too.
import { spawn } from 'node:child_process'

// Where the garbage of young objects is collected seldom, specs take a tenth less, and again where threads of its own do not
// compete with the specs for the cores. Most code runs briefly, and anew for each group of specs: V8 optimizes it four times
// as late.
const node = ['--max-semi-space-size=64', '--single-threaded-gc', '--interrupt-budget=528000']
const command = ['node_modules/jest/bin/jest.js', '--filter=./spec/support/suites/quick.cjs']
const jest = [...node, ...command, ...process.argv.slice(2)]
const specs = spawn(process.execPath, jest, { stdio: ['ignore', 'inherit', 'inherit'] })

const sources = spawn(process.execPath, ['spec/check/sources.mjs'], { stdio: ['ignore', 'pipe', 'pipe'] })
const chunks = []
for (const stream of [sources.stdout, sources.stderr]) stream.on('data', (chunk) => chunks.push(chunk))

const ended = (child) => new Promise((resolve) => child.on('close', resolve))

// Whoever stops this stops both.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => [specs, sources].forEach((child) => child.kill(signal)))

const theirs = ended(specs)
const areSourcesGood = (await ended(sources)) === 0
if (!areSourcesGood) specs.kill()
const areSpecsGood = (await theirs) === 0
process.stdout.write(`\n${Buffer.concat(chunks).toString()}`)
process.exitCode = areSourcesGood && areSpecsGood ? 0 : 1
