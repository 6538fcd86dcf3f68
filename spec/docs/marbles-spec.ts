import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { diagrams, folder } from './marbles/diagrams.js'

const drawn = diagrams()

describe('marble diagrams', () => {
  it.each(Array.from(drawn))('%s shows what the code does; `npm run marbles` draws it anew', (file, text) => {
    expect(readFileSync(join(folder, file), 'utf8')).toBe(text)
  })

  it('are all that lies in their folder', () => {
    expect(readdirSync(folder).sort()).toEqual(Array.from(drawn.keys()).sort())
  })

  it('are small', () => {
    for (const text of drawn.values()) expect(text.length).toBeLessThan(12_000)
  })

  it('are the same from run to run', () => {
    expect(diagrams()).toEqual(drawn)
  })
})
