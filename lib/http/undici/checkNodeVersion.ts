import { createRequire } from 'node:module'
import { wrongOption } from '../../base/error/decodeOptions.js'

/** The fields of undici's package.json that this file reads. */
interface Manifest {
  readonly version: string
  readonly engines?: { readonly node?: string }
}

const parseVersion = (version: string): ReadonlyArray<number> =>
  (/\d+(?:\.\d+){0,2}/.exec(version)?.[0] ?? '').split('.').map(Number)

const isOlder = (version: string, minimum: string): boolean => {
  const [actual, required] = [parseVersion(version), parseVersion(minimum)]
  const firstDifference = required.findIndex((part, index) => part !== (actual[index] ?? 0))
  return firstDifference >= 0 && (actual[firstDifference] ?? 0) < (required[firstDifference] ?? 0)
}

/** Throws a `ConfigError` if `node`, the version of Node, is older than undici requires. */
export const checkNodeVersion = ({ version, engines }: Manifest, node: string): void => {
  const minimum = engines?.node ?? ''
  if (!/^>=[\d.]+$/.test(minimum) || !isOlder(node, minimum)) return
  throw wrongOption(
    '/undici',
    `Node ${minimum.slice(2)} or later, which undici ${version} needs; undici 7 runs on Node 20.18.1 and later`,
  )
}

/**
 * Reads undici's package.json; `undefined` if it is not installed as a package, as in a bundle. If undici is missing
 * altogether, its import fails anyway.
 */
const readManifest = (): Manifest | undefined => {
  try {
    return createRequire(import.meta.url)('undici/package.json') as Manifest
  } catch {
    return undefined
  }
}

const manifest = readManifest()
if (manifest !== undefined) checkNodeVersion(manifest, process.versions.node)
