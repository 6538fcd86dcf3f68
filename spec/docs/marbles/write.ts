// npm run marbles: draws the diagrams anew.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { diagrams, folder } from './diagrams.js'

mkdirSync(folder, { recursive: true })
for (const [file, text] of diagrams()) writeFileSync(join(folder, file), text)
