// The package under attack, as it is installed in the project that the command line names.
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

export const project = resolve(process.argv[2] ?? '.')
const installed = createRequire(`${project}/`)
export const rxbank = installed('rxbank')
export const bridge = installed('rxbank/bridge')
export const codec = installed('rxbank/codec')
export const node = installed('rxbank/node')
export const electron = installed('rxbank/electron')
export const tape = installed('rxbank/tape')
export const { createSandbox } = installed('rxbank/sandbox')
export const { undiciTransport } = installed('rxbank/undici')
export const rxjs = installed('rxjs')
export const option = installed('fp-ts/lib/Option.js')

/** Every transport that Node can have; they have one contract. */
export const transports = {
  'cross-fetch': rxbank.platformHttp,
  undici: undiciTransport(),
  fetch: electron.netFetch({ fetch }),
}
