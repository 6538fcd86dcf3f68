import { createRequire } from 'node:module'
import { wrongOption } from '../error/wrongOption.js'

/** What the undici that is installed says of itself. */
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

/** Throws a `ConfigError` that says which Node an undici needs, where this one is older. */
export const demandNode = ({ version, engines }: Manifest, node: string): void => {
  const least = engines?.node ?? ''
  if (!/^>=[\d.]+$/.test(least) || !isOlder(node, least)) return
  throw wrongOption(
    '/undici',
    `Node ${least.slice(2)} or later, which undici ${version} needs; undici 7 runs on Node 20.18.1 and later`,
  )
}

/** Nothing where undici is none that is installed, as in a bundle: to miss it is the affair of who imports it. */
const installed = (): Manifest | undefined => {
  try {
    return createRequire(import.meta.url)('undici/package.json') as Manifest
  } catch {
    return undefined
  }
}

const manifest = installed()
if (manifest !== undefined) demandNode(manifest, process.versions.node)
