/**
 * `npm run architecture`: draws the rooms of lib/ into docs/maintainers/architecture.svg, and writes the table of
 * layers of docs/maintainers/architecture.md. With `--check` it writes nothing, and fails when they are not as they would be.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { formatted } from '../../check/formatted.mjs'
import { imported, names, reasons, roomGraph } from './roomGraph.mjs'

/** The drawing is in TypeScript, like those of the guides, and shares their lines and boxes. */
const drawing = resolve('node_modules/.cache/rxbank/drawRooms.mjs')
await build({
  entryPoints: ['spec/docs/architecture/drawRooms.ts'],
  bundle: true,
  format: 'esm',
  outfile: drawing,
  packages: 'external',
  platform: 'node',
})
const { drawRooms } = await import(drawing)

const page = 'docs/maintainers/architecture.md'

const table = [
  '| Layer | What it imports | Why nothing else |',
  '| --- | --- | --- |',
  ...names.map((layer) => {
    const others = names.filter((name) => imported.get(layer).has(name)).map((name) => `\`${name}\``)
    return `| \`${layer}\` | ${others.join(', ') || 'nothing'} | ${reasons.get(layer)} |`
  }),
]

const before = readFileSync(page, 'utf8')
const written = before.replace(
  /(<!-- table: .*-->\n)[^]*?(<!-- end of the table -->)/,
  (_, begin, end) => `${begin}\n${table.join('\n')}\n\n${end}`,
)

const wanted = {
  [page]: await formatted(page, written),
  'docs/maintainers/architecture.svg': drawRooms('architecture', roomGraph),
}

for (const [file, text] of Object.entries(wanted)) {
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (text !== readFileSync(file, 'utf8')) {
    console.error(`${file} is not as the code is: npm run architecture`)
    process.exitCode = 1
  }
}
