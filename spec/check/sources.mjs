// Types and lint, format, and layers at the same time, for each takes one core; what they print comes in turn.
import { spawn } from 'node:child_process'

// Checking types makes many objects of middling age: with more room for young ones the garbage collector takes a quarter
// less of the time. Node's default is 16 MB.
const typesAndLint = ['node', '--max-semi-space-size=64', 'spec/check/typesAndLint.mjs']
const checks = {
  'types and lint': typesAndLint,
  format: ['npm', 'run', '-s', 'formatted'],
  layers: ['npm', 'run', '-s', 'layers'],
}

const run = ([name, [command, ...args]]) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
    child.on('close', (code) => resolve({ name, isGood: code === 0, output: Buffer.concat(chunks).toString().trim() }))
  })

for (const running of Object.entries(checks).map(run)) {
  const { name, isGood, output } = await running
  console.log(`${name}: ${isGood ? 'good' : 'NOT GOOD'}${output === '' ? '' : `\n${output}`}`)
  if (!isGood) process.exitCode = 1
}
