// npm run check -- FILE: types and lint of a file of lib/ or spec/, of its specs and of the files that import it; its format;
// and its specs. The status is 0 when all is good.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { slowSpecs } from '../../.config/slowSpecs.js'
import { importersOf, specsOf } from '../layout/coverage.mjs'

const file = relative('', process.argv[2] ?? '').replaceAll('\\', '/')
if (!/^(lib|spec)\/.+\.ts$/.test(file) || !existsSync(file)) {
  console.error(`Usage: npm run check -- FILE\nThere is no TypeScript file "${file}" in lib/ or spec/.`)
  process.exit(2)
}

/** Where more files import it, their types are left to `npm run types`. */
const maxImporters = 10

const all = specsOf(file)
const quick = all.filter((spec) => !slowSpecs.includes(spec))
const specs = quick.length > 0 ? quick : all
const left = all.filter((spec) => !specs.includes(spec))
const importers = importersOf(file)
const isCentral = importers.length > maxImporters

const run = (name, command, args) => {
  console.log(`\n== ${name}`)
  // npm puts what is installed on the PATH.
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exitCode = 1
}

const lint = ['-c', '.config/oxlint.config.js', '--type-aware', '--type-check']
run('types and lint', 'oxlint', [...lint, ...new Set([file, ...specs, ...(isCentral ? [] : importers)])])
if (isCentral) console.log(`${importers.length} files import it: npm run types checks them`)
run('format', 'oxfmt', ['--check', file])
if (specs.length > 0) run('specs', 'jest', ['--runTestsByPath', ...specs])
else console.log('\nNo spec is of this file or imports it.')
if (left.length > 0) console.log(`\nLeft to npm run specs:slow: ${left.join(', ')}`)
