import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entryPoints } from './entryPoints.js'

const under = (folder: string, ending: RegExp): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !/\b(?:node_modules|dist)\b/.test(file))
    .map((file) => join(folder, file))

const read = (files: ReadonlyArray<string>): string => files.map((file) => readFileSync(file, 'utf8')).join('\n')

/** The code in what users read: programs, code spans, and the sources of examples. */
const prose = read(['README.md', ...under('docs/guides', /\.md$/)])
const code = [
  ...Array.from(prose.matchAll(/^```ts$([^]*?)^```$/gm), ([, text = '']) => text),
  ...Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, text = '']) => text),
  read(under('docs/examples', /\.m?ts$/)),
].join('\n')

/** The names that a file exports as values. */
const valuesOf = (file: string): ReadonlyArray<string> =>
  Array.from(readFileSync(file, 'utf8').matchAll(/^export \{([^}]*)\}/gm), ([, names = '']) => names)
    .flatMap((names) => names.split(',').map((name) => name.trim()))
    .filter((name) => name !== '' && !name.startsWith('type '))

describe.each(Object.entries(entryPoints))('%s', (_, file) => {
  it('exports no value that neither a guide nor an example names', () => {
    const values = valuesOf(file)
    expect(values.length).toBeGreaterThan(0)
    expect(values.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
  })
})
