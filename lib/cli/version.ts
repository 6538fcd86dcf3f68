import { createRequire } from 'node:module'

/** The version of the package. */
export const { version } = createRequire(import.meta.url)('rxbank/package.json') as { readonly version: string }
