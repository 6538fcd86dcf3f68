import { mkdirSync, mkdtempSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../node_modules/.cache/rxbank/', import.meta.url))

/** Makes the folder in which the specs of this run build programs that they start; workers inherit its name. */
export default () => {
  mkdirSync(cache, { recursive: true })
  process.env.SPECS_PROGRAMS = mkdtempSync(`${cache}programs-`)
}
