// Types, lint and format, and layers at the same time, for each takes one core; what they print comes in turn.
import { spawn } from 'node:child_process'

const checks = ['types', 'lint', 'layers']

const run = (name) =>
  new Promise((resolve) => {
    const child = spawn('npm', ['run', '-s', name], { stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
    child.on('close', (code) => resolve({ name, isGood: code === 0, output: Buffer.concat(chunks).toString().trim() }))
  })

for (const running of checks.map(run)) {
  const { name, isGood, output } = await running
  console.log(`${name}: ${isGood ? 'good' : 'NOT GOOD'}${output === '' ? '' : `\n${output}`}`)
  if (!isGood) process.exitCode = 1
}
