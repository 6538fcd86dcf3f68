import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Reads the script of the inspector's page, which the build bundles from lib/adapters/devtools/page. */
export const inspectorScript = (): string => {
  const root = dirname(createRequire(import.meta.url).resolve('rxbank/package.json'))
  return readFileSync(join(root, 'dist/page/inspector.js'), 'utf8')
}
