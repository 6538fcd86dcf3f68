// node<version> nodes.mjs MAJOR: what this release of Node does with the installed package, in a project whose undici is
// one that Node 20 cannot run.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient, documentedProfile } from 'rxbank'
import { createSandbox } from 'rxbank/sandbox'
import { createMirror } from 'rxbank/sqlite'
import { lastValueFrom, toArray } from 'rxjs'
import { check } from './check.cjs'

const [major] = process.argv.slice(2)
const installed = createRequire(import.meta.url)

await check(`this is Node ${major}, with undici 8`, () => {
  assert.equal(process.versions.node.split('.')[0], major)
  assert.match(installed('undici/package.json').version, /^8\./)
})

await check('the command line starts', () => {
  const main = join(import.meta.dirname, 'node_modules/rxbank/dist/node/cli/main.js')
  assert.match(execFileSync(process.execPath, [main, '--help'], { encoding: 'utf8' }), /^Usage: rxbank /)
})

await check("a mirror is kept in Node's own SQLite", async () => {
  const { credentials, http } = createSandbox({ profile: documentedProfile, seed: 1, transactions: 20 })
  const user = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http }).user(
    { externalUserId: 'A6J' },
  )
  const database = new DatabaseSync(':memory:')
  await lastValueFrom(createMirror({ database }).sync(user, { id: 'A6J' }).pipe(toArray()))
  assert.equal(database.prepare('SELECT count(*) AS rows FROM rxbank_transactions').get().rows, 20)
})

await import('./consumer.mjs')
installed('./consumer.cjs')
