import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The script of the inspector's page, which build.config.js puts into dist/; it is read when a page first asks for it. */
export const inspectorScript = (): string =>
  readFileSync(createRequire(import.meta.url).resolve('../../inspector.js'), 'utf8')
