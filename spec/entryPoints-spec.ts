import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { entryPoints } from './docs/entryPoints.js'

describe('entryPoints.js', () => {
  it('is what package.json and tsconfig.json say', () => {
    const { status, stderr } = spawnSync(process.execPath, ['entryPoints.js', '--check'], { encoding: 'utf8' })
    expect([stderr, status]).toEqual(['', 0])
  })

  it('names sources that there are', () => {
    expect(Object.keys(entryPoints).length).toBeGreaterThan(6)
    expect(Object.values(entryPoints).filter((file) => !existsSync(file))).toEqual([])
  })
})
