import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildModules } from './build.mjs'

/**
 * Jest calls it before the specs; in watch mode, each time. Programs that specs start are built into a folder of the run,
 * which ./teardown.mjs removes: workers take its path from the environment.
 */
export default async (_config, { testEnvironmentOptions: { code } }) => {
  process.env.SPECS_PROGRAMS = mkdtempSync(join(tmpdir(), 'rxbank-programs-'))
  if (code !== undefined) await buildModules()
}
