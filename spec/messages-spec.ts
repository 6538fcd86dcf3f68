import { spawnSync } from 'node:child_process'

describe('messages.js', () => {
  it('has given a code to every text of lib/, and the guide explains each', () => {
    const { status, stderr } = spawnSync(process.execPath, ['messages.js', '--check'], { encoding: 'utf8' })
    expect([stderr, status]).toEqual(['', 0])
  })
})
