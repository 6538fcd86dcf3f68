/**
 * The simulation is itself tested: each sabotage of ./sabotages.mjs is made in a bundle, never in the sources, and the
 * simulation must notice it within its seeds, and nothing with the same seeds where nothing is sabotaged. One bundle has
 * them all, and one process lives all lives, with one sabotage after the other on: most of the CPU of a short life goes
 * into compiling.
 */
import { rm } from 'node:fs/promises'
import { asked } from './asked.mjs'
import { bundle, checkSabotages, scratch } from './build.mjs'
import { host } from './live.mjs'
import { sabotages } from './sabotages.mjs'

const lives = { first: 1, seeds: 8, users: 8, days: 3, faultRate: 0.2 }

const { wanted, isCheck, isTap } = asked()

if (isCheck) {
  await checkSabotages(sabotages).catch(({ message }) => {
    console.error(message)
    process.exit(1)
  })
  process.exit()
}

const ended = new AbortController()
const end = (status) => {
  process.exitCode = status
  ended.abort()
}

const isControl = ({ edits }) => edits === undefined

const isRight = (sabotage, { broken, late, wrong }) => {
  if (wrong !== undefined) return false
  if (isControl(sabotage)) return broken === undefined && late === undefined
  if (late !== undefined) return sabotage.hangs === true
  return broken !== undefined && sabotage.by.some((words) => broken.invariant.includes(words))
}

const inWords = ({ broken, late, wrong }, { seeds }) => {
  if (wrong !== undefined) return 'cannot be told'
  if (late !== undefined) return `does not end: ${late}`
  if (broken === undefined) return `nothing within ${seeds} seeds`
  return `seed ${broken.seed}, day ${broken.days.toFixed(2)}: ${broken.invariant}`
}

const say = (number, sabotage, own, outcome) => {
  const name = sabotage.name ?? `nothing, ${own.users} users for ${own.days} days from seed ${own.first}`
  const found = inWords(outcome, own)
  const right = isRight(sabotage, outcome)
  if (isTap) console.log(`${right ? 'ok' : 'not ok'} - sabotage: ${name} (${found})`)
  else console.log(`${right ? ' ' : '!'} ${String(number).padStart(2)}  ${name}\n       ${found}`)
  const why = outcome.wrong ?? outcome.broken?.what
  if (!right && why !== undefined) console.log(`#      ${why.replaceAll('\n', '\n#      ')}`)
}

const rights = []
/** How many seeds were needed, of each kind of lives. */
const needed = new Map()
let number = 0

const judge = async (sabotage, own, answer) => {
  const outcome = await answer(sabotage, own)
  if (ended.signal.aborted) return
  if (isRight(sabotage, outcome)) rights.push(sabotage)
  const key = JSON.stringify(sabotage.lives ?? {})
  const seeds = outcome.broken === undefined ? own.seeds : outcome.broken.seed - own.first + 1
  needed.set(key, Math.max(seeds, needed.get(key) ?? 1))
  say(number++, sabotage, own, outcome)
}

const judgeAll = async (all, answer) => {
  for (const sabotage of all) if (!ended.signal.aborted) await judge(sabotage, { ...lives, ...sabotage.lives }, answer)
}

/** The unchanged client lives the same lives, as far as they were needed to notice a sabotage. */
const controls = () => Array.from(needed, ([key, seeds]) => ({ lives: { ...JSON.parse(key), seeds } }))

process.once('SIGINT', () => end(130))
// Whoever reads it has gone, such as `head`.
process.stdout.once('error', () => end(1))

let expected = wanted.length
try {
  const { live, end: leave } = await bundle(wanted).then(
    (path) => host(path, ended.signal),
    ({ message }) => ({ live: () => ({ wrong: message }), end: () => undefined }),
  )
  await judgeAll(wanted, live)
  const unchanged = controls()
  expected += unchanged.length
  await judgeAll(unchanged, live)
  leave()
} finally {
  await rm(scratch, { recursive: true, force: true })
}

if (!ended.signal.aborted) {
  const caught = rights.filter((sabotage) => !isControl(sabotage))
  console.log(isTap ? '# end' : `\n${caught.length} of ${wanted.length} sabotages caught`)
  process.exitCode = rights.length === expected ? 0 : 1
}
