// Run on a Node that is too old for the undici that is installed beside the package.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const refusal = { name: 'ConfigError', message: /expected Node \S+ or later, which undici \S+ needs/ }

await assert.rejects(import('rxbank/undici'), refusal)
console.log('ok - an import is refused in words')
assert.throws(() => createRequire(import.meta.url)('rxbank/undici'), refusal)
console.log('ok - a require is refused in words')
console.log('# end')
