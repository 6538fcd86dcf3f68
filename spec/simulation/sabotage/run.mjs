/**
 * The simulation is itself tested: each sabotage of ./sabotages.mjs is made in a bundle, never in the sources, and the
 * simulation must notice it within its seeds, and nothing with the same seeds where nothing is sabotaged.
 *
 * `npm run sabotage -- [--tap] [WORD...]`: those alone whose names have one of the words. Ends with 1 where a sabotage
 * survives or the unchanged client breaks an invariant.
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle, scratch } from './build.mjs'
import { sabotages } from './sabotages.mjs'

const lives = { first: 1, seeds: 8, users: 8, days: 3, faultRate: 0.2 }
/** Milliseconds after which a simulation is taken to run without end. */
const patience = 60_000

const { values, positionals } = parseArgs({ options: { tap: { type: 'boolean' } }, allowPositionals: true })

const live = (path, { first, seeds, users, days, faultRate }) =>
  new Promise((resolve, reject) => {
    const program = fileURLToPath(new URL('lives.mjs', import.meta.url))
    const child = fork(program, [path, first, seeds, users, days, faultRate], { timeout: patience })
    let broken
    child.on('message', (message) => (broken = message))
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      if (signal !== null) resolve({ seed: 0, days: 0, invariant: 'it ends', what: `not within ${patience} ms` })
      else if (code === 0) resolve(broken)
      else reject(new Error(`a simulation ended with ${code}`))
    })
  })

const isControl = ({ edits }) => edits === undefined

const isExpected = ({ by }, broken) => broken !== undefined && by.some((words) => broken.invariant.includes(words))

const anchored = async (sabotage, index) => {
  try {
    return { path: await bundle(index, isControl(sabotage) ? undefined : sabotage) }
  } catch (error) {
    return { wrong: error.message }
  }
}

const judge = async (sabotage, index) => {
  const own = { ...lives, ...sabotage.lives }
  const { path, wrong } = await anchored(sabotage, index)
  if (wrong !== undefined) return { sabotage, own, isRight: false, wrong }
  const broken = await live(path, own)
  const isRight = isControl(sabotage) ? broken === undefined : isExpected(sabotage, broken)
  return { sabotage, own, broken, isRight }
}

const place = ({ seed, days }) => `seed ${seed}, day ${days.toFixed(2)}`

const say = ({ sabotage, own, broken, wrong, isRight }, number) => {
  const name = sabotage.name ?? `nothing, ${own.users} users for ${own.days} days`
  const found = wrong
    ? 'cannot be made'
    : broken === undefined
      ? `nothing within ${own.seeds} seeds`
      : `${place(broken)}: ${broken.invariant}`
  if (values.tap) console.log(`${isRight ? 'ok' : 'not ok'} - sabotage: ${name} (${found})`)
  else console.log(`${isRight ? ' ' : '!'} ${String(number).padStart(2)}  ${name}\n       ${found}`)
  if (!isRight) console.log(`#      ${(wrong ?? broken?.what ?? '').replaceAll('\n', '\n#      ')}`)
}

const wanted = sabotages.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
)
// The unchanged client lives the same lives first.
const controls = new Map(wanted.map(({ lives: own }) => [JSON.stringify({ ...lives, ...own }), { lives: own }]))
const jobs = [...controls.values(), ...wanted].entries()
const verdicts = []

const work = async () => {
  for (const [index, sabotage] of jobs) {
    const verdict = await judge(sabotage, index)
    verdicts.push(verdict)
    say(verdict, index)
  }
}

try {
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 2) }, work))
} finally {
  await rm(scratch, { recursive: true, force: true })
}

const wrong = verdicts.filter(({ isRight }) => !isRight)
const caught = verdicts.filter(({ sabotage, isRight }) => !isControl(sabotage) && isRight)
if (!values.tap) console.log(`\n${caught.length} of ${wanted.length} sabotages caught`)
process.exitCode = wrong.length === 0 ? 0 : 1
