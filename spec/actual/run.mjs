// Runs the test of the example `actual` on the engine of Actual, without the packages that the engine does not load, and with
// a SQLite that needs no compiler. Prints lines of TAP.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { paths } from '../../.config/entryPoints.js'

const example = 'docs/examples/actual'
const folder = 'node_modules/.cache/rxbank/actual'
const version = JSON.parse(readFileSync(`${example}/package.json`, 'utf8')).dependencies['@actual-app/api']

const programs = ['test/kill-test', 'test/toHundredths-test', 'test/support/child']

rmSync(folder, { recursive: true, force: true })
const engine = `${folder}/node_modules/@actual-app/api`
mkdirSync(engine, { recursive: true })
execFileSync('npm', ['pack', '--silent', `@actual-app/api@${version}`, '--pack-destination', folder])
const [tarball] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
execFileSync('tar', ['-xzf', join(folder, tarball), '-C', engine, '--strip-components=1'])

mkdirSync(`${folder}/node_modules/better-sqlite3`)
writeFileSync(`${folder}/node_modules/better-sqlite3/index.js`, readFileSync('spec/actual/betterSqlite3.cjs', 'utf8'))
writeFileSync(`${folder}/package.json`, '{ "type": "module" }\n')
await build({
  entryPoints: Object.fromEntries(programs.map((name) => [name, `${example}/${name}.ts`])),
  outdir: folder,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  alias: Object.fromEntries(Object.entries(paths).map(([name, [source]]) => [name, source])),
  logLevel: 'warning',
})
const reporter = `--test-reporter=./${example}/test/lines.mjs`
const tests = programs.filter((name) => name.endsWith('-test')).map((name) => `${folder}/${name}.js`)
// `node --test` of newer releases of Node finds no files in node_modules.
const passes = (test) =>
  spawnSync(process.execPath, [reporter, test], { stdio: 'inherit', env: { KILL_EVERY: '13', ...process.env } })
    .status === 0
process.exitCode = tests.map(passes).every(Boolean) ? 0 : 1
