/**
 * Mutation testing: changes the policies, the budget and what reads requests a little, one place at a time, and runs the specs that
 * reach that place; a mutant that none of them notices survives.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Argument, Command } from 'commander'
import { groups } from './groups.mjs'

const { args: names } = new Command('npm run mutation --')
  .description('Changes the code in one place after another, and counts the changes that no spec notices.')
  .addArgument(
    new Argument('[groups...]', 'what to change; all if none is named').choices(groups.map(({ name }) => name)),
  )
  .addHelpText('after', '\nInstalls Stryker first, into spec/mutation/. Reports go to coverage/mutation/.')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()

process.chdir(fileURLToPath(new URL('../../', import.meta.url)))

const { status } = spawnSync('npm', ['ci', '--prefix', 'spec/mutation', '--no-audit', '--no-fund'], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)
const { Stryker } = await import('@stryker-mutator/core')

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
const rows = files.map((file) => [relative('', file), score(all.filter(({ fileName }) => fileName === file))])
console.table(Object.fromEntries([...rows, ['total', score(all)]]))
