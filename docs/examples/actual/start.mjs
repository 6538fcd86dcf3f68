// Builds what has changed, then runs the example in this process: signals need no one to pass them on.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
console.error('Building the example …')
const { status } = spawnSync(process.execPath, [tsc], { cwd: import.meta.dirname, stdio: 'inherit' })
if (status !== 0) process.exit(1)
await import('./dist/src/main.js')
