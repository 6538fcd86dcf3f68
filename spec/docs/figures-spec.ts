import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** What a reader sees of a Markdown file: without comments, which may hold programs that check others. */
const shown = (file: string): string => readFileSync(file, 'utf8').replace(/<!--[^]*?-->\n*/g, '')

describe('README.md', () => {
  it('is short', () => {
    expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  })
})

describe('docs/guides', () => {
  const guides = readdirSync('docs/guides').filter((file) => file.endsWith('.md'))

  it.each(['getting-started.md', ...guides.filter((file) => file.startsWith('quickstart-'))])(
    'has a short beginning in %s',
    (file) => {
      expect(shown(`docs/guides/${file}`).trimEnd().split('\n').length).toBeLessThanOrEqual(80)
    },
  )

  it('has no guide that is too long to be read', () => {
    const words = guides.map((file) => [file, readFileSync(`docs/guides/${file}`, 'utf8').match(/\S+/g)?.length ?? 0])
    expect(words.filter(([, count]) => Number(count) >= 4000)).toEqual([])
  })
})

describe('docs/guides/performance.md', () => {
  it('has the costs that the benchmarks have', () => {
    const { status, stderr } = spawnSync(process.execPath, ['spec/docs/figures.mjs', '--check'], { encoding: 'utf8' })
    expect([stderr, status]).toEqual(['', 0])
  })

  it('has its figures where the command finds them', () => {
    const text = readFileSync('docs/guides/performance.md', 'utf8')
    expect(text).toMatch(/<!-- figures: npm run figures -->\n\n\| What [^]*kB[^]*\n<!-- end of figures -->/)
  })
})
