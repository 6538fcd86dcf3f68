/**
 * Mutation testing: changes lib/stream and lib/http/policies a little, one place at a time, and runs the specs that reach
 * that place; a mutant that none of them notices survives. `npm run mutation -- [GROUP...]`, the groups of ./groups.mjs.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { groups } from './groups.mjs'

const root = new URL('../../', import.meta.url)
process.chdir(root.pathname)

const names = process.argv.slice(2)
const unknown = names.filter((name) => groups.every((group) => group.name !== name))
if (unknown.length > 0) {
  console.error(`No group ${unknown.join(', ')}; there are ${groups.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const killed = ['Killed', 'Timeout']
const counted = [...killed, 'Survived', 'NoCoverage']

const measure = async ({ name, mutate }) => {
  const scratch = await mkdtemp(join(tmpdir(), 'rxbank-mutation-'))
  process.env.MUTATION_GROUP = name
  const stryker = new Stryker({
    configFile: 'spec/mutation/stryker.config.json',
    mutate,
    tempDirName: scratch,
    jsonReporter: { fileName: `coverage/mutation/${name}.json` },
    htmlReporter: { fileName: `coverage/mutation/${name}.html` },
  })
  try {
    return await stryker.runMutationTest()
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const score = (mutants) => {
  const judged = mutants.filter(({ status }) => counted.includes(status))
  const dead = judged.filter(({ status }) => killed.includes(status))
  return { mutants: judged.length, killed: dead.length, score: `${((100 * dead.length) / judged.length).toFixed(1)} %` }
}

const all = []
for (const group of groups.filter(({ name }) => names.length === 0 || names.includes(name)))
  all.push(...(await measure(group)))

const files = [...new Set(all.map(({ fileName }) => fileName))].sort()
const rows = files.map((file) => [file, score(all.filter(({ fileName }) => fileName === file))])
console.table(Object.fromEntries([...rows, ['total', score(all)]]))
