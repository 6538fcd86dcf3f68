import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

describe('README.md', () => {
  it('is short', () => {
    expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(120)
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
