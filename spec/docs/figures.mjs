/**
 * node spec/docs/figures.mjs [--check]: writes the figures of docs/guides/performance.md (npm run figures builds first). Sizes are of bundles of
 * the package in dist/; costs are those of docs/maintainers/benchmarks.md, which spec/bench/guide.mjs writes from what was
 * measured. With --check nothing is written: it fails where a cost is not that of the benchmarks. Whether sizes are current,
 * spec/browser/run.mjs says of the installed package.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle, gzipped } from '../browser/bundles.mjs'
import { formatted } from '../check/formatted.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const file = 'docs/guides/performance.md'
const guide = join(root, file)
const between = /(?<=<!-- figures: npm run figures -->\n\n)[^]*?(?=\n<!-- end of figures -->)/

/** What is bundled, by what the guide calls it. */
export const bundles = {
  '`createClient`': "export { createClient } from 'rxbank'",
  '`createGatewayClient`': "export { createGatewayClient } from 'rxbank'",
}

/** The figure in a column of a row of a table of the benchmarks; a table stands below a comment with its name. */
const measured = (table, row, column) => {
  const text = readFileSync(join(root, 'docs/maintainers/benchmarks.md'), 'utf8')
  const [, lines = ''] = text.split(`<!-- ${table}`)[1]?.split('\n\n') ?? []
  const cells = lines.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const found = cells.find(([, name]) => name === row)?.[column + 1]
  if (found === undefined) throw new Error(`benchmarks.md has no ${row} in ${table}`)
  return found
}

const costs = () => [
  [
    'decoding a page of 500 transactions, dates and all',
    `${measured('decode: all but the id', 'rxbank, in place', 2)} × \`JSON.parse\` of it`,
  ],
  [
    'a list of 200 such pages with `prefetch: 1`, over `rxbank/undici`',
    `${measured('paging: 200 pages', 'rxbank/undici, prefetch 1', 2)} × a bare loop of \`http.request\``,
  ],
  [
    'the same, where a page takes the server 20 ms',
    `${measured('paging: 40 pages', 'rxbank/undici, prefetch 1', 2)} × that loop`,
  ],
]

const sizeRow = (name, bytes) => [
  `a bundle of ${name}, minified, gzip, peers left out`,
  `${(bytes / 1000).toFixed(1)} kB`,
]

/** The size in kB of a bundle, as the guide has it. */
export const shownSize = (name) => {
  const line = readFileSync(guide, 'utf8')
    .split('\n')
    .find((text) => text.includes(sizeRow(name, 0)[0]))
  return Number(/([\d.]+) kB/.exec(line ?? '')?.[1])
}

/** The sizes of the bundles of the package in dist/, which is laid out as it would be installed. */
const sizes = async () => {
  const project = mkdtempSync(join(tmpdir(), 'rxbank-figures-'))
  try {
    const installed = join(project, 'node_modules/rxbank')
    mkdirSync(dirname(installed))
    for (const peer of ['rxjs', 'fp-ts', 'io-ts'])
      symlinkSync(join(root, 'node_modules', peer), join(project, 'node_modules', peer))
    cpSync(join(root, 'dist'), join(installed, 'dist'), { recursive: true })
    cpSync(join(root, 'package.json'), join(installed, 'package.json'))
    const rows = []
    for (const [name, contents] of Object.entries(bundles))
      rows.push(sizeRow(name, gzipped((await bundle(project, contents)).text)))
    return rows
  } finally {
    rmSync(project, { recursive: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = readFileSync(guide, 'utf8')
  if (process.argv.includes('--check')) {
    const lacking = costs().filter(([what, figure]) => !text.includes(what) || !text.includes(figure))
    for (const [what, figure] of lacking) console.error(`${file} does not say of ${what}: ${figure}`)
    process.exitCode = lacking.length === 0 ? 0 : 1
  } else {
    const rows = [['What', 'Figure'], ['---', '---'], ...(await sizes()), ...costs()]
    const filled = text.replace(between, rows.map((cells) => `| ${cells.join(' | ')} |\n`).join(''))
    writeFileSync(guide, await formatted(file, filled))
  }
}
