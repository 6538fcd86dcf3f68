import { readFileSync } from 'node:fs'

/** The patterns of the chapters, as the configuration of the reference has them. */
const chapters = Array.from(
  readFileSync('.config/typedoc.config.js', 'utf8').matchAll(/^ {2}[A-Z][a-z]+: \/(.+)\/,$/gm),
  ([, pattern = '']) => new RegExp(pattern.replaceAll('\\/', '/')),
)
const exporting = Array.from(
  readFileSync('lib/index.ts', 'utf8').matchAll(/from '\.\/(.+)\.js'/g),
  ([, file = '']) => `${file}.ts`,
)

describe('the reference', () => {
  it('has one chapter for each file that the package exports from', () => {
    expect(chapters.length).toBeGreaterThan(10)
    expect(exporting.length).toBeGreaterThan(100)
    expect(exporting.filter((file) => chapters.filter((chapter) => chapter.test(file)).length !== 1)).toStrictEqual([])
  })
})
