import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuildOptions, buildSync } from 'esbuild'
import { platformAliases } from './platformAliases.js'

/** Peers as ES modules, of which a program loads but what it uses: its process costs a third less to start. */
const peers = {
  'fp-ts/lib': 'node_modules/fp-ts/es6',
  'io-ts': 'node_modules/io-ts/es6/index.js',
  rxjs: 'node_modules/rxjs/dist/esm/index.js',
  'rxjs/operators': 'node_modules/rxjs/dist/esm/operators/index.js',
  'rxjs/testing': 'node_modules/rxjs/dist/esm/testing/index.js',
}

const alias = {
  ...platformAliases,
  ...Object.fromEntries(Object.entries(peers).map(([name, path]) => [name, join(process.cwd(), path)])),
}

/** The folder of the run of jest; see `spec/support/setup.mjs`. */
const folder = process.env.SPECS_PROGRAMS ?? tmpdir()

/**
 * Bundles a program for Node, peers included, against the sources and not what was built of them; answers the folder that
 * it is in. What has the same options is built once in a run of jest, whichever spec file asks.
 *
 * - `finish`: adds to the folder, before any other sees it.
 */
export const builtProgram = (options: BuildOptions, finish: (folder: string) => void = () => undefined): string => {
  const place = join(folder, createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 16))
  if (existsSync(place)) return place
  const made = mkdtempSync(`${place}-`)
  const own =
    options.outdir === undefined ? { outfile: join(made, 'program.cjs') } : { outdir: join(made, options.outdir) }
  buildSync({ bundle: true, platform: 'node', target: 'node20', logLevel: 'error', alias, ...options, ...own })
  finish(made)
  try {
    renameSync(made, place)
  } catch {
    // The spec of another worker was first.
    rmSync(made, { recursive: true })
  }
  return place
}
