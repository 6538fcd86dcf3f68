// Settings and files of credentials that are wrong.
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertCloaked, secret } from '../support/canaries.mjs'
import { table } from '../support/cases.mjs'
import { page } from '../support/page.mjs'
import { folder } from '../support/program.mjs'
import { rawBank } from '../support/rawServer.mjs'
import { environment, run } from '../support/rxbank.mjs'

const usage = 'command-line.md: 2: wrong usage, or settings that are missing or wrong; nothing was asked'
const cloaked = 'command-line.md: secrets have no flag; a file of credentials must be yours and closed to others'

const wrong = {
  'a secret by a flag': ['token', '--client-secret', secret],
  'a secret by a flag, with =': ['token', `--client-secret=${secret}`],
  'a password by a flag': ['token', `--password=${secret}`],
  'a misspelt flag': ['token', `--external-user-idd=${secret}`],
  'an unknown command': ['pul', 'stocks'],
  'an unknown list': ['pull', 'stokcs'],
  'a limit of 0': ['pull', 'stocks', '--limit', '0'],
  'a limit in words': ['pull', 'stocks', '--limit', '1e2'],
  'a moment that is none': ['pull', 'stocks', '--since', '2026-02-30'],
  'http elsewhere': ['token', '--base-url', 'http://bank.example'],
  'an address with a password': ['token', '--base-url', `https://eve:${secret}@bank.example`],
  'an unknown profile': ['token', '--profile', '__proto__'],
  'a version that is none': ['token', '--service-version', 'yesterday'],
  'two users': ['token', '--user-uuid', 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', '--external-user-id', 'A6J'],
  'an item that is none': ['watch', 'refresh', '1; rm -rf'],
  'a time without a unit': ['watch', 'stocks', '--every', '5'],
  'a fault that is none': ['sandbox', '--fault', 'evil:x=1'],
  'a port that is none': ['sandbox', '--port', '99999'],
}

const files = {
  'open to others': [
    (file) => {
      writeFileSync(file, '{}')
      chmodSync(file, 0o644)
    },
  ],
  'open to the group': [
    (file) => {
      writeFileSync(file, '{}')
      chmodSync(file, 0o640)
    },
  ],
  'no JSON': [(file) => writeFileSync(file, `clientSecret=${secret}`, { mode: 0o600 })],
  'an array': [(file) => writeFileSync(file, `["${secret}"]`, { mode: 0o600 })],
  'a field that is misspelt': [(file) => writeFileSync(file, `{"clientSecrets":"${secret}"}`, { mode: 0o600 })],
  'a secret that is an object': [(file) => writeFileSync(file, `{"clientSecret":{"x":"${secret}"}}`, { mode: 0o600 })],
  'a folder': [(file) => mkdirSync(file)],
  'not there': [() => undefined],
  'a link to itself': [(file) => symlinkSync(file, file)],
}

export const cases = [
  ...table(usage, 'wrong usage', wrong, async (args, after) => {
    const bank = await rawBank(after, () => page())
    const { code, out, err } = await run(after, args, environment(after, bank.origin))
    assert.deepEqual([code, out, bank.seen.length], [2, '', 0], err)
    assertCloaked(err, 'stderr')
  }),
  ...table(cloaked, 'a file of credentials', files, async ([make], after) => {
    const bank = await rawBank(after, () => page())
    const file = join(folder(after), 'credentials.json')
    make(file)
    const { code, out, err } = await run(after, ['token', '--credentials', file], environment(after, bank.origin))
    assert.deepEqual([code, out, bank.seen.length], [2, '', 0], err)
    assertCloaked(err, 'stderr')
  }),
]
