import { spawnSync } from 'node:child_process'

describe('docs/maintainers/architecture.md', () => {
  it('is drawn as the imports of the sources are', () => {
    const draw = ['spec/docs/architecture/write.mjs', '--check']
    const { status, stderr } = spawnSync(process.execPath, draw, { encoding: 'utf8' })
    expect([stderr, status]).toEqual(['', 0])
  })
})
