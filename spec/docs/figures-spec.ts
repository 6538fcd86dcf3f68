import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

describe('README.md', () => {
  it('has the costs that the benchmarks have', () => {
    const { status, stderr } = spawnSync(process.execPath, ['spec/docs/figures.mjs', '--check'], { encoding: 'utf8' })
    expect([stderr, status]).toEqual(['', 0])
  })

  it('is short, and its figures are where the command finds them', () => {
    const text = readFileSync('README.md', 'utf8')
    expect(text.split('\n').length).toBeLessThanOrEqual(151)
    expect(text).toMatch(/<!-- figures: npm run figures -->\n\n\| What [^]*kB[^]*\n<!-- end of figures -->/)
  })
})
