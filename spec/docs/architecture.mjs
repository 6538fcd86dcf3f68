/**
 * `npm run architecture`: draws the layers of lib/ into docs/maintainers/architecture.md, from the imports of the sources
 * and the table of .dependency-cruiser.js. With `--check` it draws nothing, and fails when the page is not as it would be.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { layers } from '../../.dependency-cruiser.js'
import { entryPoints } from '../../entryPoints.js'

const page = 'docs/maintainers/architecture.md'

const names = layers.map(([pattern]) => pattern.replace('[.]', '.').replace('$', ''))
const layerOf = (file) => names[layers.findIndex(([pattern]) => new RegExp(`^${pattern}`).test(file))]

/** The files that a file of lib/ imports, relative to lib/. */
const importsOf = (file) => {
  const text = readFileSync(`lib/${file}`, 'utf8')
  return Array.from(text.matchAll(/^(?:import|export) [^;]*?from '(\.[^']+)\.js'/gm), ([, path]) =>
    posix.join(dirname(file), `${path}.ts`),
  )
}

/** The other layers that each layer imports. */
const imported = new Map(names.map((name) => [name, new Set()]))
for (const file of readdirSync('lib', { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts')) continue
  const layer = layerOf(file)
  for (const other of importsOf(file).map(layerOf)) if (other !== layer) imported.get(layer).add(other)
}

/** Whether a layer reaches another by way of a third one. */
const reaches = (from, to) => Array.from(imported.get(from)).some((next) => next === to || reaches(next, to))
const isShort = (from, to) => !Array.from(imported.get(from)).some((next) => next !== to && reaches(next, to))

const id = (name) => name.replace(/\W+/g, '_').replace(/_$/, '')

const node = (name) => {
  const entry = entryPoints.find(
    ({ source }) => source.replace('lib/', '') === name || source === `lib/${name}index.ts`,
  )
  return entry === undefined ? `${id(name)}["${name}"]` : `${id(name)}(["${name}<br/>${entry.name}"])`
}

const picture = [
  '```mermaid',
  'flowchart TB',
  ...names.toReversed().map((name) => `  ${node(name)}`),
  ...names
    .toReversed()
    .flatMap((from) =>
      names.filter((to) => imported.get(from).has(to) && isShort(from, to)).map((to) => `  ${id(from)} --> ${id(to)}`),
    ),
  '```',
]

const table = [
  '| Layer | What it imports | Why no more |',
  '| --- | --- | --- |',
  ...layers.map(([, , why], index) => {
    const others = names.filter((name) => imported.get(names[index]).has(name)).map((name) => `\`${name}\``)
    return `| \`${names[index]}\` | ${others.join(', ') || 'nothing'} | ${why} |`
  }),
]

const blocks = { picture, table }
const before = readFileSync(page, 'utf8')
const drawn = Object.entries(blocks).reduce(
  (text, [name, lines]) =>
    text.replace(
      new RegExp(`(<!-- ${name}: .*-->\n)[^]*?(<!-- end of the ${name} -->)`),
      (_, begin, end) => `${begin}\n${lines.join('\n')}\n\n${end}`,
    ),
  before,
)
const after = await format(drawn, { parser: 'markdown', ...(await resolveConfig(page)) })
if (!process.argv.includes('--check')) writeFileSync(page, after)
else if (after !== before) {
  console.error(`${page} is not as the code is: npm run architecture`)
  process.exitCode = 1
}
