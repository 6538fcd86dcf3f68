import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { diagrams, files, folder } from './marbles/diagrams.js'

describe('marble diagrams', () => {
  let drawn: ReadonlyMap<string, string>

  beforeAll(async () => {
    drawn = await diagrams()
  })

  it.each(files)('%s shows what the code does; `npm run marbles` draws it anew', (file) => {
    expect(readFileSync(join(folder, file), 'utf8')).toBe(drawn.get(file))
  })

  it('are all that lies in their folder', () => {
    expect(readdirSync(folder).sort()).toEqual([...files].sort())
  })

  it('are small', () => {
    for (const text of drawn.values()) expect(text.length).toBeLessThan(12_000)
  })

  it('are the same from run to run', async () => {
    expect(await diagrams()).toEqual(drawn)
  })
})
