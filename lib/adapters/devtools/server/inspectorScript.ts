import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The script of the inspector's page, which the build makes of lib/adapters/devtools/page; it is read when a page first asks for it. */
export const inspectorScript = (): string => {
  const root = dirname(createRequire(import.meta.url).resolve('rxbank/package.json'))
  return readFileSync(join(root, 'dist/page/inspector.js'), 'utf8')
}
