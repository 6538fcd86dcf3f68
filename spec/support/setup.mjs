import { mkdirSync, mkdtempSync, renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const cache = fileURLToPath(new URL('../../node_modules/.cache/rxbank/', import.meta.url))

/** Makes the folder in which the specs of this run build programs that they start; workers inherit its name. */
export default () => {
  mkdirSync(cache, { recursive: true })
  const programs = mkdtempSync(`${cache}programs-`)
  process.env.SPECS_PROGRAMS = programs
  buildSync({
    stdin: {
      contents: `
        export * from 'rxjs'
        export * as operators from 'rxjs/operators'
        export * as testing from 'rxjs/testing'
      `,
      resolveDir: cache,
    },
    conditions: ['es2015'],
    platform: 'neutral',
    bundle: true,
    format: 'cjs',
    logLevel: 'warning',
    outfile: `${programs}/rxjs.cjs`,
  })
  // Other runs may be reading the file of an earlier one.
  renameSync(`${programs}/rxjs.cjs`, `${cache}rxjs.cjs`)
}
