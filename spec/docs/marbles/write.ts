// npm run marbles: draws the diagrams anew.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { diagrams, folder } from './diagrams.js'

const write = async (): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of await diagrams()) writeFileSync(join(folder, file), text)
}
void write()
