/**
 * node spec/bench/guide.mjs FILE: puts the figures that `npm run bench -- --json FILE` has written into the tables of
 * docs/maintainers/benchmarks.md. A table stands below a comment that names its suite and unit: `<!-- SUITE | UNIT -->`; of what
 * was not measured it stays.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { formatted } from '../check/formatted.mjs'
import { figure, rangeText } from './harness/table.mjs'

const guide = new URL('../../docs/maintainers/benchmarks.md', import.meta.url)
const rows = JSON.parse(readFileSync(process.argv[2], 'utf8'))

const barText = ({ against, of, most, least, reached, range, holds, note }) => {
  const bound = most === undefined ? `at least ${least}` : `at most ${most}`
  const measured = of === 'value' ? '' : `${figure(reached)} (${rangeText(range)})${against ? ` × ${against}` : ''}, `
  return `${holds ? '' : '**missed** '}${measured}${bound}${note === undefined ? '' : `, ${note}`}`
}

const cellsOf = ({ name, median, ratio, range, bars = [] }, isCompared) => [
  name,
  figure(median),
  ...(isCompared ? [figure(ratio), rangeText(range)] : []),
  bars.map(barText).join('; '),
]

const tableOf = (own, unit) => {
  const isCompared = own.every(({ ratio }) => ratio !== null)
  const heading = ['', unit, ...(isCompared ? [`× ${own[0].name}`, 'range'] : []), 'bar']
  const lines = [heading, heading.map((_, at) => (at === 0 || at === heading.length - 1 ? '---' : '---:'))]
  return [...lines, ...own.map((row) => cellsOf(row, isCompared))].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const filled = readFileSync(guide, 'utf8').replace(
  /^(<!-- (.+) \| (.+) -->\n)(\n(\|.*\n)*)?/gm,
  (whole, comment, suite, unit) => {
    const own = rows.filter((row) => row.suite === suite && row.unit === unit)
    return own.length === 0 ? whole : `${comment}\n${tableOf(own, unit)}\n\n`
  },
)
writeFileSync(guide, await formatted('docs/maintainers/benchmarks.md', filled))
