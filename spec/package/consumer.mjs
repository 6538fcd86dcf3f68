import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as rxbank from 'rxbank'
import * as bridge from 'rxbank/bridge'
import * as codec from 'rxbank/codec'
import * as node from 'rxbank/node'
import * as sandbox from 'rxbank/sandbox'
import * as tape from 'rxbank/tape'
import * as transfers from 'rxbank/transfers'
import * as undici from 'rxbank/undici'
import { check } from './check.cjs'
import { consume } from './consume.cjs'
import { mixed } from './mixed.cjs'

await consume(rxbank, sandbox, node, undici, { bridge, codec, tape, transfers })

const require = createRequire(import.meta.url)
const modules = { rxbank, bridge, sandbox, undici }
const commonJs = Object.fromEntries(
  Object.keys(modules).map((name) => [name, require(name === 'rxbank' ? name : `rxbank/${name}`)]),
)
await mixed('ES modules beside CommonJS', modules, commonJs)
await mixed('CommonJS beside ES modules', commonJs, modules)

await check('the licences of bundled packages are installed', () => {
  const dist = join(dirname(require.resolve('rxbank/package.json')), 'dist')
  const licencesOf = (folder) => readFileSync(join(dist, folder, 'THIRD-PARTY.txt'), 'utf8')
  for (const name of ['commander', 'cli-table3', 'picocolors'])
    assert.match(licencesOf('node'), new RegExp(`^${name} \\d`, 'm'))
  assert.match(licencesOf('page'), /^rxjs \d/m)
})
console.log('# end')
