import { createRequire } from 'node:module'
import { wrongOption } from '../../base/error/wrongOption.js'

/** The fields of the package.json of undici that are read. */
interface Manifest {
  readonly version: string
  readonly engines?: { readonly node?: string }
}

const numbers = (version: string): ReadonlyArray<number> =>
  (/\d+(?:\.\d+){0,2}/.exec(version)?.[0] ?? '').split('.').map(Number)

const isOlder = (version: string, least: string): boolean => {
  const [have, need] = [numbers(version), numbers(least)]
  const place = need.findIndex((part, index) => part !== (have[index] ?? 0))
  return place >= 0 && (have[place] ?? 0) < (need[place] ?? 0)
}

/** Throws a `ConfigError` that names the Node version that undici requires, if this one is older. */
export const demandNode = ({ version, engines }: Manifest, node: string): void => {
  const least = engines?.node ?? ''
  if (!/^>=[\d.]+$/.test(least) || !isOlder(node, least)) return
  throw wrongOption(
    '/undici',
    `Node ${least.slice(2)} or later, which undici ${version} needs; undici 7 runs on Node 20.18.1 and later`,
  )
}

/**
 * The package.json of undici; `undefined` if undici is not an installed package, as in a bundle. If it is missing
 * altogether, importing it fails anyway.
 */
const installed = (): Manifest | undefined => {
  try {
    return createRequire(import.meta.url)('undici/package.json') as Manifest
  } catch {
    return undefined
  }
}

const manifest = installed()
if (manifest !== undefined) demandNode(manifest, process.versions.node)
