// Checks that each file of lib/ has a spec of its name in the same place of spec/, or that the map names its spec.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import { slowSpecs } from '../../.config/slowSpecs.js'
import { map, mapFile, ownSpecs } from './coverage.mjs'

const files = readdirSync('lib', { recursive: true })
  .map((file) => `lib/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.ts'))
  .sort()

/** Whether nothing of a file runs: there is no code without its types. */
const isTypes = (file) => /^(export \{\};?)?\s*$/.test(transformSync(readFileSync(file, 'utf8'), { loader: 'ts' }).code)

/** Whether a file only hands on what others have. */
const isEntryPoint = (file) => /^lib\/\w+\.ts$/.test(file)

const needsSpec = (file) => ownSpecs(file).length === 0 && !isEntryPoint(file) && !isTypes(file)

const problems = []
for (const file of files.filter(needsSpec))
  if (map[file] === undefined) {
    const own = file.replace(/^lib/, 'spec').replace(/\.ts$/, '-spec.ts')
    problems.push(`${file} has no spec: write ${own}, or name in ${mapFile} the spec that covers it`)
  }
for (const [file, spec] of Object.entries(map)) {
  if (!existsSync(file)) problems.push(`${mapFile}: there is no ${file}: take its line out, or write where it is now`)
  else if (!needsSpec(file)) problems.push(`${mapFile}: ${file} needs no line: take it out`)
  if (!existsSync(spec)) problems.push(`${mapFile}: there is no ${spec}, the spec of ${file}: name another`)
}
const keys = Object.keys(map)
if (keys.join() !== keys.toSorted().join()) problems.push(`${mapFile} is in the order of its files`)

for (const file of slowSpecs)
  if (!existsSync(file)) problems.push(`.config/slowSpecs.js: there is no ${file}: write where it is now`)

for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
